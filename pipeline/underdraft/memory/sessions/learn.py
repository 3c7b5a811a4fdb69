"""From turns to memories: extractors are asked, the firewall judges, and what passes is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from underdraft.boundary.plugin_calls import guarded, name_of
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import CONVERSATION
from underdraft.memory.notes.replacing import Opposed
from underdraft.memory.sessions.consent import agreed
from underdraft.memory.sessions.echo_guard import refusal
from underdraft.memory.sessions.heard import note_heard
from underdraft.memory.sessions.keep import Keeper, Passed, known_statements
from underdraft.memory.sessions.turn import turn_of
from underdraft.memory.sessions.verify import verified
from underdraft.memory.settings import SettingValue, read_settings
from underdraft.types.memory import CandidateMemory, Heard
from underdraft.types.model_call import AskModel, Embedder
from underdraft.types.question import for_task
from underdraft.types.run import RunRecord, Turn
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from pluggy import HookImpl

    from underdraft.memory.runs.store import RunStore


CANDIDATES_MAXIMUM = 20
"""Maximum candidates from one extractor and turn: more is a transcript, not a memory."""

REACH = 20
"""Turns beyond the history that are looked through for it: those that came while the work waited."""


@frozen(kw_only=True)
class Learner:
    """Learns from the turns of one store.

    Attributes:
        extractors: The implementations of ``underdraft_extract_memories``.
        locale: Language of the headings that are written into the profile.
        embedder: The store's embedder, or ``None``.
        written: Called after facts were written.
        opposed: Finds what was learned and gives way to what was said.
    """

    database: Database
    runs: RunStore
    extractors: Callable[[], Sequence[HookImpl]]
    locale: str = "zh"
    embedder: Callable[[], Embedder | None] = lambda: None
    written: Callable[[], None] = lambda: None
    opposed: Opposed = lambda *_: ()

    def learn_from_runs(
        self, run_ids: Sequence[str], *, ask: AskModel | None = None, at_once: bool = False
    ) -> tuple[Heard, ...]:
        """Learn from recorded runs of one project, those without a lesson left out; gives the fate of each candidate.

        Raises:
            NotFound: There is no such run (any more).
            StoreError: The store cannot be read or written; nothing was learned.
            Exception: Whatever an extractor raises, after the others were heard and kept.
        """
        turns: dict[str, Turn] = {}
        for run_id in run_ids:
            stored = self.runs.get(run_id)
            if not stored.privacy and stored.complete:
                turn = turn_of(stored.record, self._said(stored.record))
                if turn is not None:
                    turns[run_id] = turn
        if not turns:
            return ()
        return self.learn(turns, ask=ask, at_once=at_once)

    def _said(self, record: RunRecord) -> dict[str, str]:
        """Map each earlier prompt in the history to the words that the writer typed in it."""
        c = CONVERSATION.c
        history = len(record.preview.prompt.history)
        if not history:
            return {}
        own = select(c.content, c.instruction).where(c.session_id == record.session_id, c.role == "user")
        newest = own.where(c.answered, c.instruction.is_not(None)).order_by(c.seq.desc())
        with self.database.read() as connection:
            return {row.content: row.instruction for row in connection.execute(newest.limit(history + REACH))}

    def learn(
        self, runs: Mapping[str, Turn], *, ask: AskModel | None = None, at_once: bool = False
    ) -> tuple[Heard, ...]:
        """Ask every extractor once about runs of one project, by id, and keep what is new, said by the writer, and no echo.

        ``at_once`` asks those alone that take it.
        """
        turns = tuple(runs.values())
        with self.database.read() as connection:
            if not may_learn(read_settings(connection)):
                return ()
            project_id = turns[0].project_id
            known = known_statements(connection, project_id, [turn.user for turn in turns])
        given = {
            "turns": turns,
            "ask": ask and for_task(ask, "extract", project_id),
            "known": known,
            "embedder": self.embedder(),
            "at_once": at_once,
        }
        candidates, failure = self._ask_extractors(given)
        candidates += chain.from_iterable(map(agreed, turns))
        heard = self._keep(candidates, runs, known)
        if any(one.outcome == "taken" for one in heard):
            self.written()
        if failure is not None:
            raise failure
        return heard

    def _ask_extractors(self, given: Mapping[str, Any]) -> tuple[list[CandidateMemory], Exception | None]:
        """Ask all extractors, in the order of their plugins' names, and return their candidates and the first failure."""
        singly = [{**given, "turn": turn} for turn in given["turns"]]
        most = CANDIDATES_MAXIMUM * len(singly)
        found: list[CandidateMemory] = []
        failure: Exception | None = None
        for implementation in self.extractors():
            if given["at_once"] and "at_once" not in implementation.argnames:
                continue
            try:
                for values in singly if "turn" in implementation.argnames else [given]:
                    found += guarded(propose, implementation, values)[:most]
            except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
                log.warning("extractor %s failed: %s", implementation.plugin_name, name_of(error))
                failure = failure or error
        return found, failure

    def _keep(
        self, candidates: Sequence[CandidateMemory], runs: Mapping[str, Turn], known: Sequence[str]
    ) -> tuple[Heard, ...]:
        if not candidates:
            return ()
        ids = list(runs)
        heard: dict[str, list[Heard]] = {run_id: [] for run_id in ids}
        passed = []
        for candidate in candidates:
            reasons = [refusal(candidate, turn) for turn in runs.values()]
            if None in reasons:
                run_id = ids[reasons.index(None)]
                checked, doubt = verified(candidate, runs[run_id], known)
                passed.append(Passed(candidate=checked, turn=runs[run_id], run_id=run_id, doubt=doubt))
            else:
                why = "echo" if "echo" in reasons else str(reasons[-1])
                heard[ids[-1]].append(Heard(content=candidate.content, outcome="refused", reason=why))
        now, new = self.database.clock(), [self.database.new_id() for _ in passed]
        with self.database.write() as connection:
            settings = read_settings(connection)
            if not may_learn(settings):
                return ()
            limit = int(settings["memory.atomic_content_max_length"])
            keeper = Keeper(limit=limit, locale=self.locale, now=now, opposed=self.opposed)
            for one, fate in zip(passed, keeper.keep(connection, passed, new), strict=True):
                heard[one.run_id].append(fate)
            for run_id in ids:
                note_heard(connection, run_id, heard[run_id])
        return tuple(chain.from_iterable(heard.values()))


def may_learn(settings: Mapping[str, SettingValue]) -> bool:
    """Whether anything that was said may be remembered."""
    return bool(settings["memory.enable_extraction"]) and not settings["privacyModeEnabled"]


def propose(extractor: HookImpl, given: Mapping[str, Any]) -> list[CandidateMemory]:
    """Ask one extractor; rubbish is left out with a line in the log."""
    proposed = extractor.function(*(given[name] for name in extractor.argnames))
    found = []
    for candidate in proposed if isinstance(proposed, Iterable) else ():
        if isinstance(candidate, CandidateMemory) and isinstance(candidate.content, str):
            found.append(candidate)
        else:
            log.warning("extractor %s gave something else than CandidateMemory", extractor.plugin_name)
    return found
