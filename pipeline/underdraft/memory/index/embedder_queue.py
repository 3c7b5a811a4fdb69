"""One call of an embedder at a time, whatever number of stores share it; those that a run waits for seldom wait long."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from underdraft.boundary.forks import free_lock

if TYPE_CHECKING:
    from underdraft.memory.index.embedder_scale import EmbedderScale
    from underdraft.types.model_call import Embedder


class Turns:
    """Turns of an embedder's callers; safe to use from any thread.

    Callers in the background first wait for each other: at most one of them is in line with the urgent ones.

    Attributes:
        scale: Of the embedder's cosines, once it was made.
    """

    def __init__(self) -> None:
        self._call = threading.Lock()
        self._background = threading.Lock()
        self.scale: EmbedderScale | None = None

    @contextmanager
    def take(self, *, urgent: bool) -> Iterator[None]:
        """Wait for the turn, and hold it."""
        with nullcontext() if urgent else self._background, self._call:
            yield


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
