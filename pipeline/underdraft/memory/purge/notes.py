"""The purge of what is remembered, and of vectors that belong to nothing any more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

import attrs
from sqlalchemy import Connection, delete, select, union

from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.index.tables import OWNERS
from underdraft.memory.notes.profile import show
from underdraft.memory.notes.record import FACTS, PROFILE, PROPOSED, REFUSED, RULES
from underdraft.memory.notes.replacing import free
from underdraft.memory.notes.rows import load_all, packed, remove, write
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep
from underdraft.memory.purge.words import is_blank

KINDS = {FACTS: "fact", RULES: "semantic_rule", PROFILE: "profile"}
"""What records of a section are called in the counts; others are memories."""

PURGE = "purge"
"""The action and the actor of what a purge changes."""


def plan_notes(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Records that are named or go with their project; of facts and notes that hold a purged text those that say nothing else go, too."""
    c = MEMORY_ITEM.c
    rows = dict(rows_of(connection, scope, MEMORY_ITEM, "id"))
    named = select_in(connection, select(c.id), c.id, scope.item_ids)
    facts = select(c.id, c.project_id, c.content, c.evidence).where(c.section.in_((FACTS, PROFILE)))
    found = [] if scope.everything else scope.words.find(connection, facts, c.content, c.evidence)
    named |= {row.id for row in found if is_blank(scope.words.take_out(row.content))}
    named |= find_learned(connection, scope)
    everyone = connection.execute(select(c.id, c.project_id, c.section)).all()
    going = [row for row in everyone if row.id in rows or row.id in named]
    gone = {row.id for row in going}

    def take_out(connection: Connection, ids: Sequence[str]) -> None:
        for item in load_all(connection, ids).values():
            evidence = tuple(scope.words.take_out(list(item.evidence)))
            changed = attrs.evolve(item, content=scope.words.take_out(item.content), evidence=evidence)
            write(connection, item, changed, action=PURGE, actor=PURGE, at=scope.at)
        past = MEMORY_REVISION.c
        for row in connection.execute(select(MEMORY_REVISION).where(past.memory_id.in_(ids))).all():
            texts = {
                side: packed(scope.words.take_out(json.loads(text)))
                for side in ("before", "after")
                if (text := getattr(row, side)) is not None
            }
            connection.execute(MEMORY_REVISION.update().where(past.seq == row.seq).values(texts))

    steps = [
        PurgeStep(
            kind=kind,
            rows=[(r.id, r.project_id) for r in going if KINDS.get(r.section, "memory") == kind],
            write=partial(delete_items, scope.at),
            memories=kind != KINDS[RULES],
        )
        for kind in ("semantic_rule", "profile", "fact", "memory")
    ]
    left = [(row.id, row.project_id) for row in found if row.id not in gone]
    return [PurgeStep(kind="fact", rows=left, write=take_out), *steps]


def find_learned(connection: Connection, scope: PurgeScope) -> set[str]:
    """Rules, proposals and refusals that say what a named memory says, in its words or learned from the same."""
    if scope.everything or not scope.item_ids:
        return set()
    c = MEMORY_ITEM.c
    topics = select_in(connection, select(c.topic_id), c.id, scope.item_ids) - {None}
    waiting = (c.section == RULES) | (c.topic_id.is_not(None) & c.state.in_((PROPOSED, REFUSED)))
    learned = connection.execute(select(c.id, c.content, c.topic_id).where(waiting))
    return {row.id for row in learned if row.topic_id in topics or scope.words.in_text(row.content)}


def delete_items(at: str, connection: Connection, ids: Sequence[str]) -> None:
    """Remove records with their past; what they replaced is free again, and the profile shows what is left."""
    remove(connection, ids)
    for item_id in sorted(ids):
        free(connection, item_id, actor=PURGE, at=at)
    show(connection, actor=PURGE, at=at)


def plan_orphans(connection: Connection) -> list[PurgeStep]:
    """Vectors whose text is nowhere any more."""
    owned = union(*(select(owner.content_hash) for owner in OWNERS))
    c = EMBEDDING.c.content_hash
    lost = connection.scalars(select(c).where(c.not_in(owned)).distinct())
    return [PurgeStep(kind="vector", rows=[(key, None) for key in lost], write=delete_vectors)]


def delete_vectors(connection: Connection, hashes: Sequence[str]) -> None:
    """Remove the vectors of some texts, unless a text has come back meanwhile."""
    owned = union(*(select(owner.content_hash) for owner in OWNERS))
    c = EMBEDDING.c.content_hash
    connection.execute(delete(EMBEDDING).where(c.in_(hashes), c.not_in(owned)))
