"""The writer's profile: one Markdown document a store, which the writer edits and extraction adds to."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import USER_PROFILE, USER_PROFILE_REVISION
from underdraft.text.clean import canonical_text, plain_words
from underdraft.text.strings import strings
from underdraft.types.checks import check_length, check_version
from underdraft.types.sessions import Profile

ONLY = "writer"
"""The id of the one document."""

MARKDOWN_MAXIMUM = 50_000
"""Most code points of the document: some eighty times what layer 2 can hold."""


@attrs.frozen(kw_only=True)
class LearnedLine:
    """A preference to note; an older learned line ``about`` the same thing gives way, and the one it ``replaces``."""

    text: str
    about: str = ""
    replaces: str = ""


@attrs.frozen(kw_only=True)
class ProfileRevision:
    """One write: the document after it, and who wrote (``"user"`` or ``"extraction"``)."""

    version: int
    markdown: str
    actor: str
    at: str


@attrs.frozen
class ProfileDocument:
    """Reads and writes the profile of one store; safe to use from any thread."""

    database: Database

    def get(self) -> Profile:
        """The profile; an empty one of version 0 when it was never written."""
        with self.database.read() as connection:
            return read_profile(connection)

    def update(self, markdown: str, *, expected_version: int | None = None) -> Profile:
        """Replace the document by what the writer has made of it; empty text clears it.

        Raises:
            InvalidArgument: Too long, or not text that can be stored.
            Conflict: Another version is stored.
        """
        clean = canonical_text(markdown).strip()
        check_length("markdown", clean, MARKDOWN_MAXIMUM)
        with self.database.write() as connection:
            before = read_profile(connection)
            check_version(expected_version, before.version, "profile")
            if clean == before.markdown:
                return before
            return write_profile(connection, before, clean, actor="user", at=self.database.clock())

    def history(self) -> tuple[ProfileRevision, ...]:
        """Every write, oldest first."""
        with self.database.read() as connection:
            rows = connection.execute(
                select(USER_PROFILE_REVISION).order_by(USER_PROFILE_REVISION.c.version)
            ).mappings()
            return tuple(ProfileRevision(**row) for row in rows)

    def note(self, connection: Connection, lines: Sequence[LearnedLine], *, locale: str) -> int:
        """Add what was learned, inside the caller's transaction; returns how many lines are new."""
        before = read_profile(connection)
        markdown, new = with_learned(before.markdown, lines, locale)
        if markdown != before.markdown and len(markdown) <= MARKDOWN_MAXIMUM:
            write_profile(connection, before, markdown, actor="extraction", at=self.database.clock())
        return new


def read_profile(connection: Connection) -> Profile:
    """The profile, inside the caller's transaction."""
    row = connection.execute(select(USER_PROFILE).where(USER_PROFILE.c.id == ONLY)).first()
    if row is None:
        return Profile()
    return Profile(markdown=row.markdown, version=row.version, updated_at=row.updated_at)


def write_profile(connection: Connection, before: Profile, markdown: str, *, actor: str, at: str) -> Profile:
    """Write the document with its revision."""
    version = before.version + 1
    values = {"markdown": markdown, "version": version, "updated_at": at}
    if before.version:
        connection.execute(USER_PROFILE.update().where(USER_PROFILE.c.id == ONLY).values(values))
    else:
        connection.execute(USER_PROFILE.insert().values(id=ONLY, **values))
    connection.execute(
        USER_PROFILE_REVISION.insert().values(version=version, markdown=markdown, actor=actor, at=at)
    )
    return Profile(markdown=markdown, version=version, updated_at=at)


def learned_heading(locale: str) -> str:
    """Under this heading extraction writes, and nowhere else."""
    return strings("profile", locale)["heading"]


def with_learned(markdown: str, lines: Sequence[LearnedLine], locale: str) -> tuple[str, int]:
    """The document with new lines under the learned heading, and how many are new.

    A line that is anywhere in the document is not added. What the writer wrote is never touched;
    of the learned lines, one whose words are about the same thing gives way to the newer.
    """
    heading = next((h for h in map(learned_heading, ("zh", "en")) if h in markdown.split("\n")), None)
    before, learned, after = _parted(markdown, heading)
    new = 0
    for line in lines:
        text = " ".join(line.text.split())
        known = {plain_words(part) for part in (*before, *learned, *after)}
        if plain_words(text) in known:
            continue
        about = plain_words(line.about)
        learned = [old for old in learned if not line.replaces or old != f"- {line.replaces}"]
        learned = [old for old in learned if not (about and about in plain_words(old))]
        learned.append(f"- {text}")
        new += 1
    if not new:
        return markdown, 0
    heading = heading or learned_heading(locale)
    blocks = ["\n".join(before).strip(), "\n".join([heading, "", *learned]), "\n".join(after).strip()]
    return "\n\n".join(block for block in blocks if block), new


def learned_lines(markdown: str) -> list[str]:
    """What extraction has noted, without the marks of a list."""
    heading = next((h for h in map(learned_heading, ("zh", "en")) if h in markdown.split("\n")), None)
    return [line.removeprefix("- ") for line in _parted(markdown, heading)[1]]


def _parted(markdown: str, heading: str | None) -> tuple[list[str], list[str], list[str]]:
    """Lines before the learned heading, the learned lines, and what the writer put after them."""
    rows = markdown.split("\n")
    if heading is None:
        return rows, [], []
    place = rows.index(heading)
    rest = rows[place + 1 :]
    end = next((n for n, row in enumerate(rest) if row.startswith("#")), len(rest))
    return rows[:place], [row for row in rest[:end] if row.strip()], rest[end:]
