"""Fills in vectors behind the writes, in a thread of its own; the store itself is the queue."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from underdraft.errors import StoreError
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot

if TYPE_CHECKING:
    from collections.abc import Callable

    from underdraft.memory.db.database import Database


log = logging.getLogger("underdraft.memory")

BATCH = 32
"""Texts that are embedded at once: some 0.1 s for the local embedder, so that a query waits no longer."""

LOOKAHEAD = 16
"""Batches that are looked up at once: finding what is missing goes through all texts."""

LINGER_SECONDS = 0.5
"""How long the thread waits after a write: a command that ends sooner never loads the embedder."""

LONGEST_PAUSE_SECONDS = 60.0
CLOSE_SECONDS = 3.0
POLL_SECONDS = 0.01


class Indexer:
    """Embeds what has no vector yet.

    What is left to do is whatever the store holds without a vector: nothing is lost by a crash, and
    nothing piles up in memory. A failure is logged and tried again after a growing pause.

    Args:
        database: The store.
        slot: The embedder.
        linger_seconds: See :data:`LINGER_SECONDS`.
    """

    def __init__(
        self, database: Database, slot: EmbedderSlot, *, linger_seconds: float = LINGER_SECONDS
    ) -> None:
        self._database = database
        self._slot = slot
        self._linger = linger_seconds
        self._wake = threading.Event()
        self._hurry = threading.Event()
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self, *, hurry: bool = False) -> None:
        """Say that there may be something to do; returns at once.

        Args:
            hurry: Somebody waits for it: do not linger.
        """
        if hurry:
            self._hurry.set()
        self._wake.set()
        with self._lock:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._work, name="underdraft-indexer", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Stop after the batch at hand."""
        self._stop.set()
        self._hurry.set()
        self._wake.set()
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_SECONDS)

    def _work(self) -> None:
        pause = self._linger
        while not self._stop.is_set():
            self._wake.wait()
            self._hurry.wait(pause)
            if self._stop.is_set():
                return
            self._hurry.clear()
            self._wake.clear()
            try:
                self.fill(stop=self._stop)
                pause = self._linger
            except EmbedderFault as fault:
                log.info("vectors wait: %s", fault.code)
                pause = self._later(pause, again=fault.code == "EMBEDDER_FAILED")
            except StoreError as error:
                log.warning("vectors wait: %s", error.message)
                pause = self._later(pause, again=True)
            except Exception:
                log.exception("the indexer met an unexpected fault")
                pause = self._later(pause, again=True)

    def _later(self, pause: float, *, again: bool) -> float:
        """The next pause; what may heal by itself is tried again without being woken."""
        if again and not self._stop.is_set():
            self._wake.set()
        return min(max(2 * pause, 1.0), LONGEST_PAUSE_SECONDS)

    def fill(
        self,
        *,
        stop: threading.Event | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Embed until nothing is missing; returns how many vectors were made.

        Args:
            stop: Ends the work after the batch at hand.
            progress: Called with what is done and what there is, in texts.

        Raises:
            EmbedderFault: The embedder is missing or fails, or the index is of another length.
            StoreError: The store cannot be read or written; what was saved before stays.
        """
        embedder = self._slot.embedder()
        model, dimension = embedder.name, embedder.dimensions
        made = 0
        with self._database.read() as connection:
            vectors.check_dimension(connection, model, dimension)
            total, ready = vectors.coverage(connection, model) if progress else (0, 0)
        while stop is None or not stop.is_set():
            with self._database.read() as connection:
                waiting = vectors.pending(connection, model, LOOKAHEAD * BATCH)
            if not waiting:
                break
            for start in range(0, len(waiting), BATCH):
                if stop is not None and stop.is_set():
                    break
                batch = waiting[start : start + BATCH]
                found = self._slot.embed([text for _, text in batch])
                with self._database.write() as connection:
                    vectors.save(connection, [content_hash for content_hash, _ in batch], found)
                made += len(batch)
                if progress:
                    progress(min(ready + made, total), total)
        return made

    def rebuild(self, *, progress: Callable[[int, int], None] | None = None) -> int:
        """Drop every vector of the embedder's model and make them again.

        Raises:
            EmbedderFault, StoreError: As :meth:`fill`.
        """
        model = self._slot.embedder().name
        with self._database.write() as connection:
            vectors.clear(connection, model)
        return self.fill(progress=progress)

    def wait(self, timeout_seconds: float) -> bool:
        """Wait until every text has its vector, at most so long; whether it came to that."""
        deadline = time.monotonic() + timeout_seconds
        self.wake(hurry=True)
        while not self._stop.is_set():
            try:
                with self._database.read() as connection:
                    if not vectors.pending(connection, self._slot.embedder().name, 1):
                        return True
            except EmbedderFault:
                pass
            if time.monotonic() > deadline:
                break
            time.sleep(POLL_SECONDS)
        return False
