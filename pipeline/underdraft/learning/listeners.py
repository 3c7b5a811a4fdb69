"""Listeners to feedback: the implementations of ``underdraft_feedback``, and the signals that they hand in."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

import attrs

from underdraft.boundary.plugin_calls import await_apart, call_apart, name_of
from underdraft.boundary.private_logging import logger_of
from underdraft.errors import InvalidArgument
from underdraft.types.checks import check_one_of
from underdraft.types.feedback import FeedbackEvent, PreferenceSignal, Stance
from underdraft.types.observation import SPAN_MAXIMUM

if TYPE_CHECKING:
    from pluggy import HookImpl

log = logger_of("underdraft")

LISTENER_TIMEOUT_MS = 2_000
"""How long one listener may take; the writer waits for all of them."""

KEY_MAXIMUM = 240
STATEMENT_MAXIMUM = 500

_AXIS = re.compile(r"[a-z][a-z0-9_.-]{0,63}\Z")


async def collect_signals(
    event: FeedbackEvent, listeners: Sequence[HookImpl]
) -> tuple[PreferenceSignal, ...]:
    """Tell all listeners, in their order; one that fails is logged and loses only its own signals."""
    signals: list[PreferenceSignal] = []
    for listener in listeners:
        collector = SignalCollector()
        given = {"event": event, "preferences": collector}
        arguments = [given[name] for name in listener.argnames]
        try:
            async with asyncio.timeout(LISTENER_TIMEOUT_MS / 1000):
                result = await call_apart(listener.function, *arguments, known_by=listener.function)
                if inspect.isawaitable(result):
                    await await_apart(lambda given=result: given, known_by=listener.function)
        except Exception as error:
            log.warning("plugin %s failed at underdraft_feedback (%s)", listener.plugin_name, name_of(error))
            log.debug("where it failed", exc_info=error)
        else:
            signals += collector.signals
    return tuple(signals)


@attrs.define
class SignalCollector:
    """The :class:`underdraft.PreferenceWriter` of one listener; nothing counts before it has returned."""

    signals: list[PreferenceSignal] = attrs.field(factory=list)

    def signal(self, signal: PreferenceSignal) -> None:
        """See :class:`underdraft.PreferenceWriter`."""
        if not isinstance(signal, PreferenceSignal):
            raise InvalidArgument("signal: expected a PreferenceSignal")
        if not _AXIS.match(signal.axis):
            raise InvalidArgument("axis: expected [a-z][a-z0-9_.-]*, at most 64 characters")
        check_one_of("stance", signal.stance, get_args(Stance))
        if not signal.key.strip() or not signal.statement.strip():
            raise InvalidArgument("key, statement: expected texts that are not blank")
        self.signals.append(
            attrs.evolve(
                signal,
                key=signal.key[:KEY_MAXIMUM],
                statement=signal.statement[:STATEMENT_MAXIMUM],
                opposite=signal.opposite[:STATEMENT_MAXIMUM],
                before=signal.before[:SPAN_MAXIMUM],
                after=signal.after[:SPAN_MAXIMUM],
            )
        )
