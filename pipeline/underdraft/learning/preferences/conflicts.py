"""Preferences that contradict each other: the two poles of one axis and key, never mere likeness of words.

A project's preference beats the global one in that project until the writer settles it, by confirming
both (the project differs on purpose) or by refusing one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.learning.preferences.apply_scores import opposite
from underdraft.learning.preferences.topics import Kind, judged, load_signals

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping, Select


@attrs.frozen(kw_only=True)
class Conflicting:
    """Two preferences of which one says the opposite of the other.

    Attributes:
        first_id: The one that is followed meanwhile: the project's, or the confirmed one.
        second_id: The other.
        axis: What they disagree about.
        first: What the first says.
        second: What the second says.
        why: ``"project_over_global"`` or ``"confirmed_over_signals"``.
    """

    first_id: str
    second_id: str
    axis: str
    first: str
    second: str
    why: str

    def other(self, preference_id: str) -> str:
        """The other id of the pair."""
        return self.second_id if preference_id == self.first_id else self.first_id


def conflicts_of(connection: Connection, project_id: str | None, threshold: int) -> tuple[Conflicting, ...]:
    """The open conflicts that a project sees."""
    across = [
        conflicting(mine, theirs, "project_over_global")
        for mine, theirs in opposed(connection, project_id)
        if not (mine["user_confirmed"] and theirs["user_confirmed"])
    ]
    return tuple(sorted([*across, *against_signals(connection, project_id, threshold)], key=attrs.astuple))


def beaten(project_id: str) -> Select[tuple[str]]:
    """The query for ids of global memories that a project's own contradict: they stay out of its prompts."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND
    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    their_kind, my_kind = PREFERENCE_KIND.alias("their_kind"), PREFERENCE_KIND.alias("my_kind")
    theirs, mine, item = PREFERENCE.alias("theirs"), PREFERENCE.alias("mine"), MEMORY_ITEM.alias("item")
    return (
        select(theirs.c.id)
        .join(their_kind, (their_kind.c.id == theirs.c.kind_id) & their_kind.c.project_id.is_(None))
        .join(my_kind, (my_kind.c.axis == their_kind.c.axis) & (my_kind.c.key == their_kind.c.key))
        .join(mine, (mine.c.kind_id == my_kind.c.id) & (mine.c.pole != theirs.c.pole))
        .join(
            item, (item.c.id == mine.c.id) & (item.c.project_id == project_id) & item.c.deleted_at.is_(None)
        )
        .where(my_kind.c.project_id == project_id)
    )


def opposed(connection: Connection, project_id: str | None) -> list[tuple[RowMapping, RowMapping]]:
    """Pairs of live memories, the project's and the global one, that say opposite things."""
    if project_id is None:
        return []
    rows = live(connection, project_id)
    theirs = {(r["axis"], r["key"], r["pole"]): r for r in rows if r["kind_project"] is None}
    pairs = [
        (mine, theirs.get((mine["axis"], mine["key"], opposite(mine["pole"]))))
        for mine in rows
        if mine["kind_project"] is not None
    ]
    return [(mine, other) for mine, other in pairs if other is not None]


def live(connection: Connection, project_id: str | None) -> list[RowMapping]:
    """Learned memories in use, with their kinds."""
    from sqlalchemy import or_, select

    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND
    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    kind = PREFERENCE_KIND.c
    where: Any = kind.project_id.is_(None)
    if project_id is not None:
        where = or_(where, kind.project_id == project_id)
    query = (
        select(
            MEMORY_ITEM.c.id,
            MEMORY_ITEM.c.content,
            MEMORY_ITEM.c.user_confirmed,
            PREFERENCE.c.pole,
            kind.id.label("kind_id"),
            kind.axis,
            kind.key,
            kind.project_id.label("kind_project"),
        )
        .join(PREFERENCE, PREFERENCE.c.id == MEMORY_ITEM.c.id)
        .join(PREFERENCE_KIND, kind.id == PREFERENCE.c.kind_id)
        .where(MEMORY_ITEM.c.deleted_at.is_(None), where)
    )
    return list(connection.execute(query).mappings())


def against_signals(connection: Connection, project_id: str | None, threshold: int) -> list[Conflicting]:
    """Confirmed memories whose opposite has reached the threshold and was not refused."""
    from underdraft.learning.preferences.topics import load_kind, load_preferences

    found: list[Conflicting] = []
    for row in live(connection, project_id):
        kind = load_kind(connection, row["kind_id"]) if row["user_confirmed"] else None
        if kind is None or not reached(connection, kind, row["pole"], threshold):
            continue
        for preference in load_preferences(connection, kind.id):
            if preference.pole != row["pole"] and preference.refused_at is None:
                other = {"id": preference.id, "content": preference.statement, "axis": kind.axis}
                found.append(conflicting(row, other, "confirmed_over_signals"))
    return found


def reached(connection: Connection, kind: Kind, pole: Any, threshold: int) -> bool:
    """Whether the signals make a preference of the opposite pole."""
    return judged(kind, load_signals(connection, kind), threshold)[opposite(pole)].reached


def conflicting(first: Any, second: Any, why: str) -> Conflicting:
    """The pair."""
    return Conflicting(
        first_id=first["id"],
        second_id=second["id"],
        axis=first["axis"],
        first=first["content"],
        second=second["content"],
        why=why,
    )
