"""Query-dependent recall for layer 4: by meaning, else by words, and it says which."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Table, bindparam, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import fulltext
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.items.injection import degradation
from underdraft.memory.settings import kept_settings
from underdraft.types.memory import InjectionItem, RecallResult

if TYPE_CHECKING:
    from underdraft.memory.index.meaning import MeaningIndex


LEAST_SIMILARITY = 0.15
"""Cosine below which a memory does not answer the query: with the local embedder 9 in 10 right memories
pass and 3 in 4 wrong ones do not (``benchmarks/recall.py``)."""


def recall(
    database: Database,
    slot: EmbedderSlot,
    index: MeaningIndex,
    query: str,
    allowed: Mapping[Table, ColumnElement[bool]],
    *,
    limit: int | None,
    exclude_ids: Collection[str],
    wait_ms: int,
) -> RecallResult:
    """Memories that fit the query, nearest first.

    Its first 300 code points count. ``allowed`` gives the tables that are looked through, each with the
    condition for its rows; ``limit`` is, unless given, the setting ``memory.rag_top_n``.
    """
    query = query[:QUERY_CODE_POINTS]
    with database.read() as connection:
        settings = kept_settings(connection)
    wanted = int(settings["memory.rag_top_n"]) if limit is None else limit
    if not settings["injectionEnabled"] or not query.strip() or wanted < 1:
        return RecallResult(items=(), mode="none")
    reach = wanted + len(exclude_ids)
    try:
        vector = slot.embed_query(query, wait_ms=wait_ms)
        with database.read() as connection:
            near = by_meaning(connection, index, vector, allowed, reach)
            items = load_items(connection, first(near, exclude_ids, wanted), "semantic")
        return RecallResult(items=items, mode="semantic")
    except EmbedderFault as fault:
        diagnostics = degradation(fault)
    with database.read() as connection:
        near = by_words(connection, query, allowed, reach)
        items = load_items(connection, first(near, exclude_ids, wanted), "lexical")
    return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)


def by_meaning(
    connection: Connection,
    index: MeaningIndex,
    query: Vectors,
    allowed: Mapping[Table, ColumnElement[bool]],
    reach: int,
) -> dict[str, float]:
    """Similarity by id, nearest first.

    Raises:
        EmbedderFault: The index cannot be used, or there are memories and no vector yet.
    """
    near: dict[str, float] = {}
    for table, condition in allowed.items():
        found = index.similarities(connection, table, query, condition, reach)
        if not found and connection.execute(select(table.c.id).where(condition).limit(1)).first():
            raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
        near |= {item_id: score for item_id, score in found.items() if score >= LEAST_SIMILARITY}
    return nearest_first(near)


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


def load_items(connection: Connection, scores: Mapping[str, float], kind: str) -> tuple[InjectionItem, ...]:
    """The memories of these ids in the given order, with their score as the reason."""
    wanted = {"ids": list(scores)}
    by_id = {row.id: InjectionItem(**row._mapping) for row in connection.execute(_ITEMS, wanted)}  # noqa: SLF001
    by_id |= {row.id: _of_fact(row) for row in connection.execute(_FACTS, wanted)}
    return tuple(
        attrs.evolve(by_id[item_id], reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in by_id
    )


def _of_fact(row: Row[Any]) -> InjectionItem:
    """A row of an atomic memory as what goes into a prompt: of the type ``atomic``."""
    return InjectionItem(
        id=row.id,
        type="atomic",
        scope="global" if row.project_id is None else "project",
        content=row.content,
        origin="manual" if row.origin == "manual" else "learned",
        project_id=row.project_id,
        updated_at=row.updated_at,
    )


# Made once: building a statement costs more than running it.
_SHOWN = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at")
_IDS: BindParameter[Any] = bindparam("ids", expanding=True)
_ITEMS = select(*(MEMORY_ITEM.c[name] for name in _SHOWN)).where(MEMORY_ITEM.c.id.in_(_IDS))
_FACTS = select(
    *(ATOMIC_MEMORY.c[name] for name in ("id", "content", "origin", "project_id", "updated_at"))
).where(ATOMIC_MEMORY.c.id.in_(_IDS))
