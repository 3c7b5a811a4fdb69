"""The feedback that a workspace is taking in: how it becomes what is learned, its time limits, how it is stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.errors import Canceled, Timeout
from underdraft.learning.commit_gate import CommitGate, commit_in_time
from underdraft.learning.feedback.event import check_feedback, decide
from underdraft.learning.listeners import collect_signals
from underdraft.run.gate import Gate
from underdraft.types.checks import check_known, check_reach, check_whole, refuse
from underdraft.types.feedback import Feedback, FeedbackEvent
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.learning.feedback.result import FeedbackResult
    from underdraft.learning.rules.decisions import Choice
    from underdraft.memory.notes.record import MemoryItem
    from underdraft.memory.store import Store
    from underdraft.types.preferences import Ledger

log = logger_of("underdraft")

TIMEOUT_MS = 30_000
"""How long a feedback may take where the caller sets no limit; a busy store is waited for up to 5 s."""

TIMEOUT_MAXIMUM_MS = 3_600_000


@frozen
class _Submission:
    """A feedback that is being taken in."""

    task: asyncio.Task[FeedbackResult]
    project_id: str | None
    gate: CommitGate
    loop: asyncio.AbstractEventLoop


@attrs.define(eq=False, kw_only=True)
class FeedbackService:
    """Takes in the feedback of one workspace and learns from it; what was learned is listed and settled."""

    gate: Gate
    clock: Callable[[], str]
    store: Store
    _running: dict[str, _Submission] = attrs.field(factory=dict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    @staticmethod
    def feedback_of(**values: Any) -> Feedback:
        """The feedback that a caller describes by name; a name that is not known is refused."""
        known = {a.name for a in attrs.fields(Feedback)}
        for name in values:
            check_known(name, [name], known, what="option")
        return Feedback(**values)

    async def submit(self, feedback: Feedback, *, timeout_ms: int | None = None) -> FeedbackResult:
        """Take in one feedback. Raises as :meth:`process`, and ``Canceled`` when :meth:`cancel` came before it was stored.

        ``timeout_ms`` is 1 to 3,600,000; ``None`` means 30,000.
        """
        limit = TIMEOUT_MS if timeout_ms is None else timeout_ms
        check_whole("timeoutMs", limit, 1, TIMEOUT_MAXIMUM_MS)
        project = self.gate.config.project_meant(feedback.project_id)
        feedback = attrs.evolve(feedback, project_id=project)
        gate: CommitGate = Future()
        task = asyncio.create_task(self.process(feedback, gate, limit))
        submission = _Submission(task, project, gate, asyncio.get_running_loop())
        with self._lock:
            if feedback.run_id is not None:
                self._running[feedback.run_id] = submission
        try:
            result = await asyncio.shield(task)
            self.store.memory.indexer.wake()
        except asyncio.CancelledError:
            if task.cancelled():  # by cancel(), not by the caller that waits here
                raise Canceled("the feedback was canceled; nothing was stored") from None
            gate.cancel()
            task.cancel()
            await asyncio.wait({task})
            raise
        finally:
            with self._lock:
                if feedback.run_id is not None and self._running.get(feedback.run_id) is submission:
                    del self._running[feedback.run_id]
        return result

    async def process(self, feedback: Feedback, gate: CommitGate, timeout_ms: int) -> FeedbackResult:
        """Feedback -> event -> signals -> what is learned: the whole flow.

        Plugins are asked before the transaction, so that none of their code runs while the write lock is held.
        A gate that is shut before the commit keeps everything out of the store.

        Raises:
            InvalidArgument, NotFound, Conflict, StoreError, Timeout: Nothing was written.
            asyncio.CancelledError: Nothing was written, or, when the commit had begun, all of it; sending
                the same feedback again is safe either way.
        """
        from underdraft.learning.feedback.event_log import read_draft
        from underdraft.learning.rules.store_event import read_result, store_decision

        check_feedback(feedback)
        database, locale = self.store.database, self.gate.config.locale
        listeners = self.gate.plugins.implementations("underdraft_feedback")
        deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
        try:
            async with asyncio.timeout_at(deadline):
                draft, basis = await asyncio.to_thread(read_draft, database, feedback, self.clock, locale)
                decision = decide(draft, basis)
                if decision.repeated:
                    return await asyncio.to_thread(read_result, database, decision)
                signals = await collect_signals(decision.reported, listeners)
            write = partial(store_decision, database, draft, decision, signals, gate, self._write_along)
            return await commit_in_time(write, gate, deadline)
        except TimeoutError:
            why = f"the feedback took longer than its limit of {timeout_ms:,} ms; nothing was stored"
            raise Timeout(why, details={"timeoutMs": timeout_ms}) from None

    def cancel(self, run_id: str, project_id: str | None) -> bool:
        """Stop the feedback on a run that is under way, from any thread; whether it came in time.

        Raises:
            NotFound: It belongs to another project.
        """
        with self._lock:
            found = self._running.get(run_id)
        if found is not None:
            check_reach("runId", found.project_id, project_id, "run")
        if found is None or found.task.done() or not found.gate.cancel():
            return False
        found.loop.call_soon_threadsafe(found.task.cancel)
        return True

    def ledger(self, project_id: str | None) -> Ledger:
        """Everything that was learned or may be, for a project and for all."""
        from underdraft.learning.rules.listing import read_ledger

        with self.store.database.read() as connection:
            return read_ledger(connection, project_id)

    def settle(
        self,
        id_: str,
        choice: Choice,
        project_id: str | None,
        *,
        content: str | None = None,
        keep: str | None = None,
    ) -> MemoryItem:
        """Confirm or refuse a record, a candidate or an offer to tidy; gives the record, or the one that stays.

        Raises:
            InvalidArgument: A field is wrong; see also :func:`.decisions.settle` and :func:`.tidy.settle.one_that_stays`.
            NotFound: There is no such thing for this project.
        """
        from underdraft.learning.rules.decisions import settle
        from underdraft.memory.tidy.offers import OFFER_PREFIX
        from underdraft.memory.tidy.service import find_offer
        from underdraft.memory.tidy.settle import archive_others, keep_all, one_that_stays

        if content is not None and choice != "confirm":
            refuse("content", "none, unless action is confirm")
        memory = self.store.memory
        offer = find_offer(memory, id_, project_id) if id_.startswith(OFFER_PREFIX) else None
        at = memory.database.clock()
        with memory.database.write() as connection:
            if offer is None:
                settled = settle(connection, id_, choice, project_id, at, content=content)
            else:
                settled = one_that_stays(connection, offer, keep)
                if choice == "refuse":
                    keep_all(connection, offer, project_id=project_id, at=at)
                else:
                    settled = settle(connection, settled.id, choice, project_id, at, content=content)
                    archive_others(connection, offer, settled, at)
        memory.indexer.wake()
        return settled

    def clear(self, project_id: str | None) -> int:
        """Forget what was learned for a project (``None``: for all projects); see :func:`.decisions.clear`."""
        from underdraft.learning.rules.decisions import clear

        database = self.store.database
        with database.write() as connection:
            count = clear(connection, project_id, database.clock())
        self.store.memory.indexer.wake()
        return count

    def _write_along(self, connection: Connection, event: FeedbackEvent) -> None:
        """Tell the run's episode, in the transaction of the event, and plan what follows from it."""
        from underdraft.learning.rules.distil import register

        try:
            with connection.begin_nested():
                self.store.episodes.put_feedback(connection, event)
                register(connection, event, self.store.database.clock())
        except Exception as error:  # noqa: BLE001 - the feedback itself is worth more than its episode
            log.warning("a feedback could not be passed on (%s)", type(error).__name__)
