"""The memories of layer 2: loaded, ordered, and cut to the layer's cap with evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import case, func, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.snapshot import cached
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.nearest import not_ready, similarities
from underdraft.memory.notes.record import SCOPES, TYPES
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
    injection_line,
)

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, Select

LOOKED_AT = 500
"""Memories that are looked at for a place in a prompt, in their order: more than the largest cap has room for."""

COLUMNS = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at", "version")
"""Columns of a record that go into a prompt."""


@lru_cache(maxsize=256)
def in_order(allowed: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The statement that reads what a condition allows: :data:`COLUMNS`, in the fixed order, and the content's hash.

    Project before global; preference, fact, note, then other types by name; the newest change first; then the id.
    """
    c = MEMORY_ITEM.c
    scope = case({name: place for place, name in enumerate(SCOPES)}, value=c.scope, else_=len(SCOPES))
    kind = case({name: place for place, name in enumerate(TYPES)}, value=c.type, else_=len(TYPES))
    columns = [c[name] for name in (*COLUMNS, "content_hash")]
    return select(*columns).where(allowed).order_by(scope, kind, c.type, c.updated_at.desc(), c.id)


def preview(
    database: Database,
    slot: EmbedderSlot,
    allowed: ColumnElement[bool],
    query_text: str | None,
    cap: tuple[int, int | None],
    wait_ms: int,
) -> InjectionPreview:
    """Assemble the memories of layer 2 for a project, and with a query the order that meaning would give them.

    Without a query the fixed order holds. ``cap`` is the estimated tokens that there is room for, header included, and how
    many of what they leave out are listed; the query's vector is waited for at most ``wait_ms``.
    """
    with database.read() as connection:
        if not cached_settings(connection)["injectionEnabled"]:
            return InjectionPreview(items=())
        if query_text is None or not query_text.strip():
            areas = "items", "preferences"
            return cached(
                connection,
                ("injection", allowed, *cap),
                areas,
                lambda: _in_fixed_order(connection, allowed, *cap),
            )
    query: Vectors | EmbedderFault
    try:
        query = slot.embed_query(query_text, wait_ms=wait_ms)
    except EmbedderFault as fault:
        query = fault
    with database.read() as connection:
        ordered = list(connection.execute(in_order(allowed)))
        try:
            if isinstance(query, EmbedderFault):
                raise query
            near = similarities(connection, query, {row.content_hash for row in ordered})
            if ordered and not near:
                raise not_ready()
        except EmbedderFault as fault:
            return made(ordered, *cap, diagnostics=degradation(fault))
    scores = {row.id: near[row.content_hash] for row in ordered if row.content_hash in near}
    ordered.sort(key=lambda row: -scores.get(row.id, float("-inf")))  # ties stay in the fixed order
    return made(ordered, *cap, scores=scores)


def _in_fixed_order(
    connection: Connection, allowed: ColumnElement[bool], cap_tokens: int, excluded_limit: int | None
) -> InjectionPreview:
    """The preview without a query; where not all that is left out is listed, the first :data:`LOOKED_AT` are read."""
    if excluded_limit is None:
        return made(connection.execute(in_order(allowed)).all(), cap_tokens)
    ordered = connection.execute(in_order(allowed).limit(LOOKED_AT)).all()
    preview = made(ordered, cap_tokens, excluded_limit)
    if len(ordered) < LOOKED_AT:
        return preview
    count = select(func.count()).select_from(MEMORY_ITEM).where(allowed)
    more = connection.execute(count).scalar_one() - LOOKED_AT
    each = preview.left_out_tokens / preview.left_out if preview.left_out else 0
    return attrs.evolve(
        preview,
        left_out=preview.left_out + more,
        left_out_tokens=preview.left_out_tokens + round(each * more),
    )


def injectable(
    connection: Connection, allowed: ColumnElement[bool], ids: Collection[str]
) -> tuple[InjectionItem, ...]:
    """The memories of these ids that a condition allows, in the fixed order."""
    asked = in_order(allowed).where(MEMORY_ITEM.c.id.in_(ids))
    return tuple(item_of(row, None) for row in connection.execute(asked))


def made(
    ordered: Sequence[Row[Any]],
    cap_tokens: int,
    excluded_limit: int | None = None,
    *,
    scores: Mapping[str, float] | None = None,
    diagnostics: Degradation | None = None,
) -> InjectionPreview:
    """The preview of memories in their final order; with ``scores`` it is one by meaning.

    Where the cap is too small for all, the earlier in the order come first; one that is too long does not bar those
    after it.
    """
    tokens = [estimate("\n" + injection_line(row.content, row.origin)) for row in ordered]
    taken = fitting(tokens, cap_tokens)
    known, inside = scores or {}, set(taken)
    outside = (place for place in range(len(ordered)) if place not in inside)
    excluded = tuple(
        copied(NotInjected, ordered[place], tokens=tokens[place], reason="layer_cap")
        for place in islice(outside, excluded_limit)
    )
    return InjectionPreview(
        items=tuple(item_of(ordered[place], known.get(ordered[place].id)) for place in taken),
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


def item_of(row: Row[Any], score: float | None) -> InjectionItem:
    """The item of a row, with its similarity as the reason; without one it is in the fixed order."""
    reason: Mapping[str, str | float]
    reason = DETERMINISTIC if score is None else {"kind": "semantic", "score": score}
    return InjectionItem(**{name: getattr(row, name) for name in COLUMNS}, reason=reason)


def degradation(fault: EmbedderFault) -> Degradation:
    """The fault as it is shown."""
    return copied(Degradation, fault, degraded_from="semantic")
