"""Everything about sessions in one object, which fetchers, channels, commands and the runner use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import NotFound
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.snapshot import cached
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.notes.profile import read_profile
from underdraft.memory.sessions.heard import read_heard
from underdraft.memory.sessions.reading import AGAIN_JOB, LEARN_JOB, READ_JOB, Reading
from underdraft.memory.sessions.summaries import Summaries, summarise
from underdraft.memory.sessions.transcript import Transcript
from underdraft.memory.sessions.turn import instruction_of
from underdraft.memory.settings import block_of, cached_settings
from underdraft.text.clean import is_blank
from underdraft.types.memory import Heard
from underdraft.types.prompt import Message
from underdraft.types.request import RunRequest
from underdraft.types.run import Preview, RunRecord
from underdraft.types.run_inputs import RunInputs
from underdraft.types.sessions import Compact, EarlierWords, SessionSummary, StoredMessage

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.memory.db.jobs import Worker
    from underdraft.memory.runs.compacts import Compacts
    from underdraft.memory.runs.store import RunStore
    from underdraft.memory.sessions.earlier import EarlierVectors, Told
    from underdraft.memory.sessions.learn import Learner
    from underdraft.types.model_call import AskModel

BEGUN_REMEMBERED = 1_000
"""Sessions of this process whose first run is known to be over."""

RULE = "conversation"
"""The rule that makes a run a turn of the session."""


class ConversationService:
    """Transcripts, summaries, profile, compacts and the work after a reply.

    Safe to use from any thread. As a :class:`underdraft.types.run_inputs.ConversationReader` it is what fetchers
    see. ``more_jobs`` does the work that others leave, by kind of job.
    """

    def __init__(
        self,
        database: Database,
        *,
        runs: RunStore,
        learner: Callable[[], Learner],
        ask_of: Callable[[str], AskModel | None],
        slot: EmbedderSlot,
        more_jobs: Mapping[str, Callable[[str], object]] = MappingProxyType({}),
    ) -> None:
        self._more_jobs = more_jobs
        self.database = database
        self._runs, self._slot = runs, slot
        self.reading = Reading(database=database, learner=learner, ask_of=ask_of)
        self.transcript = Transcript(database)
        self.summaries = Summaries(database)
        self._begun: set[str] = set()

    @cached_property
    def compacts(self) -> Compacts:
        """What runs came to, in short."""
        from underdraft.memory.runs.compacts import Compacts

        return Compacts(self.database, self._runs)

    @cached_property
    def _vectors(self) -> EarlierVectors:
        from underdraft.memory.sessions.earlier import EarlierVectors

        return EarlierVectors(self._slot)

    @cached_property
    def worker(self) -> Worker:
        """Does the work that replies leave."""
        from underdraft.memory.db.jobs import Worker

        return Worker(
            self.database,
            {
                LEARN_JOB: self.reading.read_run,
                READ_JOB: self.reading.read_waiting,
                AGAIN_JOB: self.reading.read_again,
                **dict.fromkeys(("summary", "compact"), lambda _: None),  # left by an earlier version
                **self._more_jobs,
            },
        )

    def has_begun(self, session_id: str) -> bool:
        """Whether there is nothing to :meth:`catch_up` with in a session."""
        return session_id in self._begun

    def catch_up(self, inputs: RunInputs) -> None:
        """Before a session's first answer, read what earlier ones left: what is late is read behind it."""
        session_id = inputs.request.session_id
        if session_id is None or self.has_begun(session_id):
            return
        seconds = self.reading.bring_forward(inputs.project_id, fresh=not self._begun)
        if len(self._begun) >= BEGUN_REMEMBERED:
            self._begun.clear()
        self._begun.add(session_id)
        if seconds:
            self.worker.wake(hurry=True)
            self.worker.wait_idle(seconds)

    def heard(self, run_id: str) -> tuple[Heard, ...]:
        """List what extractors found in the writer's words of a run, and the fate of each."""
        with self.database.read() as connection:
            return read_heard(connection, run_id)

    def history(self, inputs: RunInputs) -> tuple[Message, ...]:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        return tuple(Message(role=m.role, content=m.content) for m in self._window(inputs))

    def _window(self, inputs: RunInputs) -> Sequence[StoredMessage]:
        """The messages of the window, read once for all who ask in a run, and again when something has changed."""
        session_id = inputs.request.session_id
        if session_id is None:
            return ()
        room = {"room_tokens": inputs.room_tokens, "auto_block": inputs.auto_block}

        def read() -> Sequence[StoredMessage]:
            return self.transcript.window(session_id, inputs.project_id, **room)

        if self.transcript.holds_private(session_id):
            return read()
        key = ("window", session_id, inputs.project_id, *room.values())
        with self.database.read() as connection:
            return cached(connection, key, ("messages", "sessions", "settings"), read)

    def has_earlier(self, inputs: RunInputs) -> bool:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        from underdraft.memory.sessions.earlier import dropped

        return any(dropped(self._told(inputs.request.session_id or ""), self._window(inputs)))

    def earlier_words(self, inputs: RunInputs, *, most_tokens: int) -> tuple[EarlierWords, ...]:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        from underdraft.memory.sessions.earlier import find_earlier

        told, window = self._told(inputs.request.session_id or ""), self._window(inputs)
        return find_earlier(told, self._vectors, inputs.query, window, room_tokens=most_tokens)

    def _told(self, session_id: str) -> Told:
        from underdraft.memory.sessions.earlier import read_told

        private = self.transcript.private_of(session_id)
        with self.database.read() as connection:
            key = ("told", session_id, len(private))
            return cached(connection, key, ("messages",), lambda: read_told(connection, session_id, private))

    def window_block(self, inputs: RunInputs) -> int:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        with self.database.read() as connection:
            return block_of(cached_settings(connection), inputs.auto_block)

    def profile(self) -> str:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        with self.database.read() as connection:
            if not cached_settings(connection)["memory.enable_user_profile"]:
                return ""
            return cached(connection, "profile", ("profile",), lambda: read_profile(connection).markdown)

    def session_summaries(self, inputs: RunInputs) -> tuple[SessionSummary, ...]:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        project_id, own = inputs.project_id, inputs.request.session_id
        with self.database.read() as connection:
            limit = int(cached_settings(connection)["memory.session_summary_limit"])
            return cached(
                connection,
                ("summaries", project_id, own, limit),
                ("summaries",),
                lambda: self.summaries.list(project_id, limit=limit, exclude_session=own) if limit else (),
            )

    def recent_compacts(self, inputs: RunInputs, limit: int) -> tuple[Compact, ...]:
        """See :class:`underdraft.types.run_inputs.ConversationReader`."""
        chats = inputs.rules.asks_for(RULE) and inputs.transcript is None
        project_id, beside = inputs.project_id, inputs.request.session_id if chats else None
        window = self._window(inputs) if beside and limit else ()
        key = ("compacts", project_id, limit + len(window))
        with self.database.read() as connection:
            found = cached(
                connection, key, ("compacts", "runs"), lambda: self.compacts.recent(project_id, key[2])
            )
        shown, said = {message.run_id for message in window}, "\n".join(m.content for m in window)
        left = [one for one in found if one.run_id not in shown and f"ref:{one.ref}" not in said]
        told = self.transcript.runs_of(beside) if beside and left else frozenset()
        # of the chat's own turns the writer's words come back word for word, by themselves
        return tuple(
            attrs.evolve(one, task="") if one.run_id in told else one for one in left[-limit:] if limit > 0
        )

    def keep_message(self, preview: Preview, request: RunRequest) -> None:
        """Put the user's message on disk as it goes out, if the run is a turn; else the reply brings it along."""
        if request.session_id is None or not preview.skill.rules.asks_for(RULE):
            return
        try:
            self.transcript.keep_message(preview, request)
        except NotFound as error:
            log.info("the message is in no transcript: %s", error.message)

    def keep_turn(
        self,
        connection: Connection,
        run: RunRecord,
        request: RunRequest | None,
        *,
        privacy: bool,
        apart: bool = False,
    ) -> bool:
        """Append the turn and write down what is to be done about it, in the transaction that keeps the run.

        Gives whether there is anything to be done: nothing about a turn that stays ``apart``. A blank reply makes no turn. In privacy mode nothing is learned and nothing summarised.
        """
        if not apart:
            self.compacts.register(connection, run, privacy=privacy)
        if request is None or request.session_id is None:
            return False
        instruction = (request.instruction or "").strip()
        if run.preview.skill.rules.asks_for(RULE) and not is_blank(run.text):
            try:
                first = self.transcript.keep_turn(connection, run, request, private=privacy)
            except NotFound as error:
                log.info("the turn is in no transcript: %s", error.message)
                return False
            if first and not privacy and not apart:
                self._summarise(connection, run, instruction)
        if instruction and not privacy and not apart:
            self.reading.register(connection, run)
        return True

    def adopt(self, connection: Connection, run: RunRecord, *, privacy: bool) -> None:
        """Write down what is to be done about a turn that was kept apart."""
        self.compacts.register(connection, run, privacy=privacy)
        if run.session_id is not None and not privacy:
            self._summarise(connection, run, instruction_of(run))
            self.reading.register(connection, run)

    def _summarise(self, connection: Connection, run: RunRecord, instruction: str) -> None:
        asked = instruction or run.preview.prompt.dynamic
        summarise(connection, run, asked, at=self.database.clock())

    def wait_idle(self, timeout_seconds: float) -> None:
        """Wait for the work that replies left, if any was begun."""
        if "worker" in self.__dict__:
            self.worker.wait_idle(timeout_seconds)

    def close(self) -> None:
        """Give the work in the background a moment to finish; what is left stays in the store."""
        if "worker" in self.__dict__:
            self.worker.close()
