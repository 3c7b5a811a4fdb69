"""From candidates to memories: the firewall, the limit, duplicates, contradictions, one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import Connection, select

from underdraft.boundary.strangers import guarded, name_of
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import CONVERSATION
from underdraft.memory.facts.echo_guard import refusal
from underdraft.memory.facts.rows import add, find_twin
from underdraft.memory.facts.turn import turn_of
from underdraft.memory.sessions.profile import LearnedLine, ProfileDocument
from underdraft.memory.settings import SettingValue, read_settings
from underdraft.text.clean import canonical_text
from underdraft.types.memory import CandidateMemory
from underdraft.types.model_call import AskModel
from underdraft.types.run import RunRecord, Turn
from underdraft.types.sessions import AtomicMemory

if TYPE_CHECKING:
    from pluggy import HookImpl

    from underdraft.memory.runs.store import RunStore


LEARN_JOB = "learn"
CANDIDATES_MAXIMUM = 20
"""Most candidates that are taken from one extractor and turn: more is a transcript, not a memory."""

REACH = 20
"""Turns beyond the history that are looked through for it: those that came while the work waited."""

STOPS = "。！？!?.；;"


@attrs.frozen(kw_only=True)
class Learned:
    """What became of one turn's candidates.

    Attributes:
        refused: How many were refused, by reason: ``blank not_said echo duplicate deleted broken``.
    """

    facts: tuple[AtomicMemory, ...] = ()
    preferences: int = 0
    refused: Mapping[str, int] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class Learner:
    """Learns from the turns of one store.

    Attributes:
        extractors: The implementations of ``underdraft_extract_memories``.
        locale: Language of the headings that are written into the profile.
        ask: Gives the model that extractors may ask, or ``None`` when they may not.
    """

    database: Database
    runs: RunStore
    profile: ProfileDocument
    extractors: Callable[[], Sequence[HookImpl]]
    locale: str = "zh"
    ask: Callable[[], AskModel | None] = lambda: None
    written: Callable[[], None] = lambda: None

    def learn_from_run(self, run_id: str) -> Learned:
        """Learn from a recorded run.

        Raises:
            NotFound: There is no such run (any more).
            StoreError: The store cannot be read or written; nothing was learned.
            Exception: Whatever an extractor raises, after the others were heard and kept.
        """
        stored = self.runs.get(run_id)
        if stored.privacy or not stored.complete:
            return Learned()
        turn = turn_of(stored.record, self._said(stored.record))
        return Learned() if turn is None else self.learn(turn, run_id=run_id)

    def _said(self, record: RunRecord) -> dict[str, str]:
        """What the writer typed in the turns that went along as history, by the prompt it was sent in."""
        c = CONVERSATION.c
        history = len(record.preview.prompt.history)
        if not history:
            return {}
        own = select(c.content, c.instruction).where(c.session_id == record.session_id, c.role == "user")
        newest = own.where(c.answered, c.instruction.is_not(None)).order_by(c.seq.desc())
        with self.database.read() as connection:
            return {row.content: row.instruction for row in connection.execute(newest.limit(history + REACH))}

    def learn(self, turn: Turn, *, run_id: str | None = None) -> Learned:
        """Ask every extractor and keep what is new, said by the writer, and no echo."""
        with self.database.read() as connection:
            if not may_learn(read_settings(connection)):
                return Learned()
        candidates, failure = self._ask_extractors(turn)
        judged = [(candidate, refusal(candidate, turn)) for candidate in candidates]
        passed = [candidate for candidate, reason in judged if reason is None]
        refused = Counter(reason for _, reason in judged if reason is not None)
        facts: list[AtomicMemory] = []
        preferences = 0
        if passed:
            with self.database.write() as connection:
                settings = read_settings(connection)
                if may_learn(settings):
                    limit = int(settings["memory.atomic_content_max_length"])
                    facts, preferences = self._keep(connection, passed, turn, run_id, limit, refused)
        if facts:
            self.written()
        if failure is not None:
            raise failure
        return Learned(facts=tuple(facts), preferences=preferences, refused=refused)

    def _ask_extractors(self, turn: Turn) -> tuple[list[CandidateMemory], Exception | None]:
        """What all extractors propose, in the order of their plugins' names, and the first failure."""
        given: dict[str, Any] = {"turn": turn, "ask": self.ask()}
        found: list[CandidateMemory] = []
        failure: Exception | None = None
        for implementation in self.extractors():
            try:
                found += guarded(propose, implementation, given)
            except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
                log.warning("extractor %s failed: %s", implementation.plugin_name, name_of(error))
                failure = failure or error
        return found, failure

    def _keep(
        self,
        connection: Connection,
        candidates: Sequence[CandidateMemory],
        turn: Turn,
        run_id: str | None,
        limit: int,
        refused: Counter[str],
    ) -> tuple[list[AtomicMemory], int]:
        facts: list[AtomicMemory] = []
        lines: list[LearnedLine] = []
        for candidate in candidates:
            content = cut_to_sentence(" ".join(canonical_text(candidate.content).split()), limit)
            if candidate.kind == "preference":
                lines.append(LearnedLine(text=content, about=candidate.about))
                continue
            memory = self._memory(candidate, content, turn, run_id)
            known = find_twin(connection, memory)
            if known is not None:
                refused["duplicate" if known.deleted_at is None else "deleted"] += 1
                continue
            facts.append(add(connection, memory))
        noted = self.profile.note(connection, lines, locale=self.locale) if lines else 0
        if len(lines) > noted:
            refused["duplicate"] += len(lines) - noted
        return facts, noted

    def _memory(
        self, candidate: CandidateMemory, content: str, turn: Turn, run_id: str | None
    ) -> AtomicMemory:
        now = self.database.clock()
        quote = {"quote": candidate.evidence} if candidate.evidence else {}
        return AtomicMemory(
            id=self.database.new_id(),
            timestamp=turn.at or now,
            content=content,
            tags=tuple(dict.fromkeys(tag[:64] for tag in candidate.tags if tag.strip()))[:8],
            session_id=turn.session_id,
            project_id=None if candidate.about.startswith("user.") else turn.project_id,
            create_time=now,
            about=candidate.about,
            value=candidate.value,
            origin="extracted",
            evidence=({**({"runId": run_id} if run_id else {}), **quote},),
            updated_at=now,
        )


def may_learn(settings: Mapping[str, SettingValue]) -> bool:
    """Whether anything that was said may be remembered."""
    return bool(settings["memory.enable_extraction"]) and not settings["privacyModeEnabled"]


def propose(extractor: HookImpl, given: Mapping[str, Any]) -> list[CandidateMemory]:
    """Ask one extractor."""
    return usable(extractor.function(*(given[name] for name in extractor.argnames)), extractor.plugin_name)


def usable(proposed: object, plugin: str) -> list[CandidateMemory]:
    """The candidates of one extractor; rubbish is left out with a line in the log."""
    found = []
    for candidate in proposed if isinstance(proposed, Iterable) else ():
        if isinstance(candidate, CandidateMemory) and isinstance(candidate.content, str):
            found.append(candidate)
        else:
            log.warning("extractor %s gave something else than CandidateMemory", plugin)
    return found[:CANDIDATES_MAXIMUM]


def cut_to_sentence(text: str, limit: int) -> str:
    """The text within ``limit`` code points: its whole sentences that fit, else a cut marked ``…``."""
    if len(text) <= limit:
        return text
    end = max((text.rfind(stop, 0, limit) for stop in STOPS), default=-1)
    return text[: end + 1] if end > 0 else text[: limit - 1] + "…"
