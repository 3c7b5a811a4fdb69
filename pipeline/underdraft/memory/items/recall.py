"""Query-dependent recall for layer 4: by meaning and words, else by words alone, and it says which."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
from underdraft.memory.db.view import kept
from underdraft.memory.index import about_book, fulltext
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.meaning import MeaningIndex
from underdraft.memory.index.resident import HELD, SharedRows
from underdraft.memory.index.shared_words import Hits, ResidentWords
from underdraft.memory.items.injection import degradation
from underdraft.memory.settings import kept_settings
from underdraft.types.memory import InjectionItem, RecallResult

CANDIDATES = 1_000
"""How many of the nearest by meaning may still change places by their words."""

WORDS_CODE_POINTS = 2_000
"""Code points whose words are compared."""


def recall(
    database: Database,
    slot: EmbedderSlot,
    index: MeaningIndex,
    words: ResidentWords,
    rows: SharedRows,
    query: str,
    allowed: Mapping[Table, ColumnElement[bool]],
    *,
    passage: str,
    limit: int | None,
    exclude_ids: Collection[str],
    wait_ms: int,
) -> RecallResult:
    """Memories that fit the query, nearest first.

    Its first 300 code points count, and the words of the passage besides. ``allowed`` gives the tables that are
    looked through, each with the condition for its rows; ``limit`` is, unless given, the setting
    ``memory.rag_top_n``. Where nothing fits, nothing is recalled.
    """
    query = query[:QUERY_CODE_POINTS]
    said = f"{query} {passage}"[:WORDS_CODE_POINTS]
    with database.read() as connection:
        settings = kept_settings(connection)
    wanted = int(settings["memory.rag_top_n"]) if limit is None else limit
    if not settings["injectionEnabled"] or not query.strip() or wanted < 1:
        return RecallResult(items=(), mode="none")
    if not slot.knows(query):
        with database.read() as connection:
            if not any_row(connection, rows, allowed):  # then there is nothing to wait for
                return RecallResult(items=(), mode="none")
    reach = wanted + len(exclude_ids)
    try:
        vector = slot.embed_query(query, wait_ms=wait_ms)
        leaning = leaning_of(slot, vector, query, passage, wait_ms)
        with database.read() as connection:
            hits = by_both(connection, index, words, vector, said, allowed)
            fit = words.fitting(hits, said, reach, leaning)
            items = load_items(connection, rows, allowed, first(fit, exclude_ids, wanted), "semantic")
        return RecallResult(items=items, mode="semantic")
    except EmbedderFault as fault:
        diagnostics = degradation(fault)
    with database.read() as connection:
        near = by_words(connection, query, allowed, reach)
        items = load_items(connection, rows, allowed, first(near, exclude_ids, wanted), "lexical")
    return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)


def leaning_of(slot: EmbedderSlot, vector: Vectors, query: str, passage: str, wait_ms: int) -> float:
    """How much the query's own vector says that it is about the work; 0 where there is no telling."""
    if not about_book.knows(vector.model, vector.dimension):
        return 0.0
    asked = about_book.asked_in(query, passage)
    part = slot.embed_query(asked, wait_ms=wait_ms).blobs[0] if asked else None
    return about_book.leaning(vector.blobs[0], part)


def any_row(connection: Connection, rows: SharedRows, allowed: Mapping[Table, ColumnElement[bool]]) -> bool:
    """Whether any of the tables has a row that is allowed; the same conditions must be the same objects."""

    def read() -> tuple[bool, Mapping[Table, ColumnElement[bool]]]:
        found = any(rows.of(table, condition).any_row(connection) for table, condition in allowed.items())
        return found, allowed  # held, so that the identities stay taken

    key = ("any", *map(id, allowed.values()))
    return kept(connection, key, ("items", "preferences", "facts"), read)[0]


def by_both(
    connection: Connection,
    index: MeaningIndex,
    words: ResidentWords,
    query: Vectors,
    said: str,
    allowed: Mapping[Table, ColumnElement[bool]],
) -> tuple[Hits, ...]:
    """Cosine and share of words by id, table by table; a fault when there are memories and no vector yet."""
    found = []
    for table, condition in allowed.items():
        near = index.similarities(connection, table, query, condition, CANDIDATES)
        found.append((near, words.shares(connection, table, said, condition, near)))
    return tuple(found)


def by_words(
    connection: Connection, query: str, allowed: Mapping[Table, ColumnElement[bool]], reach: int
) -> dict[str, float]:
    """BM25 by id, higher is nearer, nearest first."""
    near: dict[str, float] = {}
    for table, condition in allowed.items():
        ids = select(table.c.id).where(condition)
        near |= fulltext.search(connection, table.name, query, allowed=ids, limit=reach)
    return nearest_first(near)


def nearest_first(scores: Mapping[str, float]) -> dict[str, float]:
    """Hits of several tables in one order; ties by id."""
    return dict(sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])))


def first(scores: Mapping[str, float], exclude_ids: Collection[str], wanted: int) -> dict[str, float]:
    """The first ``wanted`` that are not excluded."""
    left = [(item_id, score) for item_id, score in scores.items() if item_id not in exclude_ids]
    return dict(left[:wanted])


def load_items(
    connection: Connection,
    rows: SharedRows,
    allowed: Mapping[Table, ColumnElement[bool]],
    scores: Mapping[str, float],
    kind: str,
) -> tuple[InjectionItem, ...]:
    """The memories of these ids in the given order, with their score as the reason."""
    found: dict[str, dict[str, Any]] = {}
    for table, condition in allowed.items():
        there = rows.of(table, condition).found(connection, scores.keys() - found.keys())
        found.update((item_id, shown(table, row)) for item_id, row in there.items())
    return tuple(
        InjectionItem(**found[item_id], reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in found
    )


def shown(table: Table, row: Sequence[Any]) -> dict[str, Any]:
    """A row that is held as what goes into a prompt; an atomic memory is of the type ``atomic``."""
    values = dict(zip(HELD[table.name][2], row, strict=True))
    if table is ATOMIC_MEMORY:
        values["type"] = "atomic"
        values["scope"] = "global" if values["project_id"] is None else "project"
        values["origin"] = "manual" if values["origin"] == "manual" else "learned"
    return {name: values[name] for name in SHOWN if name in values}


SHOWN = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at", "version")
"""What of a memory goes into a prompt; an atomic memory has no document."""
