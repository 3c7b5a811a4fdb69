"""The writer's profile: the writer's own Markdown, one document a store, with what was noted shown beneath a heading.

What extraction notes is a record of the section ``profile`` each, with evidence and history; the document holds only what the
writer wrote, and the heading's place in it. What is shown, and stands in prompts, is both; each time it changes is a version
in the history, no matter who changed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, Select, func, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import PROFILE_DOCUMENT, USER_PROFILE_REVISION
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import items_in, write
from underdraft.memory.sections import sections_where
from underdraft.text.clean import canonical_text
from underdraft.text.strings import languages, strings
from underdraft.types.checks import check_length, check_version
from underdraft.types.sessions import Profile
from underdraft.types.values import frozen

ONLY = "writer"
"""The id of the one document."""

MARKDOWN_MAXIMUM = 50_000
"""Maximum code points of the document: some eighty times what layer 2 can hold."""


@frozen(kw_only=True)
class ProfileRevision:
    """One write: what was shown after it, and who wrote (``"user"`` or ``"extraction"``)."""

    version: int
    markdown: str
    actor: str
    at: str


def update_profile(database: Database, markdown: str, *, expected_version: int | None = None) -> Profile:
    """Replace what is shown by what the writer has made of it; empty text clears it.

    Noted lines that still stand there as they were stay records; of others the records are deleted.

    Raises:
        InvalidArgument: Too long, or not text that can be stored.
        Conflict: Another version is stored.
    """
    clean = canonical_text(markdown).strip()
    check_length("markdown", clean, MARKDOWN_MAXIMUM)
    now = database.clock()
    with database.write() as connection:
        before = read_profile(connection)
        check_version(expected_version, before.version, "profile")
        if clean == before.markdown:
            return before
        return replace_profile(connection, clean, actor="user", at=now)


def profile_history(database: Database) -> tuple[ProfileRevision, ...]:
    """Every write, oldest first."""
    with database.read() as connection:
        rows = connection.execute(
            select(USER_PROFILE_REVISION).order_by(USER_PROFILE_REVISION.c.version)
        ).mappings()
        return tuple(ProfileRevision(**row) for row in rows)


def replace_profile(connection: Connection, clean: str, *, actor: str, at: str) -> Profile:
    """Replace what is shown by a text; see :func:`update_profile`."""
    lines = read_lines(connection)
    own, kept = without_lines(clean, [line_of(item) for item in lines])
    for item, stays in zip(lines, kept, strict=True):
        if not stays:
            gone = attrs.evolve(item, deleted_at=at)
            write(connection, item, gone, action="delete", actor="user", at=at)
    return show(connection, actor=actor, at=at, own=own)


def read_profile(connection: Connection) -> Profile:
    """The profile as it is shown, inside the caller's transaction."""
    p, r = PROFILE_DOCUMENT.c, USER_PROFILE_REVISION.c
    query = select(r.markdown, p.version, p.updated_at).join_from(
        PROFILE_DOCUMENT, USER_PROFILE_REVISION, r.version == p.version
    )
    row = connection.execute(query.where(p.id == ONLY)).first()
    return Profile() if row is None else Profile(**row._asdict())


def read_lines(connection: Connection) -> list[MemoryItem]:
    """Read the noted lines that are in use, in the order in which they were noted."""
    live = (
        MEMORY_ITEM.c.section.in_(sections_where(lambda one: one.in_profile)),
        MEMORY_ITEM.c.state == ACTIVE,
    )
    return items_in(connection, as_noted(*live))


def as_noted(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Return the query for records under conditions, in the order in which they were first written."""
    r = MEMORY_REVISION.c
    first = select(r.memory_id, func.min(r.seq).label("place")).group_by(r.memory_id).subquery()
    found = select(MEMORY_ITEM).join(first, first.c.memory_id == MEMORY_ITEM.c.id)
    return found.where(*conditions).order_by(first.c.place)


def read_own(connection: Connection) -> Profile:
    """Return what the writer's document says, without noted lines."""
    p = PROFILE_DOCUMENT.c
    row = connection.execute(select(p.markdown, p.version, p.updated_at).where(p.id == ONLY)).first()
    return Profile() if row is None else Profile(**row._asdict())


def take_in_document(connection: Connection, given: Profile, at: str) -> str:
    """Take an exported document in the place of none or of an older one; returns the name of the count it adds to."""
    before = read_own(connection)
    if before.markdown == given.markdown:
        return "unchanged"
    empty = before.markdown in {"", heading_of(before.markdown)}
    if not empty and given.updated_at <= before.updated_at:
        return "unchanged"
    show(connection, actor="import", at=at, own=given.markdown)
    return "created" if empty else "updated"


def line_of(item: MemoryItem) -> str:
    """The line on which a record is shown."""
    return "- " + " ".join(item.content.split())


def show(
    connection: Connection, *, actor: str, at: str, own: str | None = None, locale: str = "zh"
) -> Profile:
    """Write down what is shown now, if that has changed; ``own`` is what the writer's document says from now on."""
    before = read_profile(connection)
    mine = PROFILE_DOCUMENT.c.id == ONLY
    if own is None:
        own = read_own(connection).markdown
    lines = list(map(line_of, read_lines(connection)))
    if lines and heading_of(own) is None:
        own = "\n\n".join(filter(None, (own, learned_heading(locale))))
    markdown = with_lines(own, lines)
    if markdown == before.markdown:
        return before
    version = before.version + 1
    values = {"markdown": own, "version": version, "updated_at": at}
    if before.version:
        connection.execute(PROFILE_DOCUMENT.update().where(mine).values(values))
    else:
        connection.execute(PROFILE_DOCUMENT.insert().values(id=ONLY, **values))
    revision = {"version": version, "markdown": markdown, "actor": actor, "at": at}
    connection.execute(USER_PROFILE_REVISION.insert().values(revision))
    return Profile(markdown=markdown, version=version, updated_at=at)


def learned_heading(locale: str) -> str:
    """Under this heading notes are shown, and nowhere else."""
    return strings("profile", locale)["heading"]


def heading_of(markdown: str) -> str | None:
    """The heading that a document has, of any language."""
    return next((h for h in map(learned_heading, languages()) if h in markdown.split("\n")), None)


def with_lines(own: str, lines: Sequence[str]) -> str:
    """The writer's document with lines beneath its heading, before what the writer put there."""
    heading = heading_of(own)
    if heading is None or not lines:
        return own
    before, rows, after = _parted(own, heading)
    blocks = ["\n".join(before).strip(), "\n".join([heading, "", *lines, *rows]), "\n".join(after).strip()]
    return "\n\n".join(block for block in blocks if block)


def without_lines(shown: str, lines: Sequence[str]) -> tuple[str, list[bool]]:
    """The reverse: the writer's document, and which of the lines still stand in it as they were.

    Where a line was moved, or more than lines was changed about them, all is the writer's own.
    """
    heading = heading_of(shown)
    before, rows, after = _parted(shown, heading)
    kept, place = [], 0
    for line in lines:
        stands = place < len(rows) and rows[place] == line
        kept.append(stands)
        place += stands
    section = "" if heading is None else "\n".join([heading, *([""] if rows[place:] else []), *rows[place:]])
    blocks = ["\n".join(before).strip(), section, "\n".join(after).strip()]
    own = "\n\n".join(block for block in blocks if block)
    if with_lines(own, [line for line, stands in zip(lines, kept, strict=True) if stands]) == shown:
        return own, kept
    return shown, [False] * len(lines)


def _parted(markdown: str, heading: str | None) -> tuple[list[str], list[str], list[str]]:
    """Lines before the heading, those beneath it, and what the writer put after them."""
    rows = markdown.split("\n")
    if heading is None:
        return rows, [], []
    place = rows.index(heading)
    rest = rows[place + 1 :]
    end = next((n for n, row in enumerate(rest) if row.startswith("#")), len(rest))
    return rows[:place], [row for row in rest[:end] if row.strip()], rest[end:]
