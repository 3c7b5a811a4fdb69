"""The area of records: all of them with their past."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select

from underdraft.memory.areas.area import Area, rewrite_words, words_of
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.areas.steps import LeftBehind, PurgeStep
from underdraft.memory.areas.words import MARKER, PurgedWords, is_blank
from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.conversations import SESSION
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.notes.profile import show
from underdraft.memory.notes.record import PROPOSED, REFUSED, TYPES
from underdraft.memory.notes.replacing import free
from underdraft.memory.notes.rows import from_plain, index_all, load_all, packed, remove, to_plain, write
from underdraft.memory.sections import SECTIONS, section_of, sections_where

WORDS = words_of(MEMORY_ITEM)
"""Columns of a record that hold words; its revisions hold the same."""

PURGE = "purge"
"""The action and the actor of what a purge changes."""


def plan_notes(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Records that are named, go with their project, or say nothing without purged words; others lose the words."""
    c, words, of_project = MEMORY_ITEM.c, scope.words, scope.project_id is not None
    named = {*scope.item_ids, *find_learned(connection, scope)}
    holding = set() if scope.everything else find_holding(connection, words)

    def goes(row: Any) -> bool:
        if scope.everything or row.id in named or (of_project and row.project_id == scope.project_id):
            return True
        return row.id in holding and is_blank(words.take_out(row.content)) and not is_blank(row.content)

    everyone = connection.execute(select(c.id, c.project_id, c.section, c.content)).all()
    going = [row for row in everyone if goes(row)]
    left = [row for row in everyone if row.id in holding and not goes(row)]
    return [
        PurgeStep(
            kind=section.purged_as,
            rows=[(r.id, r.project_id) for r in rows if section_of(r) is section],
            write=write,
            memories=rows is going and not section.concluded,
        )
        for rows, write in ((left, partial(take_out, scope)), (going, partial(delete_items, scope.at)))
        for section in SECTIONS.values()
    ]


def find_holding(connection: Connection, words: PurgedWords) -> set[str]:
    """Return the ids of records that hold purged words, now or in a revision."""
    c, past = MEMORY_ITEM.c, MEMORY_REVISION.c
    sides = (past.before, past.after)
    held = {row.id for row in words.find(connection, select(c.id, *WORDS), *WORDS)}
    for row in words.find(connection, select(past.memory_id, *sides), *sides):
        plain = [json.loads(text) for text in (row.before, row.after) if text]
        if any(without(words, one) != one for one in plain):
            held.add(row.memory_id)
    return held


def without(words: PurgedWords, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without purged words; its type stays one word."""
    changed = {c.name: words.take_out(plain[c.name]) for c in WORDS if c.name in plain}
    if MARKER in changed["type"]:
        changed["type"] = TYPES[-1]
    return {**plain, **changed}


def take_out(scope: PurgeScope, connection: Connection, ids: Sequence[str]) -> None:
    """Take purged words out of records and their revisions."""
    past = MEMORY_REVISION.c
    for item in load_all(connection, ids).values():
        plain = to_plain(item)
        if (bare := without(scope.words, plain)) != plain:
            write(connection, item, from_plain(bare), action=PURGE, actor=PURGE, at=scope.at)
    seqs = connection.scalars(select(past.seq).where(past.memory_id.in_(ids))).all()
    rewrite_words(
        connection,
        past.seq,
        (past.before, past.after),
        seqs,
        lambda _, text: packed(without(scope.words, json.loads(text))),
    )


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


def find_items(connection: Connection, scope: PurgeScope, item_id: str | None) -> PurgeScope:
    """Add the record with this id, or the project's records, with every wording that each ever had."""
    c = MEMORY_ITEM.c
    chosen = c.id == item_id if item_id is not None else c.project_id == scope.project_id
    found = connection.execute(select(c.id, c.content, c.section).where(chosen)).all()
    shown = [row for row in found if section_of(row).in_profile]
    lines = {" ".join(text.split()) for text in every_text(connection, shown)}
    return scope.including([row.id for row in found], every_text(connection, found), lines)


def every_text(connection: Connection, rows: Sequence[Any]) -> set[str]:
    """Collect the words of records in all versions."""
    items = {row.id: row.content for row in rows}
    past = select_in(connection, select(MEMORY_REVISION.c.after), MEMORY_REVISION.c.memory_id, items)
    said = (json.loads(after)["content"] for after in past)
    return {*items.values(), *(text for text in said if isinstance(text, str))}


def left_for_all(connection: Connection, scope: PurgeScope) -> Iterator[LeftBehind]:
    """Notes of the profile, facts and memories for all projects that a session or a run of the project taught, deleted ones too."""
    if scope.project_id is None:
        return
    sessions, runs = (
        frozenset(connection.scalars(select(key).where(key.table.c.project_id == scope.project_id)))
        for key in (SESSION.c.session_id, RUN.c.id)
    )
    m = MEMORY_ITEM.c
    shared = select(m.id, m.section, m.content, m.evidence, m.session_id).where(
        m.scope == "global", m.section.in_(sections_where(lambda one: not one.concluded))
    )
    rows = connection.execute(shared.order_by(m.section, m.id)).all()
    for row in sorted(rows, key=lambda row: not section_of(row).in_profile):
        ran = (one.get("runId") for one in json.loads(row.evidence) if isinstance(one, dict))
        content = scope.words.take_out(row.content)
        if (row.session_id in sessions or not runs.isdisjoint(ran)) and not is_blank(content):
            yield LeftBehind(kind=section_of(row).purged_as, id=row.id, content=content)


NOTES = Area(
    follow=(MEMORY_ITEM, MEMORY_REVISION),
    find=find_items,
    plan=plan_notes,
    remake=index_all,
    left=left_for_all,
)
