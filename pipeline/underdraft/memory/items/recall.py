"""Query-dependent recall for layer 4: by meaning, else by words, and it says which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.memory.facts import rows as fact_rows
from underdraft.memory.index import fulltext, vectors
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault
from underdraft.memory.items.injection import degradation
from underdraft.memory.items.rows import OWNER, visible
from underdraft.memory.settings import read_settings
from underdraft.types.memory import Degradation, InjectionItem, RecallResult

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Connection

    from underdraft.memory.db.database import Database
    from underdraft.memory.index.embedding import EmbedderSlot, Vectors
    from underdraft.types.sessions import AtomicMemory


LEAST_SIMILARITY = 0.15
"""Cosine below which a memory does not answer the query: with the local embedder 9 in 10 right memories
pass and 3 in 4 wrong ones do not (``benchmarks/recall.py``)."""


def recall(
    database: Database,
    slot: EmbedderSlot,
    *,
    project_id: str | None,
    query: str,
    limit: int | None,
    exclude_ids: Collection[str],
    document_id: str | None,
    wait_ms: int,
) -> RecallResult:
    """Memories that fit the query, nearest first.

    Args:
        database: The store.
        slot: The embedder.
        project_id: The project, or ``None`` for global memories only.
        query: Any text; its first 300 code points count.
        limit: Most items; ``None`` takes the setting ``memory.rag_top_n``.
        exclude_ids: Never in the result.
        document_id: The document; memories bound to another one are not found.
        wait_ms: How long the query's vector is waited for.

    Raises:
        StoreError: The store cannot be read.
    """
    query = query[:QUERY_CODE_POINTS]
    with database.read() as connection:
        settings = read_settings(connection)
    wanted = int(settings["memory.rag_top_n"]) if limit is None else limit
    if not settings["injectionEnabled"] or not query.strip() or wanted < 1:
        return RecallResult(items=(), mode="none")
    reach = wanted + len(exclude_ids)
    try:
        vector = slot.embed_query(query, wait_ms=wait_ms)
        with database.read() as connection:
            near = by_meaning(connection, vector, project_id, document_id, reach)
            items = loaded(connection, kept(near, exclude_ids, wanted), "semantic")
        return RecallResult(items=items, mode="semantic")
    except EmbedderFault as fault:
        found = fault
    return by_words(database, query, project_id, document_id, exclude_ids, wanted, reach, degradation(found))


def by_meaning(
    connection: Connection,
    query: Vectors,
    project_id: str | None,
    document_id: str | None,
    reach: int,
) -> dict[str, float]:
    """Similarity by id of memories and atomic memories, nearest first.

    Raises:
        EmbedderFault: The index cannot be used, or there are memories and no vector yet.
    """
    from sqlalchemy import select

    from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    near: dict[str, float] = {}
    for table, allowed in (
        (MEMORY_ITEM, visible(project_id, document_id)),
        (ATOMIC_MEMORY, fact_rows.recallable(project_id)),
    ):
        found = vectors.similarities(connection, table, query, allowed, reach)
        if not found and connection.execute(select(table.c.id).where(allowed).limit(1)).first():
            raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
        near |= {item_id: score for item_id, score in found.items() if score >= LEAST_SIMILARITY}
    return nearest_first(near)


def by_words(
    database: Database,
    query: str,
    project_id: str | None,
    document_id: str | None,
    exclude_ids: Collection[str],
    wanted: int,
    reach: int,
    diagnostics: Degradation,
) -> RecallResult:
    """Recall through the lexical index."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    with database.read() as connection:
        allowed = select(MEMORY_ITEM.c.id).where(visible(project_id, document_id))
        found = dict(fulltext.search(connection, OWNER, query, allowed=allowed, limit=reach))
        found = nearest_first(found | fact_rows.by_words(connection, query, project_id, reach))
        items = loaded(connection, kept(found, exclude_ids, wanted), "lexical")
    return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)


def nearest_first(scores: Mapping[str, float]) -> dict[str, float]:
    """Hits of several tables in one order; ties by id."""
    return dict(sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])))


def kept(scores: Mapping[str, float], exclude_ids: Collection[str], wanted: int) -> dict[str, float]:
    """The first ``wanted`` that are not excluded."""
    left = [(item_id, score) for item_id, score in scores.items() if item_id not in exclude_ids]
    return dict(left[:wanted])


def loaded(connection: Connection, scores: Mapping[str, float], kind: str) -> tuple[InjectionItem, ...]:
    """The memories of these ids in the given order, with their score as the reason."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    rows = connection.execute(select(MEMORY_ITEM).where(MEMORY_ITEM.c.id.in_(list(scores)))).mappings()
    names = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at")
    by_id = {row["id"]: InjectionItem(**{name: row[name] for name in names}) for row in rows}
    by_id |= {m.id: of_atomic(m) for m in fact_rows.load(connection, scores).values()}
    return tuple(
        attrs.evolve(by_id[item_id], reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in by_id
    )


def of_atomic(memory: AtomicMemory) -> InjectionItem:
    """An atomic memory as what goes into a prompt: of the type ``atomic``."""
    return InjectionItem(
        id=memory.id,
        type="atomic",
        scope="global" if memory.project_id is None else "project",
        content=memory.content,
        origin="manual" if memory.origin == "manual" else "learned",
        project_id=memory.project_id,
        updated_at=memory.updated_at,
    )
