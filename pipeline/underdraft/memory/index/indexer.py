"""Fills in vectors in the background; the store itself is the queue."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs
from sqlalchemy import Connection, func, select

from underdraft.errors import StoreError
from underdraft.memory import log
from underdraft.memory.db.background import AGAIN, BackgroundThread
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import on_server
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.snapshot import read_changes
from underdraft.memory.index import places, vectors
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot

BATCH = 32
"""Texts that are embedded at once: some 0.1 s for the local embedder, so that a query waits no longer."""

LOOKAHEAD = 16
"""Batches that are looked up at once: finding what is missing goes through all texts."""

LINGER_SECONDS = 0.5
"""How long the thread waits after a write: a command that ends sooner never loads the embedder."""

LONGEST_PAUSE_SECONDS = 60.0
CLOSE_SECONDS = 3.0
BEYOND = 1 << 62
"""A number that no episode has."""


@attrs.define
class Done:
    """The state of a store once all its texts have a vector of a model; only later changes lack one.

    Attributes:
        changes: How often each area was written to; see :mod:`underdraft.memory.db.snapshot`.
        newest: Number of the newest episode.
    """

    model: str
    changes: dict[str, int]
    newest: int

    @classmethod
    def now(cls, connection: Connection, model: str) -> Done:
        """As a connection sees it; a server counts transactions and not rows, so that no episode is known to be new."""
        newest = BEYOND if on_server(connection) else connection.scalar(select(func.max(EPISODE.c.seq))) or 0
        return cls(model, read_changes(connection), newest)

    def since(self, before: Done | None) -> vectors.Since:
        """Return the texts that may lack a vector: of episodes the new ones, where no other was written."""
        if before is None or before.model != self.model or self._grown(before, "vectors"):
            return vectors.WHOLE
        new = self.newest - before.newest
        only_new = self._grown(before, "episodes") == new
        return {"records": int(self._grown(before, "items") > 0), "after": before.newest if only_new else 0}

    def _grown(self, before: Done, area: str) -> int:
        return self.changes.get(area, 0) - before.changes.get(area, 0)

    @contextmanager
    def own(self, connection: Connection) -> Iterator[None]:
        """Take what is done to vectors meanwhile as known."""
        before = read_changes(connection).get("vectors", 0)
        yield
        grown = read_changes(connection).get("vectors", 0) - before
        self.changes["vectors"] = self.changes.get("vectors", 0) + grown


class Indexer(BackgroundThread):
    """Embeds what has no vector yet.

    What is left to do is whatever the store holds without a vector: nothing is lost by a crash, and
    nothing piles up in memory. A failure is logged and tried again after a growing pause.
    """

    def __init__(
        self, database: Database, slot: EmbedderSlot, *, linger_seconds: float = LINGER_SECONDS
    ) -> None:
        super().__init__("indexer", linger_seconds=linger_seconds)
        self._database = database
        self._slot = slot
        self._first_pause = linger_seconds
        self._failed = 0  # number of the last pass with a fault
        self._changed: tuple[str, int] | None = None
        self._done: Done | None = None

    def take_change(self) -> tuple[str, int] | None:
        """Return, once, the new embedder's name and how many texts it has read anew; ``None`` where it is the old one."""
        changed, self._changed = self._changed, None
        return changed

    def close(self) -> None:
        """Stop after the batch at hand."""
        self.stop(CLOSE_SECONDS)

    def work(self) -> float | None:
        """Embed what is missing; see :class:`BackgroundThread`."""
        try:
            self.fill(stop=self.closing)
        except EmbedderFault as fault:
            log.info("vectors wait: %s", fault.code)
            again = self.on_fault(fault)
            return again if fault.code == "EMBEDDER_FAILED" else None  # the others do not heal by themselves
        except StoreError as error:
            log.warning("vectors wait: %s", error.message)
            return self.on_fault(error)
        self.linger_seconds = self._first_pause
        return None

    def on_fault(self, error: BaseException) -> float:  # noqa: ARG002 - every error waits alike
        """Try again, each time after a longer pause."""
        self._failed = self.passes
        self.linger_seconds = min(max(2 * self.linger_seconds, 1.0), LONGEST_PAUSE_SECONDS)
        return AGAIN

    def fill(
        self,
        *,
        stop: threading.Event | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Embed until nothing is missing; returns how many vectors were made.

        ``stop`` ends the work after the batch at hand; ``progress`` hears what is done and what there is, in
        texts. What was saved before an error stays.

        Raises:
            EmbedderFault: The embedder is missing or fails, or the index is of another length.
            StoreError: The store cannot be read or written; what was saved before stays.
        """
        embedder = self._slot.load()
        model, dimension = embedder.name, embedder.dimensions
        made = 0
        most = LOOKAHEAD * BATCH
        with self._database.read() as connection:
            total, ready = vectors.coverage(connection, model) if progress else (0, 0)
            found = Done.now(connection, model)
            since = vectors.WHOLE if progress else found.since(self._done)
            waiting, all_ = vectors.pending(connection, model, most, since)
            known = not waiting or vectors.check_dimension(connection, model, dimension)
            changed = not known and vectors.any_vector(connection)
            behind = places.is_behind(connection, model, since)
        while behind and not (stop and stop.is_set()):
            with self._database.write() as connection, found.own(connection):
                behind = not places.catch_up(connection, model)
        if waiting:
            self._slot.calibrate()
        while waiting and not (stop and stop.is_set()):
            for start in range(0, len(waiting), BATCH):
                if stop is not None and stop.is_set():
                    break
                batch = dict(waiting[start : start + BATCH])
                made_of = self._slot.embed(list(batch.values()))
                with self._database.write() as connection, found.own(connection):
                    vectors.save(connection, batch, made_of)
                    places.place_vectors(connection, model, json.dumps(list(batch)), since)
                made += len(batch)
                if progress:
                    progress(min(ready + made, total), total)
            if all_:
                break  # what comes meanwhile wakes the thread again
            with self._database.read() as connection:
                waiting, all_ = vectors.pending(connection, model, most, since)
        self._done = None if stop is not None and stop.is_set() else found
        if changed:
            self._changed = model, made
            log.warning("the embedder is now %s: %d texts were read anew, scores are calibrated", model, made)
        return made

    def rebuild(self, *, progress: Callable[[int, int], None] | None = None) -> int:
        """Drop every vector of the embedder's model and make them again."""
        model = self._slot.load().name
        self._done = None
        with self._database.write() as connection:
            places.clear(connection, model)
        made = self.fill(progress=progress)
        self.take_change()
        return made

    def wait(self, timeout_seconds: float) -> bool:
        """Load the embedder and embed what is missing now; whether that was done in time.

        A fault ends the wait, unless it is of work that began before the call: its cause may be gone.
        """
        with self.condition:
            before = self.passes
            self.wake(hurry=True)
            self.condition.wait_for(
                lambda: self._failed > before or not (self._woken or self._busy), timeout_seconds
            )
            done = self._failed <= before and not (self._woken or self._busy)
            return done and not self.closing.is_set()
