"""The writer's answers to offers: one statement stays, or all of them do. What is written can be undone record by record."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.errors import Conflict
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.replacing import mark
from underdraft.memory.notes.rows import items_in, load_all, write
from underdraft.memory.tidy.compare import Pair
from underdraft.memory.tidy.offers import Decisions, Offer
from underdraft.types.checks import refuse

KEPT = "keep_both"
"""What is kept of statements that all stay."""

USER = "user"


def one_that_stays(connection: Connection, offer: Offer, keep: str | None) -> MemoryItem:
    """Return the statement of a ref, or the first, which may take the place of the others.

    Raises:
        InvalidArgument: The ref is none of the offer's, or what holds for all projects would give way to a project's own.
        Conflict: A statement has changed since it was offered.
    """
    sides = {side.id: side for side in offer.statements}
    if load_all(connection, sides) != sides:
        raise Conflict("id: a statement has changed; list the offers again", details={"field": "id"})
    stays = next((side for side in offer.statements if keep in (None, side.ref)), None)
    if stays is None:
        refuse("keep", "a ref of the offer")
    if stays.project_id is not None and any(side.project_id is None for side in offer.statements):
        refuse("keep", "the one that holds for all projects")
    return stays


def archive_others(connection: Connection, offer: Offer, stays: MemoryItem, at: str) -> None:
    """Hide the other statements from lists and prompts, with a link to the one that stays; each can be restored."""
    for side in load_all(connection, [one.id for one in offer.statements if one.id != stays.id]).values():
        link = {**side.metadata, "mergedInto": stays.ref}
        gone = attrs.evolve(side, deleted_at=at, metadata=link)
        write(connection, side, gone, action="merge", actor=USER, at=at)
        c = MEMORY_ITEM.c
        held = items_in(connection, select(MEMORY_ITEM).where(c.replaced_by == side.id, c.id != stays.id))
        mark(connection, held, stays.id, actor=USER, at=at)


def keep_all(connection: Connection, offer: Offer, *, project_id: str | None, at: str) -> None:
    """Never offer these texts together again."""
    write_down(connection, combinations(offer.statements, 2), said=KEPT, project_id=project_id, at=at)


def write_down(
    connection: Connection,
    pairs: Iterable[Pair],
    *,
    said: str,
    project_id: str | None,
    at: str,
) -> None:
    """Keep what was said of pairs, the one that stays first: ids and hashes, none of their words."""
    for one, other in pairs:
        row = {"stays": one.ref, "stays_hash": one.content_hash}
        row |= {"other": other.ref, "other_hash": other.content_hash}
        connection.execute(MEMORY_TIDY.insert(), row | {"project_id": project_id, "action": said, "at": at})


def decisions(connection: Connection, project_id: str | None) -> Decisions:
    """Read the decisions on pairs for a project and for all projects; a pair that the writer keeps stays so."""
    c = MEMORY_TIDY.c
    said = select(MEMORY_TIDY).where(or_(c.project_id.is_(None), c.project_id == project_id))
    return {
        frozenset({row.stays_hash, row.other_hash}): (row.action, row.stays_hash)
        for row in connection.execute(said.order_by(c.action == KEPT, c.seq))
    }
