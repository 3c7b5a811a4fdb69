"""Query-dependent recall for layer 4: by meaning and words, else by words alone, and it says which."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, or_, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.snapshot import cached
from underdraft.memory.index import fulltext, is_about_work
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.meaning import MeaningIndex
from underdraft.memory.index.row_cache import COLUMNS, SharedRows
from underdraft.memory.index.shared_words import Hits, SharedWords, fitting
from underdraft.memory.notes.injection import degradation
from underdraft.memory.notes.rows import OWNER
from underdraft.memory.sections import SECTIONS
from underdraft.memory.settings import cached_settings
from underdraft.types.memory import InjectionItem, RecallResult

CANDIDATES = 1_000
"""How many of the nearest by meaning may still change places by their words."""

WORDS_CODE_POINTS = 2_000
"""Code points whose words are compared."""

Conditions = tuple[ColumnElement[bool], ...]
"""Conditions of the records to search, section by section: how rare a word is, is asked within each."""


@attrs.frozen(kw_only=True)
class Query:
    """What is recalled by: the vector of the query, and the words of the query and the passage."""

    vector: Vectors
    words: str


@attrs.frozen(kw_only=True)
class RecordSearch:
    """Search among the records under each of some conditions."""

    index: MeaningIndex
    rows: SharedRows
    allowed: Conditions

    def candidates(self, connection: Connection, query: Query, limit: int) -> list[Hits]:
        """The nearest ``limit`` of each condition by meaning, with calibrated scores, and the words that each shares.

        Raises:
            EmbedderFault: There are records, and no vector yet.
        """
        hits: list[Hits] = []
        for condition in self.allowed:
            with self.rows.of(condition).reading(connection) as held:
                near = self.index.similarities(connection, held, query.vector, limit)
                near = {key: round(query.vector.calibrated(cosine), 6) for key, cosine in near.items()}
                hits.append((near, held.derived(SharedWords).shares(query.words, near)))
        return hits


def recall(
    database: Database,
    slot: EmbedderSlot,
    encoder: EmbedderSlot,
    search: RecordSearch,
    query: str,
    *,
    passage: str,
    limit: int | None,
    exclude_ids: Collection[str],
    wait_ms: int,
) -> RecallResult:
    """Memories that fit the query, nearest first.

    Its first 300 code points count, and the words of the passage besides. ``limit`` is, unless given,
    the setting ``memory.rag_top_n``. Where nothing fits, nothing is recalled. ``encoder`` is the local embedder, for
    the learned weights.
    """
    query = query[:QUERY_CODE_POINTS]
    said = f"{query} {passage}"[:WORDS_CODE_POINTS]
    rows, allowed = search.rows, search.allowed
    with database.read() as connection:
        settings = cached_settings(connection)
        wanted = int(settings["memory.rag_top_n"]) if limit is None else limit
        if not settings["injectionEnabled"] or not query.strip() or wanted < 1:
            return RecallResult(items=(), mode="none")
        if not slot.knows(query) and not any_row(connection, allowed):  # then there is nothing to wait for
            return RecallResult(items=(), mode="none")
    reach = wanted + len(exclude_ids)
    try:
        vector = slot.embed_query(query, wait_ms=wait_ms)
        leaning = leaning_of(encoder, query, passage, wait_ms)
        with database.read() as connection:
            key = "recall", said, vector.blobs[0], reach, leaning, *allowed
            near = cached(
                connection,
                key,
                ("items", "preferences", "vectors"),
                lambda: fitting(
                    search.candidates(connection, Query(vector=vector, words=said), CANDIDATES),
                    reach,
                    leaning,
                ),
            )
            items = load_items(connection, rows, allowed, first(near, exclude_ids, wanted), "semantic")
        return RecallResult(items=items, mode="semantic")
    except EmbedderFault as fault:
        diagnostics = degradation(fault)
    with database.read() as connection:
        near = by_words(connection, query, allowed, reach)
        items = load_items(connection, rows, allowed, first(near, exclude_ids, wanted), "lexical")
    return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)


def leaning_of(encoder: EmbedderSlot, query: str, passage: str, wait_ms: int) -> float:
    """Return how much the query itself says that it is about the work; 0 where there is no telling."""
    try:
        vector = encoder.embed_query(query, wait_ms=wait_ms)
        if not is_about_work.knows(vector.model, vector.dimension):
            return 0.0
        asked = is_about_work.asked_in(query, passage)
        part = encoder.embed_query(asked, wait_ms=wait_ms).blobs[0] if asked else None
    except EmbedderFault:
        return 0.0
    return is_about_work.leaning(vector.blobs[0], part)


def any_row(connection: Connection, allowed: Conditions) -> bool:
    """Whether any record is allowed."""
    found = select(MEMORY_ITEM.c.id).where(or_(*allowed)).limit(1)
    return cached(
        connection,
        ("any", *allowed),
        ("items", "preferences"),
        lambda: connection.execute(found).first() is not None,
    )


def by_words(connection: Connection, query: str, allowed: Conditions, reach: int) -> dict[str, float]:
    """BM25 by id, higher is nearer, nearest first; ties by id."""
    ids = select(MEMORY_ITEM.c.id).where(or_(*allowed))
    return fulltext.search(connection, OWNER, query, allowed=ids, limit=reach)


def first(scores: Mapping[str, float], exclude_ids: Collection[str], wanted: int) -> dict[str, float]:
    """The first ``wanted`` that are not excluded."""
    left = [(item_id, score) for item_id, score in scores.items() if item_id not in exclude_ids]
    return dict(left[:wanted])


def load_items(
    connection: Connection, rows: SharedRows, allowed: Conditions, scores: Mapping[str, float], kind: str
) -> tuple[InjectionItem, ...]:
    """The records of these ids in the given order, with their score as the reason."""
    found: dict[str, Sequence[Any]] = {}
    for condition in allowed:
        found |= rows.of(condition).found(connection, scores.keys() - found.keys())
    return tuple(
        InjectionItem(**shown(found[item_id]), reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in found
    )


def shown(row: Sequence[Any]) -> dict[str, Any]:
    """A row that is held as what goes into a prompt: a section may have one type for all."""
    values = dict(zip(COLUMNS, row, strict=True))
    if (section := SECTIONS.get(values["section"])) and section.shown_type:
        origin = "learned" if values["source"] == "said" else values["origin"]
        values |= {"type": section.shown_type, "origin": origin}
    return {name: values[name] for name in SHOWN}


SHOWN = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at", "version")
"""Columns of a record that go into a prompt."""
