"""Keeps candidates in one transaction: the writer's preferences in the profile, all else among the facts.

What corrects a typed memory stands where that one stood.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import attrs
from sqlalchemy import ColumnElement, Connection, select

from underdraft.memory.db.jobs import later
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import postings
from underdraft.memory.notes.profile import MARKDOWN_MAXIMUM, line_of, read_lines, read_profile, show
from underdraft.memory.notes.record import ACTIVE, PROPOSED, TAG_MAXIMUM, MemoryItem
from underdraft.memory.notes.replacing import Opposed, add, find_twin, rewrite, take
from underdraft.memory.notes.rows import in_sections, items_in, remove, write
from underdraft.memory.sections import FACTS, MEMORIES, PROFILE, section_of, sections_where
from underdraft.memory.sessions.echo_guard import in_own_words
from underdraft.text.clean import canonical_text, one_line, plain_words
from underdraft.text.stems import stems_of
from underdraft.types.memory import CUE, CUES_MAXIMUM, CandidateMemory, Heard, Outcome
from underdraft.types.run import Turn
from underdraft.types.values import frozen

EXTRACTION = "extraction"
"""The actor of extraction, in revisions."""

STOPS = "。！？!?.；;"

OFFER_DAYS = 30
"""Days after which an offer that nobody answered is made no more."""

NEWEST = 16
"""Newest records that are shown."""

LIKE = 24
"""Records that share most words with what was said."""


@frozen(kw_only=True)
class Passed:
    """A candidate that the firewall let through, with the turn that says it, its run, and why it is only offered."""

    candidate: CandidateMemory
    turn: Turn
    run_id: str = ""
    doubt: str = ""


@frozen(kw_only=True)
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

    def keep(self, connection: Connection, passed: Sequence[Passed], ids: Sequence[str]) -> list[Heard]:
        """Settle each candidate, and return the fate of each in order."""
        withdraw_old(connection, self.now)
        kept = [self._keep(connection, one, memory_id) for one, memory_id in zip(passed, ids, strict=True)]
        show(connection, actor=EXTRACTION, at=self.now, locale=self.locale)
        return kept

    def _keep(self, connection: Connection, one: Passed, memory_id: str) -> Heard:
        """Take it or offer it, unless it is known; what waits for an answer and is said again outright holds."""
        candidate = one.candidate
        memory = self._memory(one, memory_id)
        against = with_content(connection, one.turn.project_id, candidate.replaces)
        if candidate.kind == "forget":
            return self._forget(connection, one, against)
        noted = candidate.kind == "preference" and candidate.of_writer and not against
        if noted:
            memory = attrs.evolve(memory, type="preference", section=PROFILE, about="", value="", tags=())
            about = plain_words(candidate.about)
            against = [
                line
                for line in read_lines(connection)
                if line.content == candidate.replaces or (about and about in plain_words(line.content))
            ]
        memory = in_place_of(memory, [] if noted else against)
        recalled = sections_where(lambda one: one.recalled)
        twin = find_twin(connection, memory, sections=(PROFILE,) if noted else recalled)
        if twin is not None and twin.state == PROPOSED and not one.doubt:
            taken = take(connection, twin, opposed=self.opposed, actor=EXTRACTION, at=self.now)
            return fate_of(taken, "taken")
        gone = twin is not None and twin.deleted_at is not None
        if noted and gone and not one.doubt:
            twin = None  # a line that went may be said anew; what was only offered is not offered again
        if twin or taught_already(connection, memory) or (noted and is_shown(connection, memory)):
            return fate_of(memory, "refused", "deleted" if twin and gone else "duplicate")
        if one.doubt:
            offer = attrs.evolve(memory, state=PROPOSED, replaces=tuple(other.id for other in against))
            offer = write(connection, None, offer, action="create", actor=EXTRACTION, at=self.now)
            return fate_of(offer, "offered", one.doubt)
        against += self.opposed(connection, memory)
        explicit = not noted and in_own_words(candidate, one.turn)
        added = add(connection, memory, actor=EXTRACTION, at=self.now, replaced=against, explicit=explicit)
        return fate_of(added, "taken")

    def _forget(self, connection: Connection, one: Passed, meant: Sequence[MemoryItem]) -> Heard:
        """Delete what is meant, of the profile, too; an undo brings it back."""
        content = one.candidate.replaces
        meant = [*meant, *(line for line in read_lines(connection) if line.content == content)]
        if one.doubt or not meant:
            return Heard(content=one.candidate.content, outcome="refused", reason=one.doubt or "unknown")
        for item in meant:
            gone = attrs.evolve(item, deleted_at=self.now)
            rewrite(connection, item, gone, action="delete", actor=EXTRACTION, at=self.now)
        return Heard(content=content, outcome="taken", reason="forgotten", memory_id=meant[0].id)

    def _memory(self, one: Passed, memory_id: str) -> MemoryItem:
        candidate, turn = one.candidate, one.turn
        quote = {"quote": candidate.evidence} if candidate.evidence else {}
        quote |= {"warrant": candidate.warrant} if candidate.warrant else {}
        project_id = None if candidate.of_writer else turn.project_id
        return MemoryItem(
            id=memory_id,
            type="fact",
            scope="global" if project_id is None else "project",
            section=FACTS,
            source="said",
            said_at=turn.at or self.now,
            content=cut_to_sentence(" ".join(canonical_text(candidate.content).split()), self.limit),
            tags=(
                *tuple(dict.fromkeys(tag[:64] for tag in candidate.tags if tag.strip()))[:8],
                *(
                    one_line(f"{CUE}{cue}", TAG_MAXIMUM)
                    for cue in candidate.cues[:CUES_MAXIMUM]
                    if cue.strip()
                ),
            ),
            session_id=turn.session_id,
            project_id=project_id,
            about=candidate.about,
            value=candidate.value,
            evidence=({**({"runId": one.run_id} if one.run_id else {}), **quote},),
            created_at=self.now,
            updated_at=self.now,
        )


def fate_of(memory: MemoryItem, outcome: Outcome, reason: str | None = None) -> Heard:
    """Return a candidate's fate for the record that it became, or would have become."""
    there = None if outcome == "refused" else memory.id
    return Heard(content=memory.content, outcome=outcome, reason=reason, memory_id=there)


def withdraw_old(connection: Connection, now: str) -> None:
    """Make offers no more that nobody has answered for long; what is said again is found anew."""
    c = MEMORY_ITEM.c
    old = (c.state == PROPOSED, c.source == "said", c.created_at < later(now, -OFFER_DAYS * 86_400))
    remove(connection, connection.scalars(select(c.id).where(*old)).all())


def is_shown(connection: Connection, memory: MemoryItem) -> bool:
    """Whether a line of the profile says the same, or there is no room for another."""
    shown = read_profile(connection).markdown
    said = {plain_words(row) for row in (*shown.split("\n"), *map(line_of, read_lines(connection)))}
    full = len(shown) + len(memory.content) > MARKDOWN_MAXIMUM - 100
    return full or plain_words(memory.content) in said


def in_place_of(memory: MemoryItem, against: Sequence[MemoryItem]) -> MemoryItem:
    """The record where what it replaces stands: in the place of a memory of layer 2 it is one, too."""
    older = next((other for other in against if not section_of(other).heard), None)
    if older is None:
        return memory
    kind = "preference" if section_of(older).concluded else older.type
    return attrs.evolve(memory, section=MEMORIES, type=kind, scope=older.scope, project_id=older.project_id)


def taught_already(connection: Connection, memory: MemoryItem) -> bool:
    """Whether the same words of a run have taught the same, in whatever wording: a batch may be read twice."""
    [evidence] = memory.evidence
    quote = plain_words(evidence.get("quote", ""))
    if not quote:
        return False
    c = MEMORY_ITEM.c
    rows = select(c.content, c.evidence).where(c.session_id == memory.session_id, c.source == memory.source)
    return any(
        says_the_same(memory.content, row.content, evidence["quote"])
        for row in connection.execute(rows)
        for old in json.loads(row.evidence)
        if old.get("runId") == evidence.get("runId") and _overlap(quote, plain_words(old.get("quote", "")))
    )


def _overlap(quote: str, other: str) -> bool:
    return bool(other) and (quote in other or other in quote)


def says_the_same(content: str, other: str, quote: str) -> bool:
    """Whether two wordings take up the same words of a quote, more than half of those of the one with fewer."""
    said = stems_of(quote)
    mine, theirs = (stems_of(text) & said for text in (content, other))
    fewest = min(len(mine), len(theirs))
    return not fewest or len(mine & theirs) > fewest / 2


def cut_to_sentence(text: str, limit: int) -> str:
    """The text within ``limit`` code points: its whole sentences that fit, else a cut marked ``…``."""
    if len(text) <= limit:
        return text
    end = max((text.rfind(stop, 0, limit) for stop in STOPS), default=-1)
    return text[: end + 1] if end > 0 else text[: limit - 1] + "…"


def in_force(project_id: str | None) -> ColumnElement[bool]:
    """Return the condition for records that hold now for a whole project, less those that the profile shows."""
    beside = sections_where(lambda one: not one.in_profile)
    return in_sections(beside, (ACTIVE,), project_id, None, None)


def known_statements(connection: Connection, project_id: str | None, said: Iterable[str]) -> tuple[str, ...]:
    """Records of the project and of all projects that may be meant, and what the profile has learned."""
    c = MEMORY_ITEM.c
    live = in_force(project_id)
    newest = select(c.id).where(live).order_by(c.created_at.desc(), c.id).limit(NEWEST)
    ids = set(connection.scalars(newest))
    ids |= postings.search(connection, project_id, "\n".join(said), (live,), LIKE).keys()
    found = connection.scalars(select(c.content).where(c.id.in_(ids)).order_by(c.created_at, c.id))
    return tuple(dict.fromkeys([*found, *(line.content for line in read_lines(connection))]))


def with_content(connection: Connection, project_id: str | None, content: str) -> list[MemoryItem]:
    """The records in force with just this content; a line of the profile is corrected there."""
    if not content:
        return []
    c = MEMORY_ITEM.c
    same = select(MEMORY_ITEM).where(in_force(project_id), c.content == content)
    return items_in(connection, same)
