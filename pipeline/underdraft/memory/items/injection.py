"""The memories of layer 2: loaded, ordered, and cut to the layer's cap with evidence."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import EmbedderFault
from underdraft.memory.items import ordering
from underdraft.memory.items.injection_cache import state_of
from underdraft.memory.settings import read_settings
from underdraft.text.tokens import estimate
from underdraft.types.memory import (
    DETERMINISTIC,
    INJECTION_HEADER,
    Degradation,
    InjectionItem,
    InjectionPreview,
    NotInjected,
    injection_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import ColumnElement, Connection

    from underdraft.memory.db.database import Database
    from underdraft.memory.index.embedding import EmbedderSlot, Vectors
    from underdraft.memory.items.injection_cache import Remembered
    from underdraft.memory.items.ordering import Candidate


def preview(
    database: Database,
    slot: EmbedderSlot,
    allowed: ColumnElement[bool],
    *,
    place: tuple[str | None, str | None],
    query_text: str | None,
    cap_tokens: int,
    wait_ms: int,
    remembered: Remembered,
) -> InjectionPreview:
    """What layer 2 holds for a project, and with a query in which order meaning would put it.

    Args:
        database: The store.
        slot: The embedder.
        allowed: The condition for memories that may be injected.
        place: Project and document that the condition was made for.
        query_text: ``None`` or blank means the fixed order.
        cap_tokens: Estimated tokens that may be injected, header included.
        wait_ms: How long the query's vector is waited for.
        remembered: Previews in the fixed order, kept until a memory is written.

    Raises:
        StoreError: The store cannot be read.
    """
    with database.read() as connection:
        if not read_settings(connection)["injectionEnabled"]:
            return InjectionPreview(items=())
        if query_text is None or not query_text.strip():
            return remembered.get(
                (*place, cap_tokens, *state_of(connection)),
                lambda: made(ordering.deterministic(candidates(connection, allowed)), cap_tokens),
            )
    query: Vectors | EmbedderFault
    try:
        query = slot.embed_query(query_text, wait_ms=wait_ms)
    except EmbedderFault as fault:
        query = fault
    with database.read() as connection:
        items = candidates(connection, allowed)
        try:
            if isinstance(query, EmbedderFault):
                raise query
            scores = scores_of(connection, query, allowed, expected=bool(items))
        except EmbedderFault as fault:
            return made(ordering.deterministic(items), cap_tokens, diagnostics=degradation(fault))
    return made(ordering.semantic(items, scores), cap_tokens, scores=scores)


def candidates(connection: Connection, allowed: ColumnElement[bool]) -> list[Candidate]:
    """All memories that may be injected, in no order."""
    c = MEMORY_ITEM.c
    columns = (c.id, c.type, c.scope, c.content, c.origin, c.project_id, c.document_id, c.updated_at)
    return list(map(ordering.Candidate._make, connection.execute(select(*columns).where(allowed))))


def scores_of(
    connection: Connection, query: Vectors, allowed: ColumnElement[bool], *, expected: bool
) -> dict[str, float]:
    """Similarity by id.

    Raises:
        EmbedderFault: The index cannot be used, or it has none of the vectors that are ``expected``.
    """
    scores = vectors.similarities(connection, MEMORY_ITEM, query, allowed)
    if expected and not scores:
        raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
    return scores


def made(
    ordered: Iterable[Candidate],
    cap_tokens: int,
    *,
    scores: Mapping[str, float] | None = None,
    diagnostics: Degradation | None = None,
) -> InjectionPreview:
    """The preview of memories in their final order; with ``scores`` it is one by meaning."""
    items, excluded = capped(ordered, cap_tokens, scores or {})
    return InjectionPreview(
        items=items,
        mode="deterministic" if scores is None else "semantic",
        diagnostics=diagnostics,
        excluded=excluded,
    )


def capped(
    ordered: Iterable[Candidate], cap_tokens: int, scores: Mapping[str, float]
) -> tuple[tuple[InjectionItem, ...], tuple[NotInjected, ...]]:
    """What fits the cap, first come first served; one that is too long does not bar those after it."""
    left = cap_tokens - estimate(INJECTION_HEADER)
    items: list[InjectionItem] = []
    excluded: list[NotInjected] = []
    for row in ordered:
        tokens = line_tokens(row.content, row.origin)
        if tokens <= left:
            left -= tokens
            items.append(item_of(row, scores.get(row.id)))
        else:
            excluded.append(
                NotInjected(id=row.id, type=row.type, scope=row.scope, reason="layer_cap", tokens=tokens)
            )
    return tuple(items), tuple(excluded)


@lru_cache(maxsize=32_768)
def line_tokens(content: str, origin: str) -> int:
    """Estimated tokens of a memory's line, with the line break before it."""
    return estimate("\n" + injection_line(content, origin))


def item_of(row: Candidate, score: float | None) -> InjectionItem:
    """The item, with its similarity as the reason; without one it stands by the fixed order."""
    return InjectionItem(
        id=row.id,
        type=row.type,
        scope=row.scope,
        content=row.content,
        origin=row.origin,
        project_id=row.project_id,
        document_id=row.document_id,
        updated_at=row.updated_at,
        reason=DETERMINISTIC if score is None else {"kind": "semantic", "score": score},
    )


def degradation(fault: EmbedderFault, degraded_from: str = "semantic") -> Degradation:
    """The fault as it is shown."""
    return Degradation(
        degraded_from=degraded_from,
        reason=fault.reason,
        code=fault.code,
        suggestion=fault.suggestion,
    )
