"""The purge of transcripts, summaries, compacts and the profile's lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs
from sqlalchemy import Column, Connection, Row, select

from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.conversations import (
    BACKGROUND_JOB,
    COMPACT,
    CONVERSATION,
    PROFILE_DOCUMENT,
    SESSION,
    SESSION_SUMMARY,
    USER_PROFILE_REVISION,
)
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep, delete_rows
from underdraft.memory.purge.words import PurgedWords, is_blank


def plan_sessions(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """What sessions left behind: a project's goes; elsewhere the purged texts are taken out of it."""
    turns, compacts = CONVERSATION.c, COMPACT.c
    gone = [row for row in plan_turns(connection, scope) if row.gone]
    steps = [
        PurgeStep(
            kind="message", rows=[(r.seq, r.project_id) for r in gone], write=partial(delete_rows, turns.seq)
        ),
        *(
            PurgeStep(
                kind=kind,
                rows=rows_of(connection, scope, key.table, key.name),
                write=partial(delete_rows, key),
            )
            for kind, key in (
                ("summary", SESSION_SUMMARY.c.session_id),
                ("compact", compacts.run_id),
                ("session", SESSION.c.session_id),
            )
        ),
        PurgeStep(
            kind="job", rows=plan_jobs(connection, scope), write=partial(delete_rows, BACKGROUND_JOB.c.seq)
        ),
        *plan_profile(connection, scope),
    ]
    if scope.everything:
        return steps
    going = {(step.kind, key) for step in steps for key, _ in step.rows}
    words = scope.words
    for kind, key, texts, change in (
        ("message", turns.seq, (turns.content, turns.instruction), words.take_out),
        (
            "summary",
            SESSION_SUMMARY.c.session_id,
            (SESSION_SUMMARY.c.title, SESSION_SUMMARY.c.snippet),
            words.take_out,
        ),
        ("compact", compacts.run_id, (compacts.body,), partial(in_json, words)),
    ):
        query = select(key, _project_of(key), *texts)
        found = [tuple(row)[:2] for row in words.find(connection, query, *texts)]
        left = [(row_key, project) for row_key, project in found if (kind, row_key) not in going]
        steps.append(PurgeStep(kind=kind, rows=left, write=partial(mark, key, texts, change)))
    return steps


def _project_of(key: Column[Any]) -> Any:
    if key.table is not CONVERSATION:
        return key.table.c.project_id
    own = select(SESSION.c.project_id).where(SESSION.c.session_id == CONVERSATION.c.session_id)
    return own.scalar_subquery().label("project_id")


@attrs.frozen
class _Turn:
    seq: int
    project_id: str | None
    gone: bool


def plan_turns(connection: Connection, scope: PurgeScope) -> list[_Turn]:
    """The messages of a project, by their session or their run."""
    if not scope.everything and scope.project_id is None:
        return []
    c = CONVERSATION.c
    query = select(c.seq, c.run_id, _project_of(c.seq))
    runs: set[str] = set()
    if not scope.everything:
        runs.update(connection.scalars(select(RUN.c.id).where(RUN.c.project_id == scope.project_id)))
    return [
        _Turn(
            row.seq,
            row.project_id,
            scope.everything or row.project_id == scope.project_id or row.run_id in runs,
        )
        for row in connection.execute(query)
    ]


def plan_jobs(connection: Connection, scope: PurgeScope) -> list[tuple[Any, str | None]]:
    """Jobs about runs and sessions that go."""
    c = BACKGROUND_JOB.c
    if scope.everything:
        return [(seq, None) for seq in connection.scalars(select(c.seq))]
    if scope.project_id is None:
        return []
    own = [
        select(t.c[key]).where(t.c.project_id == scope.project_id)
        for t, key in ((RUN, "id"), (SESSION, "session_id"))
    ]
    subjects = {subject for query in own for subject in connection.scalars(query)}
    return [(seq, scope.project_id) for seq in select_in(connection, select(c.seq), c.subject, subjects)]


def in_json(words: PurgedWords, text: str) -> str:
    """A text in JSON without the words."""
    return json.dumps(words.take_out(json.loads(text)), ensure_ascii=False)


def mark(
    key: Column[Any],
    texts: Sequence[Column[Any]],
    change: Callable[[str], str],
    connection: Connection,
    keys: Sequence[Any],
) -> None:
    """Change texts of the rows with these keys."""
    rows: Sequence[Row[Any]] = connection.execute(select(key, *texts).where(key.in_(keys))).all()
    for row in rows:
        values = {c.name: change(row._mapping[c]) for c in texts if row._mapping[c] is not None}  # noqa: SLF001
        connection.execute(key.table.update().where(key == row[0]).values(values))


def plan_profile(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """The profile and its history: all of it, or the purged texts; a line that says nothing else goes."""
    steps = []
    for table in (PROFILE_DOCUMENT, USER_PROFILE_REVISION):
        c = table.c
        if scope.everything:
            rows = [(version, None) for version in connection.scalars(select(c.version))]
            steps.append(PurgeStep(kind="profile", rows=rows, write=partial(delete_rows, c.version)))
        else:
            texts = select(c.version, c.markdown)
            found: list[Any] = scope.words.find(connection, texts, c.markdown)
            if scope.lines_said:
                gone = {f"- {line}" for line in scope.lines_said}
                found = [r for r in connection.execute(texts) if gone & {*r.markdown.split("\n")}]
            write = partial(mark_profile, c.version, c.markdown, partial(without_lines, scope))
            steps.append(PurgeStep(kind="profile", rows=[(row.version, None) for row in found], write=write))
    return steps


def mark_profile(
    key: Column[Any],
    text: Column[Any],
    change: Callable[[str], str],
    connection: Connection,
    keys: Sequence[Any],
) -> None:
    """Change documents, and let whoever holds the profile read it again."""
    mark(key, (text,), change, connection, keys)
    connection.execute(PROFILE_DOCUMENT.update().values(version=PROFILE_DOCUMENT.c.version))


def without_lines(scope: PurgeScope, markdown: str) -> str:
    """A document without the words, and without lines that held nothing else."""
    gone = {f"- {line}" for line in scope.lines_said}
    lines = ((line, scope.words.take_out(line)) for line in markdown.split("\n") if line not in gone)
    return "\n".join(left for line, left in lines if line == left or not is_blank(left))
