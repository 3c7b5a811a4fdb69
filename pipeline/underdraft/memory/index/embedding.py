"""The embedder as seen from the store: found when first needed, never trusted, never waited for long.

Stores call it once at a time, whatever number of them share it; a call that a run waits for stands behind one batch at
most. What an extractor asks of it waits for no turn.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import attrs

from underdraft.boundary.forks import free_lock
from underdraft.boundary.plugin_calls import interruptible, name_of
from underdraft.boundary.threads import in_worker
from underdraft.memory import log
from underdraft.memory.index.embedder_scale import EmbedderScale, QueryScale, likeness, references
from underdraft.text.clean import sha256
from underdraft.types.model_call import Embedder
from underdraft.types.values import frozen

QUERY_CODE_POINTS = 300
"""Code points of a query that are embedded: beyond, the time grows and the meaning blurs."""

TEXT_CODE_POINTS = 2_000
"""Code points of a memory that are embedded (about 0.1 s for the local embedder)."""

REMEMBERED_QUERIES = 64
STUCK_MAXIMUM = 16
"""Queries that may wait for a vector at once, twice as many as prompts are assembled at once; beyond, the embedder
is taken to hang."""

SUGGESTIONS = {
    "SQLITE_VEC_UNAVAILABLE": "install the packages pysqlite3 and sqlite-vec",
    "EMBEDDER_NONE": 'set embedder = "local" in config.toml',
    "EMBEDDER_TIMEOUT": "ask again in a moment",
    "DIMENSION_CONFLICT": "rebuild the index: underdraft memory reindex",
    "INDEX_NOT_READY": "ask again in a moment, or rebuild the index: underdraft memory reindex",
}
"""Advice to the writer about a degradation, by code."""


class EmbedderFault(Exception):
    """Why there is no vector: a stable ``code`` and a ``reason`` in words."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    @property
    def suggestion(self) -> str | None:
        """The advice to the writer about it."""
        return SUGGESTIONS.get(self.code)


@frozen(kw_only=True)
class Vectors:
    """Vectors of one model: little-endian float32 of length 1 each; of a query with the scale for cosines."""

    model: str
    dimension: int
    blobs: tuple[bytes, ...]
    scale: QueryScale | None = None

    def calibrated(self, cosine: Any) -> Any:
        """The score of a cosine of the query, or of an array of them."""
        return cosine if self.scale is None else self.scale.score(cosine)

    def likeness(self, cosine: Any) -> Any:
        """The same in a range that ends with 1 for an equal vector."""
        return cosine if self.scale is None else likeness(cosine, self.scale.unrelated)


class Turns:
    """Turns of an embedder's callers, in the order in which they got in line; safe to use from any thread.

    Callers in the background first wait for each other: at most one of them is in line with the urgent ones.

    Attributes:
        scale: Of the embedder's cosines, once it was made.
    """

    def __init__(self) -> None:
        self.scale: EmbedderScale | None = None
        self._background = threading.Lock()
        self._moved = threading.Condition()
        self._line: deque[object] = deque()

    @contextmanager
    def take(self, *, urgent: bool) -> Iterator[None]:
        """Wait for the turn, and hold it."""
        with nullcontext() if urgent else self._background:
            mine = object()
            self._line.append(mine)
            try:
                with self._moved:
                    self._moved.wait_for(lambda: self._line[0] is mine)
                yield
            finally:
                with self._moved:
                    self._line.remove(mine)
                    self._moved.notify_all()


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


class EmbedderSlot:
    """The place of the embedder, which may be empty, slow or broken, and may get well again.

    ``find`` gives ``None`` when none is configured; it is asked again after a failure.
    """

    def __init__(self, find: Callable[[], Embedder | None]) -> None:
        self._find = find
        self._embedder: Embedder | None = None
        self._lock = threading.Lock()
        self._loading = threading.Lock()
        self._turns = Turns()
        self._asked: dict[str, Future[Vectors]] = {}
        self._queries: OrderedDict[str, Vectors] = OrderedDict()

    def knows(self, text: str) -> bool:
        """Whether the vector of a query is cached, or its failure is known at once."""
        with self._lock:
            return sha256(text[:QUERY_CODE_POINTS]) in self._queries

    def embed_query(self, text: str, *, wait_ms: int, beside: str = "") -> Vectors:
        """The vector of a query, cached; a fault without one, or after ``wait_ms``: an embedder that is ``at_once`` is waited for.

        A query that will be asked next is embedded ``beside`` it: two at a time take less.
        """
        text = text[:QUERY_CODE_POINTS]
        key, answer = sha256(text), None
        with self._lock:
            if key in self._queries:
                self._queries.move_to_end(key)
                return self._queries[key]
            future = self._asked.get(key)
            if future is None:
                if len(self._asked) >= STUCK_MAXIMUM:
                    raise EmbedderFault("EMBEDDER_TIMEOUT", "the embedder does not answer")
                future = self._asked[key] = Future()
                texts = list(dict.fromkeys((text, (beside or text)[:QUERY_CODE_POINTS])))
                answer = partial(self._answer, key, texts, future)
        if answer and getattr(self._embedder, "at_once", False):
            answer()
        elif answer:
            in_worker(answer)
        try:
            return future.result(wait_ms / 1000)
        except FutureTimeout:
            raise EmbedderFault(
                "EMBEDDER_TIMEOUT", "the embedder is still loading or does not answer"
            ) from None

    def _answer(self, key: str, texts: Sequence[str], future: Future[Vectors]) -> None:
        """Answer a query: a vector that comes too late for its run is there for the next one."""
        try:
            made, scale = self.embed(texts, urgent=True, query=True), self.calibrate()
            vectors = [attrs.evolve(made, blobs=(blob,), scale=scale.scale_of(blob)) for blob in made.blobs]
        except EmbedderFault as fault:
            with self._lock:
                del self._asked[key]
            future.set_exception(fault)
            return
        with self._lock:
            del self._asked[key]
            self._queries |= zip(map(sha256, texts), vectors, strict=True)
            while len(self._queries) > REMEMBERED_QUERIES:
                self._queries.popitem(last=False)
        future.set_result(vectors[0])

    def calibrate(self) -> EmbedderScale:
        """The calibration of the embedder, made once a process from a dozen sentences, for all stores that share it."""
        self.load()
        if self._turns.scale is None:
            self._turns.scale = EmbedderScale.of(self.embed(references(), urgent=True).blobs)
        return self._turns.scale

    def embed(self, texts: Sequence[str], *, urgent: bool = False, query: bool = False) -> Vectors:
        """Vectors of ``texts`` in order, as long as it takes; a fault when the embedder fails.

        An embedder is called once at a time, by all stores that share it; what is ``urgent``, because a run waits
        for it, waits for one call at most that is not. A ``query`` is embedded as one where the embedder knows the role.
        """
        embedder = self.load()
        call = getattr(embedder, "embed_queries", embedder.embed) if query else embedder.embed
        cut = [text[:TEXT_CODE_POINTS] for text in texts]
        try:
            with self._turns.take(urgent=urgent):
                rows = interruptible(call, cut)
            return interruptible(packed, embedder, rows, len(cut))
        except EmbedderFault:
            raise
        except Exception as error:
            log.warning("the embedder failed: %s", name_of(error))
            raise EmbedderFault("EMBEDDER_FAILED", f"the embedder failed ({name_of(error)})") from error

    def find(self) -> Embedder | None:
        """The embedder for others in the background; ``None`` without one."""
        try:
            return self.load()
        except EmbedderFault:
            return None

    def load(self) -> Embedder:
        """The embedder; without one a fault, and a new look at each call."""
        if self._embedder is not None:
            return self._embedder
        with self._loading:
            if self._embedder is None:
                started = time.monotonic()
                try:
                    found = interruptible(self._find)
                except Exception as error:
                    log.warning("the embedder cannot be loaded: %s", name_of(error))
                    raise EmbedderFault(
                        "EMBEDDER_FAILED", f"the embedder cannot be loaded ({name_of(error)})"
                    ) from error
                if found is None:
                    raise EmbedderFault("EMBEDDER_NONE", "no embedder is configured")
                log.debug("embedder found in %.0f ms", 1000 * (time.monotonic() - started))
                self._turns = turns_of(found)
                self._embedder = found
            return self._embedder


def packed(embedder: Embedder, rows: Sequence[Sequence[float]], count: int) -> Vectors:
    """The embedder's rows as blobs; a fault when they are not what it declares."""
    import numpy as np  # late: a store without an embedder never needs it

    table = np.asarray(rows, dtype="<f4")
    if table.ndim != 2 or len(table) != count:  # noqa: PLR2004 - a matrix
        raise EmbedderFault("EMBEDDER_FAILED", "the embedder gave another number of vectors than texts")
    if table.shape[1] != embedder.dimensions:
        raise EmbedderFault(
            "DIMENSION_CONFLICT", "the embedder's vectors have another length than it declares"
        )
    if not np.isfinite(table).all():
        raise EmbedderFault("EMBEDDER_FAILED", "the embedder gave a vector that is not finite")
    lengths = np.sqrt(np.vecdot(table, table))[:, None]
    table = (table / np.where(lengths == 0, 1, lengths)).astype("<f4")
    return Vectors(
        model=embedder.name, dimension=embedder.dimensions, blobs=tuple(row.tobytes() for row in table)
    )
