"""One call of an embedder at a time, whatever number of stores share it; those that a run waits for go first."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from underdraft.boundary.forks import free_lock

if TYPE_CHECKING:
    from underdraft.memory.index.embedder_scale import EmbedderScale
    from underdraft.types.model_call import Embedder

AHEAD_AT_MOST = 4
"""Urgent calls that go before one that waits in the background: it is done, too, however busy the process is."""


class Turns:
    """Calls in the order in which they came, the urgent ones before the others; safe to use from any thread.

    Attributes:
        scale: Of the embedder's cosines, once it was made.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._numbers = count()
        self._waiting: list[tuple[bool, int]] = []
        self._busy = False
        self._ahead = 0
        self.scale: EmbedderScale | None = None

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return len(self._waiting)

    @contextmanager
    def take(self, *, urgent: bool) -> Iterator[None]:
        """Wait for the turn, and hold it."""
        with self._condition:
            mine = (not urgent, next(self._numbers))
            self._waiting.append(mine)
            try:
                self._condition.wait_for(lambda: not self._busy and self._next() == mine)
            finally:
                self._waiting.remove(mine)
                self._condition.notify_all()
            self._busy = True
            others = any(not_urgent for not_urgent, _ in self._waiting)
            self._ahead = self._ahead + 1 if urgent and others else 0
        try:
            yield
        finally:
            with self._condition:
                self._busy = False
                self._condition.notify_all()

    def _next(self) -> tuple[bool, int]:
        """Return the waiting call whose turn it is."""
        others = [call for call in self._waiting if call[0]]
        return min(others) if others and self._ahead >= AHEAD_AT_MOST else min(self._waiting)


_turns: WeakKeyDictionary[Embedder, Turns] = WeakKeyDictionary()
_turns_lock = free_lock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_turns.clear)  # its holder is not in the child


def turns_of(embedder: Embedder) -> Turns:
    """The turns of an embedder, the same for all who have it; one that cannot be found again gets its own."""
    with _turns_lock:
        try:
            return _turns.setdefault(embedder, Turns())
        except TypeError:  # it has no hash, or no weak reference
            return Turns()
