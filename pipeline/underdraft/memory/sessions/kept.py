"""What sessions keep: transcripts, summaries and the profile."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, or_, select

from underdraft.memory.areas.area import Area, KeptTable
from underdraft.memory.areas.left import LeftBehind, Origin
from underdraft.memory.areas.scope import PROFILE_LINE, Named, PurgeScope
from underdraft.memory.areas.words import is_blank
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import (
    CONVERSATION,
    SESSION,
    SESSION_SUMMARY,
    USER_PROFILE,
    USER_PROFILE_REVISION,
)
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.runs.store import RunStore
from underdraft.memory.sessions.profile import learned_lines, read_profile
from underdraft.memory.sessions.turn import instruction_of
from underdraft.text.clean import plain_words, sha256


def messages_of(project_id: str) -> ColumnElement[bool]:
    """The messages of a project, by their session or their run."""
    c = CONVERSATION.c
    return or_(
        c.session_id.in_(select(SESSION.c.session_id).where(SESSION.c.project_id == project_id)),
        c.run_id.in_(select(RUN.c.id).where(RUN.c.project_id == project_id)),
    )


def line_id(line: str) -> str:
    """The id by which a line of the profile can be purged."""
    return f"{PROFILE_LINE}:{sha256(line)[:16]}"


def find_lines(connection: Connection, item_id: str | None, project_id: str | None) -> Named:
    """The lines with this id that extraction has noted in the profile, in any version of it."""
    del project_id  # the profile is for all projects
    if item_id is None or not item_id.startswith(f"{PROFILE_LINE}:"):
        return Named()
    versions = connection.scalars(select(USER_PROFILE_REVISION.c.markdown))
    lines = {line for markdown in versions for line in learned_lines(markdown)}
    return Named(lines=frozenset(line for line in lines if line_id(line) == item_id))


def said_in(database: Database, connection: Connection, scope: PurgeScope) -> Origin:
    """A project's sessions and runs, and what the writer typed in them."""
    if scope.project_id is None:
        return Origin()
    c, r = CONVERSATION.c, RUN.c
    mine = select(SESSION.c.session_id).where(SESSION.c.project_id == scope.project_id)
    runs = {row.id: row for row in connection.execute(select(RUN).where(r.project_id == scope.project_id))}
    asked = select(c.run_id, c.content, c.instruction).where(c.role == "user", messages_of(scope.project_id))
    turns = connection.execute(asked).all()
    typed = [turn.instruction or turn.content for turn in turns]
    store, known = RunStore(database), {turn.run_id for turn in turns}
    for run_id, row in runs.items():  # of what is no turn the words are in its record alone
        if run_id not in known and row.session_id and row.status == "done" and not row.privacy:
            typed.append(instruction_of(store.get(run_id).record))
    words = tuple(filter(None, map(plain_words, typed)))
    return Origin(sessions=frozenset(connection.scalars(mine)), runs=frozenset(runs), words=words)


def left_in_profile(connection: Connection, scope: PurgeScope, origin: Origin) -> Iterator[LeftBehind]:
    """Lines that extraction has noted."""
    for line in learned_lines(read_profile(connection).markdown):
        content = scope.words.take_out(line)
        if line not in scope.lines_said and origin.says(line) and not is_blank(content):
            yield LeftBehind(kind=PROFILE_LINE, id=line_id(line), content=content)


SESSIONS = Area(
    name="sessions",
    tables=(
        KeptTable(
            kind="message",
            key=CONVERSATION.c.seq,
            project=select(SESSION.c.project_id)
            .where(SESSION.c.session_id == CONVERSATION.c.session_id)
            .scalar_subquery(),
            of_project=messages_of,
            texts=(CONVERSATION.c.content, CONVERSATION.c.instruction),
        ),
        KeptTable(
            kind="summary",
            key=SESSION_SUMMARY.c.session_id,
            texts=(SESSION_SUMMARY.c.title, SESSION_SUMMARY.c.snippet),
        ),
        KeptTable(kind="session", key=SESSION.c.session_id),
        *(
            KeptTable(kind="profile", key=table.c.version, texts=(table.c.markdown,), by_line=True)
            for table in (USER_PROFILE, USER_PROFILE_REVISION)
        ),
    ),
    find=find_lines,
    origin=said_in,
    left=left_in_profile,
)
