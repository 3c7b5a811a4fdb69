"""The embedder as seen from the store: found when first needed, never trusted, never waited for long."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING

import attrs

from underdraft.text.clean import sha256

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

from underdraft.types.model_call import Embedder

log = logging.getLogger("underdraft.memory")

QUERY_CODE_POINTS = 300
"""Code points of a query that are embedded: beyond, the time grows and the meaning blurs."""

TEXT_CODE_POINTS = 2_000
"""Code points of a memory that are embedded (about 0.1 s for the local embedder)."""

REMEMBERED_QUERIES = 256
STUCK_MAXIMUM = 4
"""Calls that may hang at once; beyond, nothing new is asked until one of them comes back."""


SUGGESTIONS = {
    "SQLITE_VEC_UNAVAILABLE": "install the packages pysqlite3 and sqlite-vec",
    "EMBEDDER_NONE": 'set embedder = "local" in config.toml',
    "EMBEDDER_TIMEOUT": "ask again in a moment",
    "DIMENSION_CONFLICT": "rebuild the index: underdraft memory reindex",
    "INDEX_NOT_READY": "ask again in a moment, or rebuild the index: underdraft memory reindex",
}
"""What the writer can do about a degradation, by code."""


class EmbedderFault(Exception):
    """Why there is no vector: a stable ``code`` and a ``reason`` in words."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    @property
    def suggestion(self) -> str | None:
        """What the writer can do about it."""
        return SUGGESTIONS.get(self.code)


@attrs.frozen(kw_only=True)
class Vectors:
    """Vectors of one model: little-endian float32 of length 1 each."""

    model: str
    dimension: int
    blobs: tuple[bytes, ...]


class EmbedderSlot:
    """The place of the embedder, which may be empty, slow or broken, and may get well again.

    Args:
        find: Gives the embedder, or ``None`` when none is configured; asked again after a failure.
    """

    def __init__(self, find: Callable[[], Embedder | None]) -> None:
        self._find = find
        self._embedder: Embedder | None = None
        self._lock = threading.Lock()
        self._calling = threading.Lock()
        self._stuck = 0
        self._queries: OrderedDict[str, Vectors] = OrderedDict()

    def knows(self, text: str) -> bool:
        """Whether the vector of a query is cached, or its failure is known at once."""
        with self._lock:
            return sha256(text[:QUERY_CODE_POINTS]) in self._queries

    def embed_query(self, text: str, *, wait_ms: int) -> Vectors:
        """The vector of a query, cached; waits at most ``wait_ms``.

        Raises:
            EmbedderFault: There is none, it fails, or it takes longer.
        """
        text = text[:QUERY_CODE_POINTS]
        key = sha256(text)
        with self._lock:
            if key in self._queries:
                self._queries.move_to_end(key)
                return self._queries[key]
            if self._stuck >= STUCK_MAXIMUM:
                raise EmbedderFault("EMBEDDER_TIMEOUT", "the embedder does not answer")
            self._stuck += 1
        future: Future[Vectors] = Future()
        threading.Thread(
            target=self._answer, args=(text, future), name="underdraft-embed-query", daemon=True
        ).start()
        try:
            vectors = future.result(wait_ms / 1000)
        except FutureTimeout:
            raise EmbedderFault(
                "EMBEDDER_TIMEOUT", "the embedder is still loading or does not answer"
            ) from None
        with self._lock:
            self._queries[key] = vectors
            while len(self._queries) > REMEMBERED_QUERIES:
                self._queries.popitem(last=False)
        return vectors

    def _answer(self, text: str, future: Future[Vectors]) -> None:
        try:
            future.set_result(self.embed([text]))
        except EmbedderFault as fault:
            future.set_exception(fault)
        finally:
            with self._lock:
                self._stuck -= 1

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of ``texts`` in order, as long as it takes; one call at a time.

        Raises:
            EmbedderFault: There is no embedder, or it fails.
        """
        embedder = self.load()
        cut = [text[:TEXT_CODE_POINTS] for text in texts]
        try:
            with self._calling:
                rows = embedder.embed(cut)
            return packed(embedder, rows, len(cut))
        except EmbedderFault:
            raise
        except Exception as error:
            log.warning("the embedder failed: %s", type(error).__name__)
            raise EmbedderFault("EMBEDDER_FAILED", f"the embedder failed ({type(error).__name__})") from error

    def load(self) -> Embedder:
        """The embedder; looked for again at each call until there is one.

        Raises:
            EmbedderFault: None is configured, or it cannot be loaded.
        """
        with self._calling:
            if self._embedder is None:
                started = time.monotonic()
                try:
                    found = self._find()
                except Exception as error:
                    log.warning("the embedder cannot be loaded: %s", type(error).__name__)
                    raise EmbedderFault(
                        "EMBEDDER_FAILED", f"the embedder cannot be loaded ({type(error).__name__})"
                    ) from error
                if found is None:
                    raise EmbedderFault("EMBEDDER_NONE", "no embedder is configured")
                log.debug("embedder found in %.0f ms", 1000 * (time.monotonic() - started))
                self._embedder = found
            return self._embedder


def packed(embedder: Embedder, rows: Sequence[Sequence[float]], count: int) -> Vectors:
    """The embedder's rows as blobs.

    Raises:
        EmbedderFault: They are not what the embedder declares.
    """
    import numpy as np

    table = np.asarray(rows, dtype="<f4")
    if table.ndim != 2 or len(table) != count:  # noqa: PLR2004 - a matrix
        raise EmbedderFault("EMBEDDER_FAILED", "the embedder gave another number of vectors than texts")
    if table.shape[1] != embedder.dimensions:
        raise EmbedderFault(
            "DIMENSION_CONFLICT", "the embedder's vectors have another length than it declares"
        )
    if not np.isfinite(table).all():
        raise EmbedderFault("EMBEDDER_FAILED", "the embedder gave a vector that is not finite")
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    table = (table / np.where(lengths == 0, 1, lengths)).astype("<f4")
    return Vectors(
        model=embedder.name, dimension=embedder.dimensions, blobs=tuple(row.tobytes() for row in table)
    )
