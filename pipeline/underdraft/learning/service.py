"""The feedback that a workspace is taking in: who listens, what is under way, how it is stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import Canceled, InvalidArgument
from underdraft.learning.commit_gate import CommitGate
from underdraft.learning.process import FEEDBACK_TIMEOUT_MS, give_feedback
from underdraft.learning.reword import Rewording
from underdraft.types.feedback import Feedback, FeedbackResult

if TYPE_CHECKING:
    from underdraft.learning.preferences.service import Preferences
    from underdraft.memory.store import Store
    from underdraft.plugins import Plugins
    from underdraft.project.config import Config


TIMEOUT_MAXIMUM_MS = 3_600_000


@attrs.define(eq=False, kw_only=True)
class FeedbackService:
    """Takes in the feedback of one workspace and learns from it.

    Attributes:
        config: The workspace's configuration.
        plugins: Who listens, and who may reword.
        clock: Gives the time in ISO 8601 UTC with milliseconds.
        new_id: Gives a fresh unique id.
        store: Where it is kept.
    """

    config: Config
    plugins: Plugins
    clock: Callable[[], str]
    new_id: Callable[[], str]
    store: Store
    _running: dict[str, tuple[CommitGate, asyncio.AbstractEventLoop, asyncio.Task[Any]]] = attrs.field(
        factory=dict, init=False
    )
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    @cached_property
    def preferences(self) -> Preferences:
        """What was learned, and the writer's decisions about it."""
        from underdraft.learning.preferences.service import Preferences

        return Preferences(
            self.store.database,
            self.store.runs,
            written=self.store.memory.indexer.wake,
            heard=lambda event: self.store.episodes.complete(event),  # noqa: PLW0108 - opened when first needed
        )

    async def submit(self, feedback: Feedback, *, timeout_ms: int | None = None) -> FeedbackResult:
        """Take in one feedback. Raises as :func:`underdraft.learning.process.give_feedback`.

        Raises:
            Canceled: :meth:`cancel` came before it was stored.
        """
        limit = FEEDBACK_TIMEOUT_MS if timeout_ms is None else timeout_ms
        if type(limit) is not int or not 0 < limit <= TIMEOUT_MAXIMUM_MS:
            raise InvalidArgument(f"timeoutMs: expected a whole number from 1 to {TIMEOUT_MAXIMUM_MS}")
        gate = CommitGate()
        task = asyncio.create_task(
            give_feedback(
                feedback,
                store=self.preferences,
                listeners=self._listeners(),
                clock=self.clock,
                locale=self.config.locale,
                gate=gate,
                timeout_ms=limit,
            )
        )
        entry = (gate, asyncio.get_running_loop(), task)
        with self._lock:
            if feedback.run_id is not None:
                self._running[feedback.run_id] = entry
        try:
            return await self._rewording.reword(await asyncio.shield(task))
        except asyncio.CancelledError:
            if task.cancelled():  # by cancel(), not by whoever waits here
                raise Canceled("the feedback was canceled; nothing was stored") from None
            gate.cancel()
            task.cancel()
            await asyncio.wait({task})
            raise
        finally:
            with self._lock:
                if feedback.run_id is not None and self._running.get(feedback.run_id) is entry:
                    del self._running[feedback.run_id]

    def cancel(self, run_id: str) -> bool:
        """Stop the feedback on a run that is under way, from any thread; whether it came in time."""
        with self._lock:
            found = self._running.get(run_id)
        if found is None or found[2].done() or not found[0].cancel():
            return False
        _, loop, task = found
        loop.call_soon_threadsafe(task.cancel)
        return True

    @property
    def _rewording(self) -> Rewording:
        return Rewording(config=self.config, plugins=self.plugins, new_id=self.new_id, store=self.store)

    def _listeners(self) -> list[tuple[str, Callable[..., Any]]]:
        found = self.plugins.implementations("underdraft_feedback")
        return [(i.plugin_name, _taking(i.function, i.argnames)) for i in found]


def feedback_of(**values: Any) -> Feedback:
    """The feedback that a caller describes by name.

    Raises:
        InvalidArgument: A name is not known.
    """
    known = {a.name for a in attrs.fields(Feedback)}
    for name in values:
        if name not in known:
            raise InvalidArgument(f"{name}: unknown option; known are {', '.join(sorted(known))}")
    return Feedback(**values)


def _taking(function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """The function, called with those of the hook's arguments that it takes."""

    def call(event: object, preferences: object) -> Any:
        given = {"event": event, "preferences": preferences}
        return function(*(given[name] for name in names))

    return call
