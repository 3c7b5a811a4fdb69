"""Keeps a plugin's fetcher out of the prefix once it gives other bytes for the same content."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from typing import Annotated

import attrs

from underdraft.types.chunk import Chunk
from underdraft.types.fetcher import Fetched, Fetcher
from underdraft.types.layers import Layer

CHECK_EVERY = 20
"""In one of so many runs, one stable fetcher is run twice and its bytes compared."""

CHANGES_ALLOWED = 1
"""How often a fetcher may give other bytes while nothing else in layers 0, 1 and 3 changes: its source may have changed."""

REMEMBERED = 64
"""Requests of different kinds (project, skill, document) whose last bytes are remembered for one fetcher."""

SAID = "gave other bytes for the same content; its last ones stay until its plugin or the content changes"


@attrs.define(eq=False)
class SpotCheck:
    """Picks the stable fetchers to be run twice, one after the other; safe for several threads."""

    _runs: Iterator[int] = attrs.field(factory=lambda: count(1), init=False)

    def due(self, fetchers: Sequence[Fetcher]) -> str | None:
        """Return the name of the one whose promise is checked in this run, once in :data:`CHECK_EVERY` runs."""
        turn, rest = divmod(next(self._runs), CHECK_EVERY)
        stable = [fetcher.name for fetcher in fetchers if fetcher.stable]
        return stable[turn % len(stable)] if stable and rest == 0 else None


@attrs.define
class _Given:
    """The last result for one kind of request."""

    content: Hashable
    chunks: tuple[Chunk, ...]
    changes: int = 0


@attrs.define(eq=False)
class Quarantine:
    """The results of one registered fetcher; safe for several threads. It lasts as long as the process."""

    _given: OrderedDict[Hashable, _Given] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _caught: bool = attrs.field(default=False, init=False)

    def settle(
        self,
        fetched: Fetched,
        *,
        kind: Annotated[Hashable, "Project, skill, document and language of the request."],
        content: Annotated[Hashable, "What the built-in fetchers put into layers 0, 1 and 3."],
        volatile: Annotated[bool, "A second call in this run gave other bytes."] = False,
    ) -> tuple[Fetched, bool]:
        """Return what is sent, and whether the fetcher has been caught just now.

        While the content is the same, other bytes are taken once; from then on, or at once where a second call has
        shown that they change by themselves, the last ones stay.
        """
        with self._lock:
            last = self._given.get(kind)
            if last is None or last.content != content:
                self._remember(kind, _Given(content=content, chunks=fetched.chunks))
                return fetched, self._catch(volatile=volatile)
            if last.chunks == fetched.chunks:
                return fetched, self._catch(volatile=volatile)
            last.changes += 1
            if last.changes <= CHANGES_ALLOWED and not self._caught and not volatile:
                last.chunks = fetched.chunks
                return fetched, False
            return attrs.evolve(fetched, chunks=last.chunks), self._catch(volatile=True)

    def _remember(self, kind: Hashable, given: _Given) -> None:
        self._given[kind] = given
        self._given.move_to_end(kind)
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)

    def _catch(self, *, volatile: bool) -> bool:
        new = volatile and not self._caught
        self._caught = self._caught or volatile
        return new


def content_of(chunks: Sequence[Chunk]) -> Hashable:
    """Return the chunks that may change a plugin's: the built-in ones of layers 0, 1 and 3, without memories."""
    return tuple(chunk for chunk in chunks if chunk.layer in {Layer.SYSTEM, Layer.SESSION, Layer.PROJECT})
