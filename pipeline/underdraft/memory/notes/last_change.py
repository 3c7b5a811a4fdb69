"""The last change to what is remembered that has not been taken back: found in the revisions of records and profile."""

from __future__ import annotations

import json
from itertools import takewhile
from typing import Annotated, Any

from sqlalchemy import Connection, Row, or_, select

from underdraft.memory.db.schema.conversations import USER_PROFILE_REVISION
from underdraft.memory.db.schema.settings import AUDIT
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.notes.replacing import REPLACE
from underdraft.text.clean import sha256
from underdraft.types.copies import copied
from underdraft.types.values import frozen

UNDO = "undo"
"""The action of a write that takes a record back to an earlier version, and the actor of such a write to the profile."""

PURGE = "purge"


@frozen(kw_only=True)
class ChangedRecord:
    """One write to a record."""

    id: str
    version: Annotated[int, "Its version after the write."]
    action: str
    section: str
    content: Annotated[str, "What it says now."]


@frozen(kw_only=True)
class LastChange:
    """All writes of one command, one call or one reading of a chat."""

    at: str
    actor: str
    records: Annotated[tuple[ChangedRecord, ...], "Newest first; without those that only followed."] = ()
    profile: Annotated[str | None, "The profile before, if it was changed."] = None


def find_last_change(connection: Connection, project_id: str | None) -> LastChange | None:
    """Find the newest change of the profile or of records that a project sees which is not taken back yet."""
    r, m = MEMORY_REVISION.c, MEMORY_ITEM.c
    mine = (
        select(r.seq, r.memory_id, r.version, r.action, r.actor, r.at, m.section, m.content)
        .join(MEMORY_ITEM, m.id == r.memory_id)
        .where(or_(m.project_id.is_(None), m.project_id == project_id))
        .where(r.action.not_in((REPLACE, PURGE)))
    )
    writes = connection.execute(mine.order_by(r.seq)).all()
    gone = _taken_back(connection)
    standing = [row for row in writes if row.action != UNDO and row.seq not in gone]
    profile = _profile(connection, {row.at for row in writes if row.action == UNDO})
    if not standing or (profile is not None and profile.at > standing[-1].at):
        return profile
    newest = standing[-1]
    together = takewhile(lambda row: (row.at, row.actor) == (newest.at, newest.actor), reversed(standing))
    return LastChange(
        at=newest.at,
        actor=newest.actor,
        records=tuple(copied(ChangedRecord, row, id=row.memory_id) for row in together),
        profile=profile.profile if profile is not None and profile.at == newest.at else None,
    )


def last_purge(connection: Connection) -> str | None:
    """When something was purged last; ``None``: never."""
    purges = select(AUDIT.c.at).where(AUDIT.c.action == PURGE).order_by(AUDIT.c.seq.desc())
    at: str | None = connection.scalar(purges.limit(1))
    return at


def _taken_back(connection: Connection) -> set[int]:
    """Numbers of the writes that a later one has taken back."""
    r = MEMORY_REVISION.c
    undone = select(r.memory_id).where(r.action == UNDO)
    of_them = select(r.seq, r.memory_id, r.action, r.before, r.after)
    of_them = of_them.where(r.memory_id.in_(undone), r.action.not_in((REPLACE, PURGE)))
    standing: dict[str, list[Any]] = {}
    gone: set[int] = set()
    for row in connection.execute(of_them.order_by(r.seq)):
        mine = standing.setdefault(row.memory_id, [])
        if row.action != UNDO:
            mine.append(row)
            continue
        wanted = _shown(row.after)
        back = next((n for n, one in enumerate(reversed(mine), 1) if _shown(one.before) == wanted), 0)
        gone |= {mine.pop().seq for _ in range(back)}
    return gone


def _shown(packed: str | None) -> object:
    """The fields in which two states of a record differ; ``None`` if there is no record, or it is deleted."""
    plain = json.loads(packed) if packed else {"deleted_at": ""}
    if plain.get("deleted_at") is not None:
        return None
    said = plain["content"]
    content = said["$sha256"] if isinstance(said, dict) else sha256(said)
    return (content, *(plain.get(name) for name in ("type", "scope", "state", "user_confirmed")))


def _profile(connection: Connection, undone: set[str]) -> LastChange | None:
    """The newest change of the profile that is not taken back, with the text before it."""
    rows = connection.execute(select(USER_PROFILE_REVISION).order_by(USER_PROFILE_REVISION.c.version))
    standing: list[tuple[Row[Any], str]] = []
    before = ""
    for row in rows:
        if row.actor == UNDO or row.at in undone:
            while standing and standing.pop()[1] != row.markdown:
                pass
        elif row.actor != PURGE:
            standing.append((row, before))
        before = row.markdown
    if not standing:
        return None
    last, text = standing[-1]
    return LastChange(at=last.at, actor=last.actor, profile=text)
