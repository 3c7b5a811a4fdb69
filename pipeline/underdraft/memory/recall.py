"""Query-dependent recall for layer 4: by meaning, else by words, and it says which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.injection import Degradation, InjectionItem, RecallResult
from underdraft.memory import lexical, vectors
from underdraft.memory.embedding import QUERY_CODE_POINTS, EmbedderFault
from underdraft.memory.item_rows import OWNER, visible
from underdraft.memory.preview import degradation
from underdraft.memory.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Connection

    from underdraft.memory.database import Database
    from underdraft.memory.embedding import EmbedderSlot

__all__ = ["LEAST_SIMILARITY", "recall"]

LEAST_SIMILARITY = 0.2
"""Cosine below which a memory does not answer the query at all (``benchmarks/recall.py`` shows the spread)."""


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
    connection: Connection, query: vectors.Vectors, project_id: str | None, document_id: str | None, reach: int
) -> dict[str, float]:
    """Similarity by id, nearest first.

    Raises:
        EmbedderFault: The index cannot be used, or there are memories and no vector yet.
    """
    from sqlalchemy import select

    from underdraft.memory.schema.user_memory import MEMORY_ITEM

    allowed = visible(project_id, document_id)
    near = vectors.similarities(connection, MEMORY_ITEM, query, allowed, reach)
    if not near and connection.execute(select(MEMORY_ITEM.c.id).where(allowed).limit(1)).first():
        raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
    return {item_id: score for item_id, score in near.items() if score >= LEAST_SIMILARITY}


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

    from underdraft.memory.schema.user_memory import MEMORY_ITEM

    with database.read() as connection:
        allowed = select(MEMORY_ITEM.c.id).where(visible(project_id, document_id))
        found = dict(lexical.search(connection, OWNER, query, allowed=allowed, limit=reach))
        items = loaded(connection, kept(found, exclude_ids, wanted), "lexical")
    return RecallResult(items=items, mode="lexical", diagnostics=diagnostics)


def kept(scores: Mapping[str, float], exclude_ids: Collection[str], wanted: int) -> dict[str, float]:
    """The first ``wanted`` that are not excluded."""
    left = [(item_id, score) for item_id, score in scores.items() if item_id not in exclude_ids]
    return dict(left[:wanted])


def loaded(connection: Connection, scores: Mapping[str, float], kind: str) -> tuple[InjectionItem, ...]:
    """The memories of these ids in the given order, with their score as the reason."""
    from sqlalchemy import select

    from underdraft.memory.schema.user_memory import MEMORY_ITEM

    rows: Sequence[Mapping[str, str]] = (
        connection.execute(select(MEMORY_ITEM).where(MEMORY_ITEM.c.id.in_(list(scores)))).mappings().all()
    )
    names = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at")
    by_id = {row["id"]: {name: row[name] for name in names} for row in rows}
    return tuple(
        InjectionItem(**by_id[item_id], reason={"kind": kind, "score": score})
        for item_id, score in scores.items()
        if item_id in by_id
    )
