"""Many projects in one process: workspaces that share a store, its threads, the plugins and one event loop."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import attrs

from underdraft.errors import Conflict
from underdraft.run.shared_parts import SharedParts
from underdraft.types.checks import check_whole, refuse
from underdraft.types.files import FileSource
from underdraft.workspace import Workspace

_OWN = frozenset({"plugins", "entry_points", "shared"})
SIZE = 64
"""Workspaces that a pool keeps open unless it is told otherwise."""


@attrs.define
class _Kept:
    """A workspace with how many are using it, and the files that it was opened with."""

    workspace: Workspace
    files: object
    users: int = 0


def _check_options(options: Mapping[str, Any]) -> None:
    """What all workspaces share is the pool's own."""
    if not _OWN.isdisjoint(options):
        refuse("options", "none of " + ", ".join(sorted(_OWN)) + ", which the pool itself takes or shares")


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
    options: Mapping[str, Any] = attrs.field(
        factory=dict, kw_only=True, validator=lambda _, __, value: _check_options(value)
    )
    _shared: SharedParts = attrs.field(
        default=attrs.Factory(
            lambda self: SharedParts(plugins=self.plugins, entry_points=self.entry_points), takes_self=True
        ),
        init=False,
    )
    _kept: OrderedDict[str, _Kept] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    @contextmanager
    def open(
        self, name: str, *, files: Mapping[str, str] | FileSource | None = None, **options: Any
    ) -> Iterator[Workspace]:
        """A workspace, for as long as the ``with`` block lasts; also for a block with ``await`` in it.

        Args:
            name: The project's folder, or with ``files`` any name that tells the projects apart.
            files: See :meth:`underdraft.Workspace.open`. With another object than the last time the
                workspace is opened anew.
            **options: Further options of :meth:`underdraft.Workspace.open`, such as ``store``; they count
                when the workspace is opened. Each ``writer`` has a workspace of its own.

        Raises:
            Conflict: The pool is closed.
            InvalidArgument, NotFound: As :meth:`underdraft.Workspace.open`.
        """
        kept = self._take(name, files, options)
        try:
            yield kept.workspace
        finally:
            with self._lock:
                kept.users -= 1
                idle = self._superfluous()
            for workspace in idle:
                workspace.close()

    def _take(self, name: str, files: object, options: Mapping[str, Any]) -> _Kept:
        with self._lock:
            if self._closed:
                raise Conflict("the pool is closed")
            _check_options(options)
            key = f"{name}\x01{options['writer']}" if options.get("writer") else name
            kept = self._kept.get(key)
            if kept is None or kept.files is not files:
                where = {"folder": name} if files is None else {"files": files}
                opened = Workspace.open(**{**self.options, **options, **where}, shared=self._shared)
                self._put_aside(key)
                kept = self._kept[key] = _Kept(opened, files)
            kept.users += 1
            self._kept.move_to_end(key)
            return kept

    def _put_aside(self, name: str) -> None:
        """Let a workspace go whose files are others now; while it is in use, under a name nobody asks for."""
        kept = self._kept.pop(name, None)
        if kept is not None:
            self._kept[f"{name}\x00{id(kept)}"] = kept
            self._kept.move_to_end(f"{name}\x00{id(kept)}", last=False)

    def _superfluous(self) -> list[Workspace]:
        """Take out what nobody uses: workspaces that were put aside, and the least recently used ones."""
        idle = [name for name, kept in self._kept.items() if not kept.users]
        aside = [name for name in idle if "\x00" in name]
        rest = [name for name in idle if "\x00" not in name]
        gone = aside + rest[: max(0, len(rest) - self.size)]
        return [self._kept.pop(name).workspace for name in gone]

    def close(self) -> None:
        """Stop what is running and close all workspaces; closing twice is allowed."""
        with self._lock:
            self._closed = True
            kept = [kept.workspace for kept in self._kept.values()]
            self._kept.clear()
        self._shared.portal.close()
        for workspace in kept:
            workspace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
