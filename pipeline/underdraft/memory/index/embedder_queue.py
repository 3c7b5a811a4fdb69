"""One call of an embedder at a time, whatever number of stores share it; those that a run waits for go first."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from underdraft.boundary.forks import free_lock

if TYPE_CHECKING:
    from underdraft.types.model_call import Embedder

AHEAD_AT_MOST = 4
"""Urgent calls that go before one that waits in the background: it is done, too, however busy the process is."""


class Turns:
    """Calls in the order in which they came, the urgent ones before the others; safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy = False
        self._urgent: deque[threading.Event] = deque()
        self._others: deque[threading.Event] = deque()
        self._ahead = 0

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return len(self._urgent) + len(self._others)

    @contextmanager
    def take(self, *, urgent: bool) -> Iterator[None]:
        """Wait for the turn, and hold it."""
        turn = threading.Event()
        with self._lock:
            if self._busy:
                (self._urgent if urgent else self._others).append(turn)
            else:
                self._busy = True
                turn.set()
        try:
            turn.wait()
        except BaseException:
            self._leave(turn)
            raise
        try:
            yield
        finally:
            self._pass_on()

    def _leave(self, turn: threading.Event) -> None:
        """Stop waiting; a turn that was given meanwhile is passed on."""
        with self._lock:
            for queue in (self._urgent, self._others):
                if turn in queue:
                    queue.remove(turn)
                    return
        self._pass_on()

    def _pass_on(self) -> None:
        with self._lock:
            if self._urgent and not (self._others and self._ahead >= AHEAD_AT_MOST):
                self._ahead = self._ahead + 1 if self._others else 0
                self._urgent.popleft().set()
            elif self._others:
                self._ahead = 0
                self._others.popleft().set()
            else:
                self._ahead, self._busy = 0, False


_turns: WeakKeyDictionary[Embedder, Turns] = WeakKeyDictionary()
_turns_lock = free_lock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_turns.clear)  # whoever had the turn is not in the child


def turns_of(embedder: Embedder) -> Turns:
    """The turns of an embedder, the same for all who have it; one that cannot be found again gets its own."""
    with _turns_lock:
        try:
            return _turns.setdefault(embedder, Turns())
        except TypeError:  # it has no hash, or no weak reference
            return Turns()
