"""The memories of layer 2: loaded, ordered, and cut to the layer's cap with evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.injection import (
    INJECTION_HEADER,
    Degradation,
    InjectionItem,
    InjectionPreview,
    NotInjected,
    injection_line,
)
from underdraft.memory import ordering
from underdraft.memory.embedding import EmbedderFault
from underdraft.memory.item_rows import visible
from underdraft.memory.settings import read_settings
from underdraft.tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from underdraft.memory.database import Database
    from underdraft.memory.embedding import EmbedderSlot, Vectors

__all__ = ["SUGGESTIONS", "candidates", "capped", "degradation", "preview"]

SUGGESTIONS = {
    "SQLITE_VEC_UNAVAILABLE": "install the packages pysqlite3 and sqlite-vec",
    "EMBEDDER_NONE": 'set embedder = "local" in config.toml',
    "EMBEDDER_TIMEOUT": "ask again in a moment",
    "DIMENSION_CONFLICT": "rebuild the index: underdraft memory reindex",
    "INDEX_NOT_READY": "ask again in a moment, or rebuild the index: underdraft memory reindex",
}
"""What the writer can do about a degradation, by code."""


def preview(
    database: Database,
    slot: EmbedderSlot,
    *,
    project_id: str | None,
    document_id: str | None,
    query_text: str | None,
    cap_tokens: int,
    wait_ms: int,
) -> InjectionPreview:
    """What layer 2 holds for a project, and with a query in which order meaning would put it.

    Args:
        database: The store.
        slot: The embedder.
        project_id: The project, or ``None`` for global memories only.
        document_id: The document; memories bound to another one are not candidates.
        query_text: ``None`` or blank means the fixed order.
        cap_tokens: Estimated tokens that may be injected, header included.
        wait_ms: How long the query's vector is waited for.

    Raises:
        StoreError: The store cannot be read.
    """
    with database.read() as connection:
        if not read_settings(connection)["injectionEnabled"]:
            return InjectionPreview(items=())
        if query_text is None or not query_text.strip():
            return made(ordering.deterministic(candidates(connection, project_id, document_id)), cap_tokens)
    try:
        query = slot.embed_query(query_text, wait_ms=wait_ms)
    except EmbedderFault as fault:
        query, found = None, fault
    with database.read() as connection:
        items = candidates(connection, project_id, document_id)
        if query is not None:
            try:
                scores = scores_of(connection, query, project_id, document_id, expected=bool(items))
            except EmbedderFault as fault:
                found = fault
            else:
                return made(ordering.semantic(with_scores(items, scores), scores), cap_tokens, mode_semantic=True)
    return made(ordering.deterministic(items), cap_tokens, diagnostics=degradation(found))


def candidates(connection: Connection, project_id: str | None, document_id: str | None) -> list[InjectionItem]:
    """All memories that may go into a prompt of this project and document, in no order."""
    from sqlalchemy import select

    from underdraft.memory.schema.user_memory import MEMORY_ITEM

    c = MEMORY_ITEM.c
    columns = (c.id, c.type, c.scope, c.content, c.origin, c.project_id, c.document_id, c.updated_at)
    rows = connection.execute(select(*columns).where(visible(project_id, document_id)))
    return [
        InjectionItem(
            id=row[0],
            type=row[1],
            scope=row[2],
            content=row[3],
            origin=row[4],
            project_id=row[5],
            document_id=row[6],
            updated_at=row[7],
        )
        for row in rows
    ]


def scores_of(
    connection: Connection, query: Vectors, project_id: str | None, document_id: str | None, *, expected: bool
) -> dict[str, float]:
    """Similarity by id.

    Raises:
        EmbedderFault: The index cannot be used, or it has none of the vectors that are ``expected``.
    """
    from underdraft.memory import vectors
    from underdraft.memory.schema.user_memory import MEMORY_ITEM

    scores = vectors.similarities(connection, MEMORY_ITEM, query, visible(project_id, document_id))
    if expected and not scores:
        raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
    return scores


def with_scores(items: Iterable[InjectionItem], scores: Mapping[str, float]) -> list[InjectionItem]:
    """The items, each with its similarity as the reason; those without a vector keep the fixed one."""
    return [
        attrs.evolve(item, reason={"kind": "semantic", "score": scores[item.id]}) if item.id in scores else item
        for item in items
    ]


def made(
    ordered: list[InjectionItem],
    cap_tokens: int,
    *,
    mode_semantic: bool = False,
    diagnostics: Degradation | None = None,
) -> InjectionPreview:
    """The preview of items in their final order."""
    items, excluded = capped(ordered, cap_tokens)
    return InjectionPreview(
        items=items,
        mode="semantic" if mode_semantic else "deterministic",
        diagnostics=diagnostics,
        excluded=excluded,
    )


def capped(
    ordered: Iterable[InjectionItem], cap_tokens: int
) -> tuple[tuple[InjectionItem, ...], tuple[NotInjected, ...]]:
    """What fits the cap, first come first served; one that is too long does not bar those after it."""
    left = cap_tokens - estimate(INJECTION_HEADER)
    items: list[InjectionItem] = []
    excluded: list[NotInjected] = []
    for item in ordered:
        tokens = estimate("\n" + injection_line(item.content, item.origin))
        if tokens <= left:
            left -= tokens
            items.append(item)
        else:
            excluded.append(
                NotInjected(id=item.id, type=item.type, scope=item.scope, reason="layer_cap", tokens=tokens)
            )
    return tuple(items), tuple(excluded)


def degradation(fault: EmbedderFault, degraded_from: str = "semantic") -> Degradation:
    """The fault as it is shown."""
    return Degradation(
        degraded_from=degraded_from,
        reason=fault.reason,
        code=fault.code,
        suggestion=SUGGESTIONS.get(fault.code),
    )
