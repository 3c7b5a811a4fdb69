"""What is remembered: all records with their past."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.areas.area import Area
from underdraft.memory.areas.left import LeftBehind, Origin, quotes
from underdraft.memory.areas.scope import Named, PurgeScope
from underdraft.memory.areas.steps import PurgeStep
from underdraft.memory.areas.words import PurgedWords, is_blank
from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION, MEMORY_USE
from underdraft.memory.notes.profile import show
from underdraft.memory.notes.record import PROPOSED, REFUSED, MemoryItem
from underdraft.memory.notes.replacing import free
from underdraft.memory.notes.rows import index_all, load_all, packed, remove, to_plain, write
from underdraft.memory.sections import SECTIONS, section_of, sections_where
from underdraft.text.clean import plain_words

PURGE = "purge"
"""The action and the actor of what a purge changes."""


def plan_notes(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Records that are named or go with their project, and facts and notes of which a purged text leaves nothing; others lose it."""
    c, words = MEMORY_ITEM.c, scope.words
    named = {*scope.item_ids, *find_learned(connection, scope)}
    texts = select(c.id, c.project_id, c.section, c.content, c.evidence)
    holding = [] if scope.everything else words.find(connection, texts, c.content, c.evidence)
    for row in holding:
        if section_of(row).heard and is_blank(words.take_out(row.content)):
            named.add(row.id)
    everyone = connection.execute(select(c.id, c.project_id, c.section)).all()
    of_project = scope.project_id is not None
    going = [
        row
        for row in everyone
        if scope.everything or row.id in named or (of_project and row.project_id == scope.project_id)
    ]
    gone = {row.id for row in going}
    quoting = [
        row
        for row in holding
        if section_of(row).heard or words.take_out(rests := json.loads(row.evidence)) != rests
    ]
    left = [row for row in quoting if row.id not in gone]

    def take_out(connection: Connection, ids: Sequence[str]) -> None:
        items, past = load_all(connection, ids), MEMORY_REVISION.c
        for item in items.values():
            changed = without(words, item, to_plain(item))
            after = attrs.evolve(item, content=changed["content"], evidence=tuple(changed["evidence"]))
            write(connection, item, after, action=PURGE, actor=PURGE, at=scope.at)
        for row in connection.execute(select(MEMORY_REVISION).where(past.memory_id.in_(items))).all():
            item = items[row.memory_id]
            sides = {side: json.loads(text) for side in ("before", "after") if (text := getattr(row, side))}
            values = {side: packed(without(words, item, plain)) for side, plain in sides.items()}
            connection.execute(MEMORY_REVISION.update().where(past.seq == row.seq).values(values))

    steps = [
        PurgeStep(
            kind=section.purged_as,
            rows=[(r.id, r.project_id) for r in going if section_of(r) is section],
            write=partial(delete_items, scope.at),
            memories=not section.concluded,
        )
        for section in SECTIONS.values()
    ]
    losing = [
        PurgeStep(
            kind=section.purged_as,
            rows=[(r.id, r.project_id) for r in left if section_of(r) is section],
            write=take_out,
        )
        for section in SECTIONS.values()
    ]
    return [*losing, *steps]


def without(words: PurgedWords, item: MemoryItem, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without purged words: in its evidence and, if it was heard, in its content."""
    names = ("content", "evidence") if section_of(item).heard else ("evidence",)
    return {**plain, **{name: words.take_out(plain[name]) for name in names if name in plain}}


def find_learned(connection: Connection, scope: PurgeScope) -> set[str]:
    """Rules, proposals and refusals that say what a named memory says, in its words or learned from the same."""
    if scope.everything or not scope.item_ids:
        return set()
    c = MEMORY_ITEM.c
    topics = select_in(connection, select(c.topic_id), c.id, scope.item_ids) - {None}
    waiting = c.section.in_(sections_where(lambda one: one.concluded)) | (
        c.topic_id.is_not(None) & c.state.in_((PROPOSED, REFUSED))
    )
    learned = connection.execute(select(c.id, c.content, c.topic_id).where(waiting))
    return {row.id for row in learned if row.topic_id in topics or scope.words.in_text(row.content)}


def delete_items(at: str, connection: Connection, ids: Sequence[str]) -> None:
    """Remove records with their past; what they replaced is free again, and the profile shows what is left."""
    remove(connection, ids)
    for item_id in sorted(ids):
        free(connection, item_id, actor=PURGE, at=at)
    show(connection, actor=PURGE, at=at)


def find_items(connection: Connection, item_id: str | None, project_id: str | None) -> Named:
    """What has this id, or the project, with every wording that it ever had."""
    c = MEMORY_ITEM.c
    chosen = c.id == item_id if item_id is not None else c.project_id == project_id
    found = connection.execute(select(c.id, c.content, c.section).where(chosen)).all()
    shown = [row for row in found if section_of(row).in_profile]
    lines = {" ".join(text.split()) for text in every_text(connection, shown)}
    return Named(
        item_ids=frozenset(row.id for row in found),
        texts=frozenset(every_text(connection, found)),
        lines=frozenset(lines),
    )


def every_text(connection: Connection, rows: Sequence[Any]) -> set[str]:
    """What records say and said in any version."""
    items = {row.id: row.content for row in rows}
    past = select_in(connection, select(MEMORY_REVISION.c.after), MEMORY_REVISION.c.memory_id, items)
    said = (json.loads(after)["content"] for after in past)
    return {*items.values(), *(text for text in said if isinstance(text, str))}


def said_by(database: object, connection: Connection, scope: PurgeScope) -> Origin:
    """The words of a purged record, and the quotes that it rests on; of a project its sessions say more."""
    del database
    if scope.project_id is not None:
        return Origin()
    rows = connection.execute(select(MEMORY_ITEM.c.evidence).where(MEMORY_ITEM.c.id.in_(scope.item_ids)))
    quoted = [quote for row in rows for quote in quotes(json.loads(row.evidence))]
    return Origin(words=tuple(filter(None, map(plain_words, (*scope.texts, *quoted)))))


def left_for_all(connection: Connection, scope: PurgeScope, origin: Origin) -> Iterator[LeftBehind]:
    """Notes of the profile, facts and memories for all projects, deleted ones too."""
    m = MEMORY_ITEM.c
    shared = select(m.id, m.section, m.content, m.evidence, m.session_id).where(
        m.scope == "global", m.section.in_(sections_where(lambda one: not one.concluded))
    )
    rows = connection.execute(shared.order_by(m.section, m.id)).all()
    for row in sorted(rows, key=lambda row: not section_of(row).in_profile):
        content = scope.words.take_out(row.content)
        taught = origin.taught(row, unknown=section_of(row).in_profile)
        if row.id not in scope.item_ids and taught and not is_blank(content):
            yield LeftBehind(kind=section_of(row).purged_as, id=row.id, content=content)


NOTES = Area(
    name="notes",
    follow=(MEMORY_ITEM, MEMORY_REVISION, MEMORY_USE),
    find=find_items,
    plan=plan_notes,
    remake=index_all,
    origin=said_by,
    left=left_for_all,
)
