"""Which records say the same, and which replaces which.

Two say the same when they differ in case, white space and marks only: never by similarity, which does not tell
"prefers short" from "prefers long". All functions work inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.profile import show
from underdraft.memory.notes.record import (
    ACTIVE,
    OUTDATED,
    PROPOSED,
    RETIRED,
    WRITERS,
    MemoryItem,
    in_state,
)
from underdraft.memory.notes.rows import items_in, load_all, same_key, write
from underdraft.memory.sections import section_of
from underdraft.text.clean import plain_words

Opposed = Callable[[Connection, MemoryItem], Iterable[MemoryItem]]
"""Finds the learned records in use that a statement of the writer's speaks against."""

REPLACE = "replace"
"""The action of a write that says which record takes the place of another, or that none does any more."""

RESTORE = "restore"
"""The action of a write that brings back what was deleted, or replaced."""


def add(
    connection: Connection,
    item: MemoryItem,
    *,
    actor: str,
    at: str,
    replaced: Iterable[MemoryItem] = (),
    explicit: bool = False,
) -> MemoryItem:
    """Write a new record, with the marks on both sides where it replaces others.

    ``replaced`` are live records that it takes the place of, beside those that it contradicts. The writer's newest
    ``explicit`` words win whatever they replace. What the writer confirmed gives way to nothing else: then the new
    record is outdated from the beginning.
    """
    against = find_contradicted(connection, item)
    against += [other for other in replaced if other.id not in {known.id for known in against}]
    strong = explicit or item.user_confirmed
    kept = [other.id for other in against if other.user_confirmed and not strong]
    item = attrs.evolve(
        item, replaces=tuple(other.id for other in against), replaced_by=next(iter(kept), None)
    )
    written = write(connection, None, item, action="create", actor=actor, at=at)
    mark(connection, [other for other in against if other.id not in kept], item.id, actor=actor, at=at)
    return written


def rewrite(
    connection: Connection,
    before: MemoryItem,
    after: MemoryItem,
    *,
    action: str,
    actor: str,
    at: str,
    opposed: Opposed = lambda *_: (),
) -> MemoryItem:
    """Write a change, and bring in step what the record replaces, what replaces it, and the profile that shows it."""
    distinct = section_of(after).distinct
    if before.state == PROPOSED and before.source in WRITERS and in_state(after).state == ACTIVE:
        written = take(connection, after, opposed=opposed, actor=actor, at=at)
    elif after.deleted_at is not None or in_state(after).state == PROPOSED:
        written = write(connection, before, after, action=action, actor=actor, at=at)
        free(connection, written.id, actor=actor, at=at)
    elif before.state == OUTDATED and action == RESTORE:
        written = bring_back(connection, before, actor=actor, at=at)
    elif distinct and before.deleted_at is not None:
        newer = next(iter(find_contradicted(connection, after)), None)
        back = attrs.evolve(after, replaced_by=newer.id if newer else None)
        written = write(connection, before, back, action=action, actor=actor, at=at)
    elif not distinct and before.deleted_at is None and after.content == before.content:
        written = write(connection, before, after, action=action, actor=actor, at=at)
    else:
        older = load_all(connection, before.replaces).values()
        kept = [  # an edit does not bring back what this one replaced although both name no value
            other.id
            for other in older
            if other.replaced_by == before.id and not other.about and (distinct or other.source in WRITERS)
        ]
        free(connection, before.id, actor=actor, at=at)
        against = [*find_contradicted(connection, after)] if distinct else []
        against += [*load_all(connection, kept).values(), *opposed(connection, after)]
        after = attrs.evolve(after, replaces=tuple(other.id for other in against))
        after = attrs.evolve(after, replaced_by=None) if distinct else after
        written = write(connection, before, after, action=action, actor=actor, at=at)
        mark(connection, against, written.id, actor=actor, at=at)
    if section_of(written).in_profile:
        show(connection, actor=actor, at=at)
    return written


def take(
    connection: Connection, item: MemoryItem, *, opposed: Opposed = lambda *_: (), actor: str, at: str
) -> MemoryItem:
    """Let an offered record hold: what it was to replace gives way to it, as to something that was said."""
    before = load_all(connection, [item.id])[item.id]
    after = attrs.evolve(item, state=ACTIVE, updated_at=at)
    planned = [other for other in load_all(connection, item.replaces).values() if other.state == ACTIVE]
    against = [*find_contradicted(connection, after), *planned, *opposed(connection, after)]
    against = list({other.id: other for other in against}.values())
    after = attrs.evolve(after, replaces=tuple(other.id for other in against))
    written = write(connection, before, after, action="update", actor=actor, at=at)
    mark(connection, against, written.id, actor=actor, at=at)
    return written


def bring_back(connection: Connection, item: MemoryItem, *, actor: str, at: str) -> MemoryItem:
    """Let an outdated record hold again: what had replaced it gives way to it."""
    newer = load_all(connection, [item.replaced_by or ""]).values()
    standing = [other for other in newer if other.deleted_at is None]
    replaces = dict.fromkeys([*item.replaces, *(other.id for other in standing)])
    back = attrs.evolve(item, replaced_by=None, replaces=tuple(replaces))
    back = write(connection, item, back, action=RESTORE, actor=actor, at=at)
    mark(connection, standing, back.id, actor=actor, at=at)
    return back


def mark(
    connection: Connection, others: Sequence[MemoryItem], newer_id: str | None, *, actor: str, at: str
) -> None:
    """Say of records what replaces them; ``None``: nothing does any more."""
    for other in others:
        marked = attrs.evolve(other, replaced_by=newer_id)
        write(connection, other, marked, action=REPLACE, actor=actor, at=at)


def free(connection: Connection, gone_id: str, *, actor: str, at: str) -> None:
    """A record is gone or says something else now: what it replaced is free again."""
    c = MEMORY_ITEM.c
    freed = select(MEMORY_ITEM).where(c.replaced_by == gone_id, c.state != RETIRED)
    mark(connection, items_in(connection, freed), None, actor=actor, at=at)


def find_contradicted(connection: Connection, item: MemoryItem) -> list[MemoryItem]:
    """Live records that give another value to what this one gives a value to, newest first."""
    value = plain_words(item.value)
    same = (other for other in find_about(connection, item) if other.id != item.id)
    return [other for other in same if plain_words(other.value) != value]


def find_twin(connection: Connection, item: MemoryItem, *, sections: Sequence[str]) -> MemoryItem | None:
    """A record, deleted ones included, that says the same in the same project or for all projects."""
    c = MEMORY_ITEM.c
    place = or_(c.project_id.is_(None), is_value(c.project_id, item.project_id))
    same = select(MEMORY_ITEM).where(c.section.in_(sections), c.same_key == same_key(item.content), place)
    # One that was overruled meanwhile and is said again counts as new.
    same = same.where(c.replaced_by.is_(None)).order_by(c.deleted_at.is_not(None), c.id).limit(1)
    if found := items_in(connection, same):
        return found[0]
    value = plain_words(item.value)
    alike = (other for other in find_about(connection, item) if plain_words(other.value) == value)
    return next((other for other in alike if other.replaced_by is None), None)


def find_about(connection: Connection, item: MemoryItem) -> list[MemoryItem]:
    """Live records of the same project that give a value to the same thing, newest first."""
    if not item.about:
        return []
    c = MEMORY_ITEM.c
    same = (c.about == item.about, is_value(c.project_id, item.project_id), c.state.in_((ACTIVE, OUTDATED)))
    return items_in(connection, select(MEMORY_ITEM).where(*same).order_by(c.said_at.desc(), c.id))
