"""The writer's answers to offers: one merges, keeps both or drops one, and can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, cast

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import check_in, revisions
from underdraft.memory.notes.record import FACTS, SEARCHED, MemoryItem
from underdraft.memory.notes.replacing import free, items_in, mark
from underdraft.memory.notes.rows import load, write
from underdraft.text.clean import sha256

Action = Literal["merge", "keep_both", "drop"]
ACTIONS: tuple[Action, ...] = ("merge", "keep_both", "drop")
KINDS = ("memory", "atomic")
"""What stands before the colon of a ref."""

USER = "user"
MADE = 0
"""The version before, of a fact that the wording of a merge has made: revisions up to 0022 did so."""


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
    kind, _, key = ref.partition(":")
    if kind not in KINDS or not key:
        raise InvalidArgument("refs: expected memory:<id> or atomic:<id>", details={"field": "refs"})
    found = load(connection, key)
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


@attrs.frozen(kw_only=True)
class OfferAnswer:
    """What the writer decided about some statements.

    Attributes:
        keep: The ref of the one that stays; not for ``keep_both``.
        content: What the one that stays says from now on; for ``merge`` only, ``None`` leaves it as it is.
    """

    action: Action
    refs: tuple[str, ...]
    keep: str | None
    content: str | None
    project_id: str | None


def settle(connection: Connection, answer: OfferAnswer, *, settlement_id: str, at: str) -> Settlement:
    """Do what the writer decided, inside the caller's transaction."""
    sides = [side_of(connection, ref, answer.project_id) for ref in answer.refs]
    stays = next((side for side in sides if side.ref == answer.keep), sides[0])
    others = [side for side in sides if side is not stays]
    version: int | None = None
    if answer.action != "keep_both":
        if answer.action == "merge":
            check_reach_of(stays, others)
        for side in others:
            archive(connection, side, at, action=answer.action, into=stays)
        if answer.content is not None and answer.content != stays.content:
            version = stays.version
            stays = reword(connection, stays, answer.content, at=at)
        elif answer.action == "merge" and not stays.user_confirmed:
            kept = attrs.evolve(stays, user_confirmed=True)
            write(connection, stays, kept, action="update", actor=USER, at=at)
    written = [
        {
            "settlement_id": settlement_id,
            "project_id": answer.project_id,
            "action": answer.action,
            "stays": one.ref,
            "stays_hash": sha256(one.content),
            "stays_version": version,
            "other": other.ref,
            "other_hash": sha256(other.content),
            "at": at,
        }
        for one, other in pairs_of(stays, others, every=answer.action == "keep_both")
    ]
    connection.execute(MEMORY_TIDY.insert(), written)
    return settlement_of(connection, settlement_id, answer.project_id)


def check_reach_of(stays: MemoryItem, others: Sequence[MemoryItem]) -> None:
    """See that what holds for all projects is not merged into what holds for one."""
    if stays.project_id is not None and any(other.project_id is None for other in others):
        raise InvalidArgument("keep: expected the one that holds for all projects", details={"field": "keep"})


def pairs_of(
    stays: MemoryItem, others: Sequence[MemoryItem], *, every: bool
) -> list[tuple[MemoryItem, MemoryItem]]:
    """The one with each other; with ``every`` all pairs."""
    sides = [stays, *others]
    heads = sides[:-1] if every else [stays]
    return [(one, other) for n, one in enumerate(heads) for other in sides[n + 1 :]]


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


def bring_back(connection: Connection, side_ref: str, at: str) -> None:
    """Undo :func:`archive`; what was purged meanwhile stays away."""
    item = load(connection, side_ref.partition(":")[2])
    if item is not None and item.deleted_at is not None:
        metadata = {name: value for name, value in item.metadata.items() if name != "mergedInto"}
        back = attrs.evolve(item, deleted_at=None, metadata=metadata)
        write(connection, item, back, action="undo", actor=USER, at=at)


def reword(connection: Connection, stays: MemoryItem, content: str, *, at: str) -> MemoryItem:
    """Let what stays say something else, as its next version."""
    after = attrs.evolve(stays, content=content, about="", value="", user_confirmed=True, updated_at=at)
    check_in(connection, after)
    return write(connection, stays, after, action="merge", actor=USER, at=at)


def undo(connection: Connection, settlement_id: str, project_id: str | None, *, at: str) -> Settlement:
    """Take an answer back: what was archived returns, what was reworded says what it said.

    Raises:
        NotFound: There is no such answer in this project.
        Conflict: It was taken back already, or what stays was changed since.
    """
    found = settlement_of(connection, settlement_id, project_id)
    if found.undone_at is not None:
        raise Conflict("id: it was taken back already", details={"field": "id"})
    c = MEMORY_TIDY.c
    row = connection.execute(select(MEMORY_TIDY).where(c.settlement_id == settlement_id).limit(1)).one()
    if found.action != "keep_both":
        take_back_wording(connection, found, row.stays_version, row.stays_hash, at)
        for ref in found.others:
            bring_back(connection, ref, at)
    connection.execute(MEMORY_TIDY.update().where(c.settlement_id == settlement_id).values(undone_at=at))
    return attrs.evolve(found, undone_at=at)


def take_back_wording(
    connection: Connection, found: Settlement, version: int | None, stays_hash: str, at: str
) -> None:
    """Give what stays its earlier words; a fact that the merge made is archived."""
    item = load(connection, found.stays.partition(":")[2])
    if version is None or item is None:
        return
    if version == MADE:
        if item.deleted_at is None:
            gone = attrs.evolve(item, deleted_at=at)
            write(connection, item, gone, action="undo", actor=USER, at=at)
        return
    if sha256(item.content) != stays_hash:
        raise Conflict("id: the memory was changed since; undo that first", details={"field": "id"})
    before = next(one.after for one in revisions(connection, item.id) if one.version == version)
    names = ("content", "user_confirmed", "about", "value")
    back = attrs.evolve(item, **{name: getattr(before, name) for name in names}, updated_at=at)
    write(connection, item, back, action="undo", actor=USER, at=at)


def settlement_of(connection: Connection, settlement_id: str, project_id: str | None) -> Settlement:
    """One answer that this project sees, else ``NotFound``."""
    c = MEMORY_TIDY.c
    mine = select(MEMORY_TIDY).where(c.settlement_id == settlement_id, is_value(c.project_id, project_id))
    found = connection.execute(mine.order_by(c.seq)).all()
    if not found:
        raise NotFound("id: there is no such answer", details={"field": "id"})
    first = found[0]
    return Settlement(
        id=settlement_id,
        action=cast("Action", first.action),
        stays=first.stays,
        others=tuple(dict.fromkeys(row.other for row in found)),
        at=first.at,
        undone_at=first.undone_at,
        content=content_of(connection, first.stays),
    )


def content_of(connection: Connection, ref: str) -> str | None:
    """What a memory or fact says, if it is in use."""
    found = load(connection, ref.partition(":")[2])
    return found.content if found is not None and found.deleted_at is None else None
