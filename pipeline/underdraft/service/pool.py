"""Many projects in one process: workspaces that share a store, its threads, the plugins and one event loop."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self, Unpack

import attrs

from underdraft.boundary.forks import start_anew
from underdraft.errors import Conflict
from underdraft.opening.shared_parts import SharedParts
from underdraft.types.checks import check_whole, refuse
from underdraft.types.files import FileSource
from underdraft.types.options import OpenOptions, PoolOptions
from underdraft.workspace import Workspace

SIZE = 64
"""Workspaces that a pool keeps open by default."""

_NO_MATTER = frozenset({"prepare_model", "clock", "new_id"})
"""Options that are no reason to open a workspace anew; clock and ids are the same in all of a pool."""


@attrs.define
class _Cached:
    """A workspace with how many are using it, and the files that it was opened with."""

    workspace: Workspace
    files: object
    users: int = 0


def _check_options(options: Mapping[str, Any], known: frozenset[str]) -> None:
    """Refuse what is misspelt, and what is the pool's own."""
    if own := sorted(options.keys() & {"plugins", "entry_points", "size"}):
        refuse("options", f"no {own[0]} here: it is an argument of the pool, WorkspacePool({own[0]}=...)")
    if unknown := sorted(options.keys() - known):
        refuse("options", f"{', '.join(sorted(known))}; not {', '.join(unknown)}")


def _key(folder: str | os.PathLike[str], options: Mapping[str, Any]) -> Hashable:
    """Return the key of a workspace: all options that decide whose data it has, and which model."""
    given = {name: value for name, value in options.items() if value is not None and name not in _NO_MATTER}
    if "store" in given:
        given["store"] = os.fspath(given["store"])
    if "model_options" in given:
        given["model_options"] = tuple(sorted(given["model_options"].items()))
    return (os.fspath(folder), tuple(sorted(given.items())))


@attrs.define(eq=False)
class WorkspacePool:
    """Opens workspaces by name and keeps the last used ones open; safe to share between threads.

    Workspaces with one store and the same settings share its connections, its threads and the embedder.
    One that is in use is never closed, so while more than ``size`` are in use there are more. Working memory
    lasts as long as a store is open.

    Attributes:
        size: Most workspaces that are kept open without being used.
        plugins: Objects with hook implementations, for all of them.
        entry_points: Whether installed plugins are loaded.
        options: Further options of :meth:`underdraft.Workspace.open` for all of them.
    """

    size: int = attrs.field(default=SIZE, validator=lambda _, __, value: check_whole("size", value, 1))
    plugins: Sequence[object] = attrs.field(default=(), kw_only=True)
    entry_points: bool = attrs.field(default=True, kw_only=True)
    options: PoolOptions = attrs.field(
        factory=PoolOptions,
        kw_only=True,
        validator=lambda _, __, value: _check_options(value, PoolOptions.__optional_keys__),
    )
    _shared: SharedParts = attrs.field(
        default=attrs.Factory(
            lambda self: SharedParts(plugins=self.plugins, entry_points=self.entry_points), takes_self=True
        ),
        init=False,
    )
    _cached: OrderedDict[Hashable, _Cached] = attrs.field(factory=OrderedDict, init=False)
    _aside: list[_Cached] = attrs.field(factory=list, init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        start_anew(self)

    def after_fork(self) -> None:
        """Go on with the same workspaces, which start anew; see :mod:`underdraft.boundary.forks`."""
        self._lock = threading.RLock()

    @contextmanager
    def open(
        self,
        name: str | os.PathLike[str],
        *,
        files: Mapping[str, str] | FileSource | None = None,
        **options: Unpack[OpenOptions],
    ) -> Iterator[Workspace]:
        """A workspace, for as long as the ``with`` block lasts; also for a block with ``await`` in it.

        Args:
            name: The project's folder, or with ``files`` any name that tells the projects apart.
            files: See :meth:`underdraft.Workspace.open`. With another object than the last time the
                workspace is opened anew.
            **options: Further options of :meth:`underdraft.Workspace.open`, such as ``store``. Another store, writer,
                model, embedder or locale, or ``confirm``, gives a different workspace.

        Raises:
            Conflict: The pool is closed.
            InvalidArgument: An option that there is not, or that only the pool takes, or as
                :meth:`underdraft.Workspace.open`.
            NotFound: As :meth:`underdraft.Workspace.open`.
        """
        cached = self._take(name, files, options)
        try:
            yield cached.workspace
        finally:
            with self._lock:
                cached.users -= 1
                idle = self._superfluous()
            for workspace in idle:
                workspace.close()

    def _take(self, name: str | os.PathLike[str], files: object, options: Mapping[str, Any]) -> _Cached:
        with self._lock:
            if self._closed:
                raise Conflict("the pool is closed")
            _check_options(options, OpenOptions.__optional_keys__)
            if not isinstance(name, str | os.PathLike):
                refuse("name", "a text or a path")
            wanted: dict[str, Any] = {**self.options, **options}
            key = _key(name, wanted)
            cached = self._cached.get(key)
            if cached is None or cached.files is not files:
                where: dict[str, Any] = {"folder": name} if files is None else {"files": files}
                opened = Workspace.open(**wanted, **where, shared=self._shared)
                if cached is not None:  # its files have changed: it goes once nobody uses it
                    self._aside.append(cached)
                cached = self._cached[key] = _Cached(opened, files)
            cached.users += 1
            self._cached.move_to_end(key)
            return cached

    def _superfluous(self) -> list[Workspace]:
        """Take out what nobody uses: workspaces that were put aside, and the least recently used ones."""
        aside = [cached for cached in self._aside if not cached.users]
        self._aside = [cached for cached in self._aside if cached.users]
        idle = [key for key, cached in self._cached.items() if not cached.users]
        gone = [self._cached.pop(key) for key in idle[: max(0, len(idle) - self.size)]]
        return [cached.workspace for cached in (*aside, *gone)]

    def close(self) -> None:
        """Stop what is running and close all workspaces; closing twice is allowed."""
        with self._lock:
            self._closed = True
            cached = [cached.workspace for cached in (*self._cached.values(), *self._aside)]
            self._cached.clear()
            self._aside.clear()
        self._shared.portal.close()
        for workspace in cached:
            workspace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
