"""The writer's answers to offers: one merges, keeps both or drops one, and can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, cast

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.facts import crud as facts_crud
from underdraft.memory.facts import rows as fact_rows
from underdraft.memory.items import crud, rows
from underdraft.memory.items.item import check_item
from underdraft.text.clean import sha256
from underdraft.types.sessions import AtomicMemory

Action = Literal["merge", "keep_both", "drop"]
ACTIONS: tuple[Action, ...] = ("merge", "keep_both", "drop")
ITEM, FACT = "memory", "atomic"
USER = "user"
MADE = 0
"""The version before, of a fact that the wording of a merge has made."""


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


@attrs.frozen(kw_only=True)
class JudgedStatement:
    """A memory or a fact as it was judged."""

    ref: str
    kind: str
    id: str
    content: str
    project_id: str | None
    version: int


def side_of(connection: Connection, ref: str, project_id: str | None) -> JudgedStatement:
    """The memory or fact of a ref that is in use and that the project sees, else ``NotFound`` or ``Conflict``."""
    kind, _, key = ref.partition(":")
    if kind not in {ITEM, FACT} or not key:
        raise InvalidArgument("refs: expected memory:<id> or atomic:<id>", details={"field": "refs"})
    found = rows.load(connection, key) if kind == ITEM else fact_rows.load(connection, [key]).get(key)
    if found is None or found.project_id not in {None, project_id}:
        raise NotFound("refs: there is no such memory or fact", details={"field": "refs"})
    if found.deleted_at is not None:
        raise Conflict("refs: it is deleted already; list the offers again", details={"field": "refs"})
    return JudgedStatement(
        ref=ref,
        kind=kind,
        id=key,
        content=found.content,
        project_id=found.project_id,
        version=found.version,
    )


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


def settle(
    connection: Connection, answer: OfferAnswer, *, settlement_id: str, new_id: str, at: str
) -> Settlement:
    """Do what the writer decided, inside the caller's transaction.

    ``new_id`` is for a fact that a new wording makes: facts have no history, so that the old one is archived
    as it was.
    """
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
            stays, version, others = reword(connection, stays, others, answer.content, new_id=new_id, at=at)
        elif answer.action == "merge":
            confirm(connection, stays, at)
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


def check_reach_of(stays: JudgedStatement, others: Sequence[JudgedStatement]) -> None:
    """See that what holds for all projects is not merged into what holds for one."""
    if stays.project_id is not None and any(other.project_id is None for other in others):
        raise InvalidArgument("keep: expected the one that holds for all projects", details={"field": "keep"})


def pairs_of(
    stays: JudgedStatement, others: Sequence[JudgedStatement], *, every: bool
) -> list[tuple[JudgedStatement, JudgedStatement]]:
    """The one with each other; with ``every`` all pairs."""
    sides = [stays, *others]
    heads = sides[:-1] if every else [stays]
    return [(one, other) for n, one in enumerate(heads) for other in sides[n + 1 :]]


def archive(
    connection: Connection, side: JudgedStatement, at: str, *, action: str, into: JudgedStatement
) -> None:
    """Hide a statement from lists and prompts; it stays where it is and can be restored."""
    if side.kind == ITEM:
        item = crud.existing(connection, side.id)
        link = {**item.metadata, "mergedInto": into.ref} if action == "merge" else item.metadata
        gone = attrs.evolve(item, deleted_at=at, metadata=link)
        rows.write(connection, item, gone, action=action, actor=USER, at=at)
        return
    fact = facts_crud.existing(connection, side.id)
    fact_rows.write(connection, fact, attrs.evolve(fact, deleted_at=at))
    if action == "drop":
        fact_rows.free_contradicted(connection, side.id)
    elif into.kind == FACT:
        held = ATOMIC_MEMORY.c.contradicted_by == side.id
        connection.execute(ATOMIC_MEMORY.update().where(held).values(contradicted_by=into.id))


def bring_back(connection: Connection, side_ref: str, at: str) -> None:
    """Undo :func:`archive`; what was purged meanwhile stays away."""
    kind, _, key = side_ref.partition(":")
    if kind == ITEM:
        item = rows.load(connection, key)
        if item is not None and item.deleted_at is not None:
            metadata = {name: value for name, value in item.metadata.items() if name != "mergedInto"}
            back = attrs.evolve(item, deleted_at=None, metadata=metadata)
            rows.write(connection, item, back, action="undo", actor=USER, at=at)
        return
    fact = fact_rows.load(connection, [key]).get(key)
    if fact is not None and fact.deleted_at is not None:
        fact_rows.write(connection, fact, attrs.evolve(fact, deleted_at=None))


def confirm(connection: Connection, side: JudgedStatement, at: str) -> None:
    """Mark what the writer let stay as the writer's."""
    if side.kind == ITEM:
        item = crud.existing(connection, side.id)
        if not item.user_confirmed:
            kept = attrs.evolve(item, user_confirmed=True)
            rows.write(connection, item, kept, action="update", actor=USER, at=at)
        return
    fact = facts_crud.existing(connection, side.id)
    if not fact.user_confirmed:
        fact_rows.write(connection, fact, attrs.evolve(fact, user_confirmed=True))


def reword(
    connection: Connection,
    stays: JudgedStatement,
    others: list[JudgedStatement],
    content: str,
    *,
    new_id: str,
    at: str,
) -> tuple[JudgedStatement, int, list[JudgedStatement]]:
    """Let what stays say something else: a memory as its next version, a fact as a new one that archives the old.

    Returns:
        What stays, the version of a memory before (:data:`MADE` for a new fact), and what is archived.
    """
    if stays.kind == ITEM:
        item = crud.existing(connection, stays.id)
        after = attrs.evolve(item, content=content, user_confirmed=True, updated_at=at)
        check_item(after)
        rows.write(connection, item, after, action="merge", actor=USER, at=at)
        return attrs.evolve(stays, content=content), item.version, others
    fact = facts_crud.existing(connection, stays.id)
    made = AtomicMemory(
        id=new_id,
        timestamp=at,
        content=content,
        tags=fact.tags,
        session_id=None,
        project_id=fact.project_id,
        create_time=at,
        user_confirmed=True,
        updated_at=at,
    )
    facts_crud.check_memory(connection, made)
    fact_rows.write(connection, None, made)
    new = JudgedStatement(
        ref=f"{FACT}:{new_id}", kind=FACT, id=new_id, content=content, project_id=fact.project_id, version=1
    )
    archive(connection, stays, at, action="merge", into=new)
    return new, MADE, [stays, *others]


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
    kind, _, key = found.stays.partition(":")
    if kind == FACT:
        fact = fact_rows.load(connection, [key]).get(key)
        if version == MADE and fact is not None and fact.deleted_at is None:
            fact_rows.write(connection, fact, attrs.evolve(fact, deleted_at=at))
        return
    item = rows.load(connection, key)
    if version is None or item is None:
        return
    if sha256(item.content) != stays_hash:
        raise Conflict("id: the memory was changed since; undo that first", details={"field": "id"})
    before = next(one.after for one in crud.revisions(connection, key) if one.version == version)
    back = attrs.evolve(item, content=before.content, user_confirmed=before.user_confirmed, updated_at=at)
    rows.write(connection, item, back, action="undo", actor=USER, at=at)


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
    kind, _, key = ref.partition(":")
    found = rows.load(connection, key) if kind == ITEM else fact_rows.load(connection, [key]).get(key)
    return found.content if found is not None and found.deleted_at is None else None
