"""What a purge leaves: what was said in a purged project, or with purged words, and holds for all projects."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import CONVERSATION, SESSION
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import FACTS, PROFILE, RULES
from underdraft.memory.notes.rows import plain_words
from underdraft.memory.purge.scope import PurgeScope
from underdraft.memory.purge.words import is_blank
from underdraft.memory.runs.store import RunStore
from underdraft.memory.sessions.turn import instruction_of

LEAST = 4
"""Fewest characters of a message, without marks, that may be all that a remembered statement rests on."""

MOSTLY = 0.6
"""Share of a statement's pairs of characters that a message has where it says the same in other words."""

Kind = Literal["profile", "fact", "memory"]
KINDS: dict[str, Kind] = {PROFILE: "profile", FACTS: "fact"}
"""What records of a section are called here; others are memories."""


@attrs.frozen(kw_only=True)
class LeftBehind:
    """Something for all projects that a purge does not reach although it was said there."""

    kind: Annotated[Kind, "A line of the profile, a fact, or a memory."]
    id: Annotated[str, "`memory:purge {id}` removes it, too; so does `underdraft memory purge ID`."]
    content: Annotated[str, "What it says."]


@attrs.frozen(kw_only=True)
class Origin:
    """Where what is purged was said: the ids of sessions and runs, and the words."""

    sessions: frozenset[str] = frozenset()
    runs: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()

    def says(self, text: str) -> bool:
        """Whether a statement is among the words, or mostly so."""
        wanted = plain_words(text)
        if not wanted:
            return False
        if any(wanted in said or (len(said) >= LEAST and said in wanted) for said in self.words):
            return True
        pairs = set(pairwise(wanted))
        return any(len(pairs.intersection(pairwise(said))) > MOSTLY * len(pairs) for said in self.words)

    def taught(self, row: Any) -> bool:
        """Whether a record rests on one of the runs or sessions, or on the words.

        Of a note of which it is not known where it was said (stores up to 0024), the words tell.
        """
        evidence = [one for one in json.loads(row.evidence) if isinstance(one, dict)]
        if row.session_id in self.sessions or any(one.get("runId") in self.runs for one in evidence):
            return True
        unknown = row.section == PROFILE and not evidence and row.session_id is None
        if self.runs and not unknown:
            return False
        return any(self.says(text) for text in (row.content, *quotes(evidence)))


def find_left(database: Database, scope: PurgeScope) -> tuple[LeftBehind, ...]:
    """What stays in the profile and among the facts and memories for all projects, before anything is purged.

    A note is found by its run or session; without, by its words in the project's sessions: those must still be there.
    """
    if scope.everything:
        return ()
    with database.read() as connection:
        origin = (
            Origin(words=said_by(connection, scope))
            if scope.project_id is None
            else said_in(connection, database, scope.project_id)
        )
        found = list(left_in_records(connection, scope, origin))
    return tuple(one for one in found if not is_blank(one.content))


def left_in_records(connection: Connection, scope: PurgeScope, origin: Origin) -> Iterator[LeftBehind]:
    """Notes of the profile, facts and memories for all projects, deleted ones too."""
    m = MEMORY_ITEM.c
    shared = select(m.id, m.section, m.content, m.evidence, m.session_id).where(
        m.scope == "global", m.section != RULES
    )
    for row in connection.execute(shared.order_by(m.section != PROFILE, m.section, m.id)):
        if row.id not in scope.item_ids and origin.taught(row):
            kind: Kind = KINDS.get(row.section, "memory")
            yield LeftBehind(kind=kind, id=row.id, content=scope.words.take_out(row.content))


def said_by(connection: Connection, scope: PurgeScope) -> tuple[str, ...]:
    """The words of purged memories and facts, and the quotes that facts rest on."""
    rows = connection.execute(select(MEMORY_ITEM.c.evidence).where(MEMORY_ITEM.c.id.in_(scope.item_ids)))
    quoted = [quote for row in rows for quote in quotes(json.loads(row.evidence))]
    return tuple(filter(None, map(plain_words, (*scope.texts, *quoted))))


def said_in(connection: Connection, database: Database, project_id: str) -> Origin:
    """A project's sessions and runs, and what the writer typed in them."""
    c, r = CONVERSATION.c, RUN.c
    sessions = frozenset(
        connection.scalars(select(SESSION.c.session_id).where(SESSION.c.project_id == project_id))
    )
    runs = {row.id: row for row in connection.execute(select(RUN).where(r.project_id == project_id))}
    asked = select(c.session_id, c.run_id, c.content, c.instruction).where(c.role == "user")
    turns = [t for t in connection.execute(asked) if t.session_id in sessions or t.run_id in runs]
    typed = [turn.instruction or turn.content for turn in turns]
    store, known = RunStore(database), {turn.run_id for turn in turns}
    for run_id, row in runs.items():  # of what is no turn the words are in its record alone
        if run_id not in known and row.session_id and row.status == "done" and not row.privacy:
            typed.append(instruction_of(store.get(run_id).record))
    words = tuple(filter(None, map(plain_words, typed)))
    return Origin(sessions=sessions, runs=frozenset(runs), words=words)


def quotes(evidence: list[Any]) -> list[str]:
    """The writer's words in a fact's evidence."""
    return [one["quote"] for one in evidence if isinstance(one, dict) and isinstance(one.get("quote"), str)]
