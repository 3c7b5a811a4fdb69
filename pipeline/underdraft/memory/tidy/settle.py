"""The writer's answers to offers: one merges, keeps both or drops one. What is written can be undone record by record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Literal, get_args

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.errors import Conflict, NotFound
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import check_in
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.replacing import free, mark
from underdraft.memory.notes.rows import items_in, load, write
from underdraft.memory.notes.service import MemoryService
from underdraft.memory.sections import section_of
from underdraft.memory.tidy.compare import Pair
from underdraft.memory.tidy.offers import Decisions
from underdraft.types.checks import check_one_of, refuse

Action = Literal["merge", "keep_both", "drop"]
KEPT: Action = "keep_both"

REFS_MAXIMUM = 50

USER = "user"


@attrs.frozen(kw_only=True)
class Settlement:
    """An answer of the writer's."""

    action: Annotated[str, "`merge`, `keep_both` or `drop`."]
    stays: Annotated[str, "The ref of what stays; of two that are kept, the first."]
    others: Annotated[tuple[str, ...], "Refs of what was archived, or of the others that are kept."]
    content: Annotated[str, "What stays says now."]


def side_of(connection: Connection, ref: str, project_id: str | None) -> MemoryItem:
    """The record of a ref that is in use and that the project sees, else ``NotFound`` or ``Conflict``."""
    found = load(connection, ref.partition(":")[2])
    if (
        found is None
        or not section_of(found).recalled
        or found.ref != ref
        or found.project_id not in {None, project_id}
    ):
        raise NotFound("refs: there is no such memory or fact", details={"field": "refs"})
    if found.deleted_at is not None:
        raise Conflict("refs: it is deleted already; list the offers again", details={"field": "refs"})
    return found


def settle(
    memory: MemoryService,
    refs: Sequence[str],
    action: str,
    *,
    keep: str | None = None,
    content: str | None = None,
    project_id: str | None = None,
) -> Settlement:
    """Do what the writer decided.

    ``keep`` is the ref of the one that stays, and ``content`` what it says from now on.

    Raises:
        InvalidArgument: A field is wrong, or what all projects share would be merged into a project's own.
        NotFound: One of them is not there for this project.
        Conflict: One of them is deleted meanwhile.
    """
    check_one_of("action", action, get_args(Action))
    if len(set(refs)) != len(refs) or not 1 < len(refs) <= REFS_MAXIMUM:
        refuse("refs", f"2 to {REFS_MAXIMUM} different ones")
    if (keep is None) != (action == KEPT) or (keep is not None and keep not in refs):
        refuse("keep", "none, because both are kept" if action == KEPT else "a ref of these")
    if content is not None and action != "merge":
        refuse("content", "none, unless action is merge")
    at = memory.database.clock()
    with memory.database.write() as connection:
        sides = [side_of(connection, ref, project_id) for ref in refs]
        stays = next((side for side in sides if side.ref == keep), sides[0])
        others = [side for side in sides if side is not stays]
        if action == KEPT:
            write_down(connection, combinations(sides, 2), said=KEPT, project_id=project_id, at=at)
        elif action == "merge":
            if stays.project_id is not None and any(other.project_id is None for other in others):
                refuse("keep", "the one that holds for all projects")
            stays = confirm(connection, stays, content, at=at)
        for side in others if action != KEPT else ():
            archive(connection, side, at, action=action, into=stays)
    memory.indexer.wake()
    refs = tuple(other.ref for other in others)
    return Settlement(action=action, stays=stays.ref, others=refs, content=stays.content)


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


def confirm(connection: Connection, stays: MemoryItem, content: str | None, *, at: str) -> MemoryItem:
    """Let what stays be the writer's word, in other words if they are given, as its next version."""
    after = attrs.evolve(stays, user_confirmed=True)
    if content is not None and content != stays.content:
        after = attrs.evolve(after, content=content, about="", value="", updated_at=at)
        check_in(connection, after)
    return after if after == stays else write(connection, stays, after, action="merge", actor=USER, at=at)


def archive(connection: Connection, side: MemoryItem, at: str, *, action: str, into: MemoryItem) -> None:
    """Hide a statement from lists and prompts; it stays where it is and can be restored."""
    link = {**side.metadata, "mergedInto": into.ref} if action == "merge" else side.metadata
    gone = attrs.evolve(side, deleted_at=at, metadata=link)
    write(connection, side, gone, action=action, actor=USER, at=at)
    if action == "drop":
        free(connection, side.id, actor=USER, at=at)
    elif section_of(into).distinct:
        c = MEMORY_ITEM.c
        held = items_in(connection, select(MEMORY_ITEM).where(c.replaced_by == side.id, c.id != into.id))
        mark(connection, held, into.id, actor=USER, at=at)


def decisions(connection: Connection, project_id: str | None) -> Decisions:
    """Read the decisions on pairs for a project and for all projects; a pair that the writer keeps stays so."""
    c = MEMORY_TIDY.c
    said = select(MEMORY_TIDY).where(or_(c.project_id.is_(None), c.project_id == project_id))
    return {
        frozenset({row.stays_hash, row.other_hash}): (row.action, row.stays_hash)
        for row in connection.execute(said.order_by(c.action == KEPT, c.seq))
    }
