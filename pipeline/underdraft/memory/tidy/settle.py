"""The writer's answers to offers: one merges, keeps both or drops one, and can be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Annotated, Literal, cast, get_args

import attrs
from sqlalchemy import ColumnElement, Connection, func, or_, select

from underdraft.errors import Conflict, NotFound
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import check_in, revisions
from underdraft.memory.notes.record import FACTS, SEARCHED, MemoryItem
from underdraft.memory.notes.replacing import free, items_in, mark
from underdraft.memory.notes.rows import load, write
from underdraft.memory.tidy.compare import Remembered
from underdraft.memory.tidy.offers import Decisions
from underdraft.text.clean import sha256
from underdraft.types.checks import check_one_of, refuse

Action = Literal["merge", "keep_both", "drop"]
ACTIONS: tuple[Action, ...] = get_args(Action)
KEPT: Action = "keep_both"

REFS_MAXIMUM = 50
SHOWN_SETTLED = 20
"""How many of the last answers are listed."""

USER = "user"


@attrs.frozen(kw_only=True)
class Settlement:
    """An answer of the writer's."""

    id: Annotated[str, "By which it is undone."]
    action: Annotated[Action, "What was done."]
    stays: Annotated[str, "The ref of what stays; of two that are kept, the first."]
    others: Annotated[tuple[str, ...], "Refs of what was archived, or of the others that are kept."]
    at: Annotated[str, "When."]
    undone_at: Annotated[str | None, "When it was taken back, or null."] = None
    content: Annotated[str | None, "What stays says now, or null where it is gone."] = None


def side_of(connection: Connection, ref: str, project_id: str | None) -> MemoryItem:
    """The record of a ref that is in use and that the project sees, else ``NotFound`` or ``Conflict``."""
    found = record_of(connection, ref)
    if (
        found is None
        or found.section not in SEARCHED
        or found.ref != ref
        or found.project_id not in {None, project_id}
    ):
        raise NotFound("refs: there is no such memory or fact", details={"field": "refs"})
    if found.deleted_at is not None:
        raise Conflict("refs: it is deleted already; list the offers again", details={"field": "refs"})
    return found


def settle(
    connection: Connection,
    refs: Sequence[str],
    action: str,
    *,
    keep: str | None,
    content: str | None,
    project_id: str | None,
    settlement_id: str,
    at: str,
) -> Settlement:
    """Do what the writer decided, inside the caller's transaction.

    ``keep`` is the ref of the one that stays, and ``content`` what it says from now on.

    Raises:
        InvalidArgument: A field is wrong, or what all projects share would be merged into a project's own.
        NotFound: One of them is not there for this project.
        Conflict: One of them is deleted meanwhile.
    """
    check_one_of("action", action, ACTIONS)
    if len(set(refs)) != len(refs) or not 1 < len(refs) <= REFS_MAXIMUM:
        refuse("refs", f"2 to {REFS_MAXIMUM} different ones")
    if (keep is None) != (action == KEPT) or (keep is not None and keep not in refs):
        refuse("keep", "none, because both are kept" if action == KEPT else "a ref of these")
    if content is not None and action != "merge":
        refuse("content", "none, unless action is merge")
    sides = [side_of(connection, ref, project_id) for ref in refs]
    stays = next((side for side in sides if side.ref == keep), sides[0])
    others = [side for side in sides if side is not stays]
    before = stays
    if action == "merge":
        if stays.project_id is not None and any(other.project_id is None for other in others):
            refuse("keep", "the one that holds for all projects")
        stays = confirm(connection, stays, content, at=at)
    for side in others if action != KEPT else ():
        archive(connection, side, at, action=action, into=stays)
    write_down(
        connection,
        combinations(sides, 2) if action == KEPT else [(stays, other) for other in others],
        action=action,
        project_id=project_id,
        settlement_id=settlement_id,
        stays_version=before.version if stays != before else None,
        at=at,
    )
    return settlement_of(connection, settlement_id, project_id)


def write_down(
    connection: Connection,
    pairs: Iterable[tuple[MemoryItem | Remembered, MemoryItem | Remembered]],
    *,
    action: str,
    project_id: str | None,
    settlement_id: str,
    at: str,
    stays_version: int | None = None,
) -> None:
    """Keep what was said of pairs, the one that stays first: ids and hashes, none of their words."""
    rows = [
        {
            "settlement_id": settlement_id,
            "project_id": project_id,
            "action": action,
            "stays": one.ref,
            "stays_hash": sha256(one.content),
            "stays_version": stays_version,
            "other": other.ref,
            "other_hash": sha256(other.content),
            "at": at,
        }
        for one, other in pairs
    ]
    if rows:
        connection.execute(MEMORY_TIDY.insert(), rows)


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
    elif into.section == FACTS:
        c = MEMORY_ITEM.c
        held = items_in(connection, select(MEMORY_ITEM).where(c.replaced_by == side.id, c.id != into.id))
        mark(connection, held, into.id, actor=USER, at=at)


def undo(connection: Connection, settlement_id: str, project_id: str | None, *, at: str) -> Settlement:
    """Take an answer back: what was archived returns, what was reworded says what it said.

    What was purged meanwhile stays away.

    Raises:
        NotFound: There is no such answer in this project.
        Conflict: It was taken back already, or what stays was changed since.
    """
    found = settlement_of(connection, settlement_id, project_id)
    if found.undone_at is not None:
        raise Conflict("id: it was taken back already", details={"field": "id"})
    mine = MEMORY_TIDY.c.settlement_id == settlement_id
    row = connection.execute(select(MEMORY_TIDY).where(mine).limit(1)).one()
    item = record_of(connection, found.stays)
    past = revisions(connection, item.id) if item is not None else ()
    earlier = next((one.after for one in past if one.version == row.stays_version), None)
    if item is not None and earlier is not None:
        if sha256(item.content) != row.stays_hash:
            raise Conflict("id: the memory was changed since; undo that first", details={"field": "id"})
        names = ("content", "user_confirmed", "about", "value")
        back = attrs.evolve(item, **{name: getattr(earlier, name) for name in names}, updated_at=at)
        write(connection, item, back, action="undo", actor=USER, at=at)
    for ref in found.others if found.action != KEPT else ():
        gone = record_of(connection, ref)
        if gone is not None and gone.deleted_at is not None:
            metadata = {name: value for name, value in gone.metadata.items() if name != "mergedInto"}
            back = attrs.evolve(gone, deleted_at=None, metadata=metadata)
            write(connection, gone, back, action="undo", actor=USER, at=at)
    connection.execute(MEMORY_TIDY.update().where(mine).values(undone_at=at))
    return attrs.evolve(found, undone_at=at)


def record_of(connection: Connection, ref: str) -> MemoryItem | None:
    """The record of a ref, deleted or not."""
    return load(connection, ref.partition(":")[2])


def settlement_of(connection: Connection, settlement_id: str, project_id: str | None) -> Settlement:
    """One answer that this project sees, else ``NotFound``."""
    c = MEMORY_TIDY.c
    own = select(MEMORY_TIDY).where(c.settlement_id == settlement_id, *answers_of(project_id))
    found = connection.execute(own.order_by(c.seq)).all()
    if not found:
        raise NotFound("id: there is no such answer", details={"field": "id"})
    first = found[0]
    stays = record_of(connection, first.stays)
    return Settlement(
        id=settlement_id,
        action=cast("Action", first.action),
        stays=first.stays,
        others=tuple(dict.fromkeys(row.other for row in found)),
        at=first.at,
        undone_at=first.undone_at,
        content=stays.content if stays is not None and stays.deleted_at is None else None,
    )


def answers_of(project_id: str | None) -> tuple[ColumnElement[bool], ...]:
    """The conditions for the writer's answers in a project."""
    return is_value(MEMORY_TIDY.c.project_id, project_id), MEMORY_TIDY.c.action.in_(ACTIONS)


def last_settlements(connection: Connection, project_id: str | None) -> tuple[Settlement, ...]:
    """The project's last answers, newest first."""
    c = MEMORY_TIDY.c
    newest = select(c.settlement_id).where(*answers_of(project_id)).group_by(c.settlement_id)
    ids = connection.scalars(newest.order_by(func.max(c.seq).desc()).limit(SHOWN_SETTLED)).all()
    return tuple(settlement_of(connection, one, project_id) for one in ids)


def decisions(connection: Connection, project_id: str | None) -> Decisions:
    """What was said of pairs for a project and for all projects; what the writer keeps both of stays so."""
    c = MEMORY_TIDY.c
    said = select(MEMORY_TIDY).where(
        c.action.not_in(("merge", "drop")),
        c.undone_at.is_(None),
        or_(c.project_id.is_(None), c.project_id == project_id),
    )
    return {
        frozenset({row.stays_hash, row.other_hash}): (row.action, row.stays_hash)
        for row in connection.execute(said.order_by(c.action == KEPT, c.seq))
    }
