"""The services over one store, each made when it is first needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import Conflict, InvalidArgument, StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.generation import PURGED, purged
from underdraft.memory.settings import privacy_enabled
from underdraft.project.config import Config
from underdraft.types.model_call import AskModel, Embedder
from underdraft.types.run import RunRecord
from underdraft.types.run_inputs import RunInputs

if TYPE_CHECKING:
    from pluggy import HookImpl
    from sqlalchemy import Connection

    from underdraft.memory.areas.area import Area
    from underdraft.memory.episodes.service import EpisodeService
    from underdraft.memory.notes.replacing import Opposed
    from underdraft.memory.notes.rows import Overruled
    from underdraft.memory.notes.service import MemoryService
    from underdraft.memory.runs.questions import QuestionLog
    from underdraft.memory.runs.store import RunStore
    from underdraft.memory.sessions.learn import Learner
    from underdraft.memory.sessions.lifecycle import SessionService
    from underdraft.memory.sessions.service import ConversationService
    from underdraft.memory.sessions.working import WorkingMemory


NO_EMBEDDER = "none"
"""The configured name that switches recall by meaning off."""

LOCAL_EMBEDDER = "local"
"""The name of the embedder whose vectors the learned weights of recall are for, whatever embedder is configured."""

FORK_SECONDS = 1.0
"""How long a fork waits for the background."""


@attrs.define(eq=False, kw_only=True, slots=False)
class Store:
    """Everything that a workspace remembers. Making it touches no file.

    Attributes:
        ask_of: Asks the model of this name in the background (``""``: the workspace's); ``None`` where it cannot.
        find_embedder: The embedder that answers to a name, or ``None``.
        more_jobs: Handlers of work in the background that is not the memory's own, by kind of job.
        more_areas: Areas of the store whose rooms are above the memory.
        overruled: Selects the memories that do not hold in a project, because its own say the opposite.
        opposed: Finds what was learned and gives way to a statement of the writer's.
    """

    database: Database
    config: Config
    ask_of: Callable[[str], AskModel | None] = lambda _: None
    extractors: Callable[[], Sequence[HookImpl]] = tuple
    find_embedder: Callable[[str], Embedder | None] = lambda _: None
    overruled: Overruled | None = None
    opposed: Opposed = lambda *_: ()
    more_jobs: Callable[[Store], Mapping[str, Callable[[str], object]]] = lambda _: {}
    more_areas: Callable[[], tuple[Area, ...]] = tuple

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The areas with the tables that each declares, in the order of a purge; the memories are last, see there."""
        from underdraft.memory.areas.store_tables import STORE_TABLES
        from underdraft.memory.episodes.area import EPISODES
        from underdraft.memory.index.area import INDEX
        from underdraft.memory.notes.area import NOTES
        from underdraft.memory.runs.area import RUNS
        from underdraft.memory.sessions.area import SESSIONS
        from underdraft.memory.tidy.area import TIDY

        return (STORE_TABLES, SESSIONS, EPISODES, *self.more_areas(), RUNS, TIDY, INDEX, NOTES)

    @cached_property
    def runs(self) -> RunStore:
        """Run records."""
        from underdraft.memory.runs.store import RunStore

        return RunStore(self.database)

    @cached_property
    def questions(self) -> QuestionLog:
        """The log of questions to models in the background."""
        from underdraft.memory.runs.questions import QuestionLog

        return QuestionLog(database=self.database)

    @cached_property
    def memory(self) -> MemoryService:
        """The writer's memories and settings."""
        from underdraft.memory.notes.service import MemoryService

        return MemoryService(
            self.database,
            find_embedder=self._find_embedder,
            find_encoder=None
            if self.config.embedder == LOCAL_EMBEDDER
            else lambda: self.find_embedder(LOCAL_EMBEDDER),
            overruled=self.overruled,
            opposed=self.opposed,
        )

    def _find_embedder(self) -> Embedder | None:
        """The configured embedder: the first plugin that answers to its name; that nobody does is refused."""
        name = self.config.embedder
        if name == NO_EMBEDDER:
            return None
        found = self.find_embedder(name)
        if found is None:
            raise InvalidArgument("embedder: no plugin answers to this name")
        return found

    @cached_property
    def conversation(self) -> ConversationService:
        """Sessions: transcripts, summaries, the profile, the work that replies leave."""
        from underdraft.memory.sessions.service import ConversationService

        return ConversationService(
            self.database,
            runs=self.runs,
            learner=lambda: self.learner,
            ask_of=self.ask_of,
            slot=self.memory.embedder,
            more_jobs=self.more_jobs(self),
        )

    @cached_property
    def learner(self) -> Learner:
        """Learns from what is said; made late, as it brings the words of all languages."""
        from underdraft.memory.sessions.learn import Learner

        return Learner(
            database=self.database,
            runs=self.runs,
            extractors=self.extractors,
            locale=self.config.locale,
            embedder=self.memory.embedder.find,
            written=self.memory.indexer.wake,
            opposed=self.opposed,
        )

    @cached_property
    def episodes(self) -> EpisodeService:
        """How past runs went."""
        from underdraft.memory.episodes.limits import EpisodeLimits
        from underdraft.memory.episodes.service import EpisodeService

        return EpisodeService(
            self.database,
            slot=self.memory.embedder,
            locale=self.config.locale,
            written=self.memory.indexer.wake,
            keep_run=self._keep_spooled,
            limits=EpisodeLimits(**self.config.episodes),
        )

    @cached_property
    def working(self) -> WorkingMemory:
        """The working memory of this process's sessions; it never touches the store."""
        from underdraft.memory.sessions.working import WorkingMemory
        from underdraft.text.tokens import counter_for

        model = self.config.model
        return WorkingMemory(
            clock=self.database.clock, new_id=self.database.new_id, counter=lambda: counter_for(model)
        )

    @cached_property
    def sessions(self) -> SessionService:
        """Sessions, from start to end."""
        from underdraft.memory.sessions.lifecycle import SessionService

        return SessionService(self.database, self.working, self.episodes)

    def add_run(
        self,
        run: RunRecord,
        *,
        locale: str,
        templates: Mapping[str, str],
        inputs: RunInputs | None = None,
        once: bool = False,
    ) -> None:
        """Keep a run that is over and, in the same transaction, the turn that it is in a session.

        Texts are left out if privacy mode is on, was on when the run began, or earlier in its session. What is to be done after the reply begins here. A run that ended too
        early is kept alone: it is no turn and no episode, and nothing is learned from it. ``inputs`` makes the
        run a turn of a session, and an episode; that waits where the store fails. Of a run that is to stay apart only
        the turn is kept, until :meth:`adopt`. ``once`` looks first whether it
        is there already, which is a ``Conflict``.
        """
        from underdraft.memory.episodes.operations import RUN
        from underdraft.memory.runs.store import insert, pack_run

        if self._is_older(run, inputs):
            raise purged()
        with self.database.view():
            if once and self.runs.has(run.id):
                raise Conflict("runId: this preview has been recorded already", details={"field": "runId"})
            privacy = self.episodes.private(since=run.created_at) or self._holds_private(run)
        packed = pack_run(run, locale=locale, templates=templates)
        packed = packed.without_text() if privacy else packed
        request = inputs.request if inputs and run.status == "done" else None
        apart = inputs is not None and inputs.apart
        episodes = (
            self.episodes.of_run(run, inputs, private=privacy) if inputs and request and not apart else []
        )

        def write(connection: Connection) -> bool:
            insert(connection, packed)
            done = run.status == "done"
            left = done and self.conversation.keep_turn(
                connection, run, request, privacy=privacy, apart=apart
            )
            self.episodes.put(connection, *episodes)
            return left

        try:
            left = self._write_again(write)
        except StoreError as error:
            if error.reason == PURGED:
                raise
            operation = {
                "op": RUN,
                "id": run.id,
                "status": run.status,
                "apart": apart,
                **attrs.asdict(packed),
            }
            waiting = self.episodes.writer.submit(operation)
            for episode in episodes:
                self.episodes.writer.submit(episode)
            where = "it waits beside the store for the next chance" if waiting.durable else "it is lost"
            raise StoreError(f"{error.message}; {where}", details=error.details) from error
        self.memory.indexer.wake()
        if not self.conversation.worker.started:  # it also takes what processes that are gone have left
            self.episodes.writer.start()
            self.conversation.worker.wake()
        elif left:
            self.conversation.worker.wake()

    def _is_older(self, run: RunRecord, inputs: RunInputs | None) -> bool:
        """Whether the run began before all was purged: by this process, or by another, so that the store was opened anew."""
        from underdraft.memory.sessions.service import ConversationService

        read = getattr(inputs, "conversation", None)
        other = isinstance(read, ConversationService) and read.database is not self.database
        return other or run.created_at < self.database.since

    def _holds_private(self, run: RunRecord) -> bool:
        """Whether words of the run's session are in memory only: they may stand in its prompt and its reply."""
        return run.session_id is not None and self.conversation.transcript.holds_private(run.session_id)

    def _write_again(self, write: Callable[[Connection], bool]) -> bool:
        """Write, again where another process held the lock too long."""
        from underdraft.memory.episodes.writer import PAUSES_SECONDS

        for pause in (*PAUSES_SECONDS, None):
            try:
                with self.database.write() as connection:
                    return write(connection)
            except StoreError as error:
                if pause is None or error.reason != "locked":
                    raise
            time.sleep(pause)
        return False

    def _keep_spooled(self, connection: Connection, operation: Mapping[str, Any]) -> None:
        """Write a run that the store could not take, unless it is there.

        It is no turn of the session any more: later ones may have been sent without it.
        """
        from underdraft.memory.runs.store import PackedRun, has_run, insert, unpack_run

        packed = PackedRun(row=operation["row"], texts=operation["texts"], sources=operation["sources"])
        if not has_run(connection, operation["id"]):
            insert(connection, packed)
            if operation["status"] == "done" and packed.texts and not operation.get("apart"):
                self.conversation.keep_turn(connection, unpack_run(packed), None, privacy=False)

    def adopt(self, run_id: str) -> None:
        """Let the turn of a run that was kept apart be read, summarised and recalled, as other turns are."""
        stored = self.runs.get(run_id)
        with self.database.write() as connection:
            self.conversation.adopt(connection, stored.record, privacy=stored.privacy)
        self.conversation.worker.wake()

    def privacy(self) -> bool:
        """Whether privacy mode is on."""
        with self.database.read() as connection:
            return privacy_enabled(connection)

    def readers(self) -> dict[str, Any]:
        """Return the readers for fetchers, by field of :class:`underdraft.RunInputs`."""
        return {name: getattr(self, name) for name in ("memory", "conversation", "episodes", "working")}

    def settle(self) -> None:
        """Write what is waiting, here and from processes that are gone: after a purge nothing comes back."""
        self.episodes.writer.drain()
        self.episodes.flush()

    def finish(self, timeout_seconds: float) -> None:
        """Wait for what goes on in the background, then embed what is new, at most so long."""
        deadline = time.monotonic() + timeout_seconds
        if "conversation" in self.__dict__:
            self.conversation.wait_idle(timeout_seconds)
        if "memory" in self.__dict__ and self.memory.indexer.started and self.memory.lacks_vectors():
            self.memory.indexer.wait(max(0.0, deadline - time.monotonic()))

    def before_fork(self) -> None:
        """Let what goes on in the background come to a pause, for a moment at most."""
        deadline = time.monotonic() + FORK_SECONDS
        if "conversation" in self.__dict__:
            self.conversation.wait_idle(FORK_SECONDS)
        for area, thread in (("memory", "indexer"), ("episodes", "writer")):
            if area in self.__dict__:
                getattr(getattr(self, area), thread).wait_idle(max(0.0, deadline - time.monotonic()))

    def close(self) -> None:
        """Write what is waiting and close the store."""
        if "working" in self.__dict__ and self.working.sessions():
            self.sessions.close()
        for name in ("episodes", "conversation", "memory"):
            if name in self.__dict__:
                getattr(self, name).close()
        self.database.close()
