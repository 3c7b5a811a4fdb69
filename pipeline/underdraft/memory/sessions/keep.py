"""Keeps candidates in one transaction: the writer's preferences in the profile, all else among the facts.

What corrects a typed memory stands where that one stood.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.profile import MARKDOWN_MAXIMUM, line_of, read_lines, read_profile, show
from underdraft.memory.notes.record import FACTS, MEMORIES, PROFILE, MemoryItem
from underdraft.memory.notes.replacing import Opposed, add, find_twin
from underdraft.memory.sessions.echo_guard import in_own_words
from underdraft.memory.sessions.known import with_content
from underdraft.text.clean import canonical_text, plain_words
from underdraft.types.memory import CandidateMemory
from underdraft.types.run import Turn

EXTRACTION = "extraction"
"""Who writes what was extracted, in revisions."""

STOPS = "。！？!?.；;"


@attrs.frozen(kw_only=True)
class Passed:
    """A candidate that the firewall let through, with the turn that says it and its run."""

    candidate: CandidateMemory
    turn: Turn
    run_id: str | None = None


@attrs.frozen(kw_only=True)
class Keeper:
    """Writes what was learned, inside the caller's transaction.

    Attributes:
        limit: Most code points of a fact.
        locale: Language of the headings that are written into the profile.
        opposed: Finds what was learned and gives way to what was said.
    """

    limit: int
    locale: str
    now: str
    opposed: Opposed = lambda *_: ()

    def keep(
        self, connection: Connection, passed: Sequence[Passed], ids: Sequence[str], refused: Counter[str]
    ) -> tuple[list[MemoryItem], int]:
        """The new facts, and how many lines of the profile are new; ``refused`` counts the rest by reason."""
        facts: list[MemoryItem] = []
        noted = 0
        for one, memory_id in zip(passed, ids, strict=True):
            memory = self._memory(one, memory_id)
            against = with_content(connection, one.turn.project_id, one.candidate.replaces)
            if one.candidate.kind == "preference" and one.candidate.of_writer and not against:
                new = self._note(connection, memory, one.candidate)
                noted, refused["duplicate"] = noted + new, refused["duplicate"] + (not new)
                continue
            memory = in_place_of(memory, against)
            known = find_twin(connection, memory, sections=(FACTS, MEMORIES))
            if known is not None or taught_already(connection, memory):
                refused["duplicate" if known is None or known.deleted_at is None else "deleted"] += 1
                continue
            explicit = in_own_words(one.candidate, one.turn)
            against += self.opposed(connection, memory)
            facts.append(
                add(connection, memory, actor=EXTRACTION, at=self.now, replaced=against, explicit=explicit)
            )
        show(connection, actor=EXTRACTION, at=self.now, locale=self.locale)
        return facts, noted

    def _note(self, connection: Connection, memory: MemoryItem, candidate: CandidateMemory) -> bool:
        """Note a preference for the profile, unless a line of it says the same; whether it is new.

        Of what was noted, a line about the same thing gives way to it, and the one that it names.
        """
        shown, lines = read_profile(connection).markdown, read_lines(connection)
        said = {plain_words(row) for row in (*shown.split("\n"), *map(line_of, lines))}
        if plain_words(memory.content) in said or len(shown) + len(memory.content) > MARKDOWN_MAXIMUM - 100:
            return False
        about = plain_words(candidate.about)
        older = [
            line
            for line in lines
            if line.content == candidate.replaces or (about and about in plain_words(line.content))
        ]
        note = attrs.evolve(memory, type="preference", section=PROFILE, about="", value="", tags=())
        older += self.opposed(connection, note)
        add(connection, note, actor=EXTRACTION, at=self.now, replaced=older)
        return True

    def _memory(self, one: Passed, memory_id: str) -> MemoryItem:
        candidate, turn = one.candidate, one.turn
        quote = {"quote": candidate.evidence} if candidate.evidence else {}
        project_id = None if candidate.of_writer else turn.project_id
        return MemoryItem(
            id=memory_id,
            type="fact",
            scope="global" if project_id is None else "project",
            section=FACTS,
            source="said",
            said_at=turn.at or self.now,
            content=cut_to_sentence(" ".join(canonical_text(candidate.content).split()), self.limit),
            tags=tuple(dict.fromkeys(tag[:64] for tag in candidate.tags if tag.strip()))[:8],
            session_id=turn.session_id,
            project_id=project_id,
            about=candidate.about,
            value=candidate.value,
            evidence=({**({"runId": one.run_id} if one.run_id else {}), **quote},),
            created_at=self.now,
            updated_at=self.now,
        )


def in_place_of(memory: MemoryItem, against: Sequence[MemoryItem]) -> MemoryItem:
    """The record where what it replaces stands: in the place of a memory of layer 2 it is one, too."""
    older = next((other for other in against if other.section != FACTS), None)
    if older is None:
        return memory
    kind = older.type if older.section == MEMORIES else "preference"
    return attrs.evolve(memory, section=MEMORIES, type=kind, scope=older.scope, project_id=older.project_id)


def taught_already(connection: Connection, memory: MemoryItem) -> bool:
    """Whether the same words of the session have taught something: a batch may be read twice."""
    [evidence] = memory.evidence
    quote = plain_words(evidence.get("quote", ""))
    if not quote:
        return False
    c = MEMORY_ITEM.c
    rows = select(c.evidence).where(
        c.session_id == memory.session_id, c.source == memory.source, c.deleted_at.is_(None)
    )
    told = [
        e
        for row in connection.scalars(rows)
        for e in json.loads(row)
        if e.get("runId") == evidence.get("runId")
    ]
    return any(quote in old or old in quote for e in told if (old := plain_words(e.get("quote", ""))))


def cut_to_sentence(text: str, limit: int) -> str:
    """The text within ``limit`` code points: its whole sentences that fit, else a cut marked ``…``."""
    if len(text) <= limit:
        return text
    end = max((text.rfind(stop, 0, limit) for stop in STOPS), default=-1)
    return text[: end + 1] if end > 0 else text[: limit - 1] + "…"
