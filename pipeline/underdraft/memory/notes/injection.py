"""The memories of layer 2: loaded, ordered, and cut to the layer's cap with evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.nearest import not_ready, similarities
from underdraft.memory.notes.ordered_cache import COLUMNS, OrderedCache, Shelved
from underdraft.memory.settings import cached_settings
from underdraft.text.tokens import estimate
from underdraft.types.copies import copied
from underdraft.types.memory import (
    DETERMINISTIC,
    INJECTION_HEADER,
    Degradation,
    InjectionItem,
    InjectionPreview,
    NotInjected,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.memory.index.row_cache import RowCache


def preview(
    database: Database,
    slot: EmbedderSlot,
    rows: RowCache[OrderedCache],
    *,
    query_text: str | None,
    cap_tokens: int,
    excluded_limit: int | None,
    wait_ms: int,
) -> InjectionPreview:
    """Assemble the memories of layer 2 for a project, and with a query the order that meaning would give them.

    Without a query the fixed order holds. ``cap_tokens`` are estimated, header included; the query's vector is
    waited for at most ``wait_ms``.
    """

    def read(ids: Sequence[str]) -> Mapping[str, Any]:
        with database.read() as connection:
            return rows.some(connection, ids)

    with database.read() as connection:
        if not cached_settings(connection)["injectionEnabled"]:
            return InjectionPreview(items=())
        if query_text is None or not query_text.strip():
            with rows.reading(connection) as held:
                key = cap_tokens, excluded_limit
                return held.derive(key, lambda found: made(found, *key, read=read))
    query: Vectors | EmbedderFault
    try:
        query = slot.embed_query(query_text, wait_ms=wait_ms)
    except EmbedderFault as fault:
        query = fault
    with database.read() as connection, rows.reading(connection) as held:
        try:
            if isinstance(query, EmbedderFault):
                raise query
            scores = scores_of(connection, rows, query)
            if held.ordered and not scores:
                raise not_ready()
        except EmbedderFault as fault:
            return made(held.ordered, cap_tokens, excluded_limit, read=read, diagnostics=degradation(fault))
        ordered = by_score(held.ordered, scores)
        return made(ordered, cap_tokens, excluded_limit, read=read, scores=scores)


def scores_of(connection: Connection, rows: RowCache[OrderedCache], query: Vectors) -> dict[str, float]:
    """The similarity of each memory that has a vector, by id."""
    hashes = rows.query.with_only_columns(MEMORY_ITEM.c.id, MEMORY_ITEM.c.content_hash)
    found = {row.id: row.content_hash for row in connection.execute(hashes).all()}
    near = similarities(connection, query, found.values())
    return {item_id: near[key] for item_id, key in found.items() if key in near}


def by_score(ordered: Sequence[Shelved], scores: Mapping[str, float]) -> list[Shelved]:
    """Highest score first; ties, and memories without a score after all others, stay in the fixed order."""
    import numpy as np  # late: without vectors there are no scores

    none = float("-inf")
    each = np.array([scores.get(entry.id, none) for entry in ordered])
    return [ordered[place] for place in np.argsort(-each, kind="stable").tolist()]


def made(
    ordered: Sequence[Shelved],
    cap_tokens: int,
    excluded_limit: int | None = None,
    *,
    read: Callable[[Sequence[str]], Mapping[str, Any]],
    scores: Mapping[str, float] | None = None,
    diagnostics: Degradation | None = None,
) -> InjectionPreview:
    """The preview of memories in their final order, of which ``read`` reads rows; with ``scores`` it is one by meaning.

    Where the cap is too small for all, the earlier in the order come first; one that is too long does not bar those
    after it.
    """
    tokens = [entry.tokens for entry in ordered]
    taken = fitting(tokens, cap_tokens)
    known, inside = scores or {}, set(taken)
    ids = [ordered[place].id for place in taken]
    rows = read(ids)
    outside = (entry for place, entry in enumerate(ordered) if place not in inside)
    excluded = tuple(
        copied(NotInjected, entry, reason="layer_cap") for entry in islice(outside, excluded_limit)
    )
    return InjectionPreview(
        items=tuple(item_of(rows[item_id], known.get(item_id)) for item_id in ids),
        mode="deterministic" if scores is None else "semantic",
        diagnostics=diagnostics,
        left_out=len(ordered) - len(taken),
        left_out_tokens=sum(tokens) - sum(tokens[p] for p in taken),
        excluded=excluded,
    )


def fitting(tokens: Sequence[int], cap_tokens: int) -> list[int]:
    """The places, first come first served, that fit the cap with the header; ``tokens`` has those of each."""
    left = cap_tokens - estimate(INJECTION_HEADER)
    taken: list[int] = []
    for place, needed in enumerate(tokens):
        if needed <= left:
            left -= needed
            taken.append(place)
    return taken


def item_of(row: Sequence[Any], score: float | None) -> InjectionItem:
    """The item of a row, with its similarity as the reason; without one it is in the fixed order."""
    reason: Mapping[str, str | float]
    reason = DETERMINISTIC if score is None else {"kind": "semantic", "score": score}
    return InjectionItem(**dict(zip(COLUMNS, row, strict=True)), reason=reason)


def degradation(fault: EmbedderFault, degraded_from: str = "semantic") -> Degradation:
    """The fault as it is shown."""
    return Degradation(
        degraded_from=degraded_from, reason=fault.reason, code=fault.code, suggestion=fault.suggestion
    )
