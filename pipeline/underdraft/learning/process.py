"""The feedback stage: what the writer did -> event -> listeners -> one transaction.

The event is made from facts (the run, the edit), shown to every listener of ``underdraft_feedback``,
and stored together with the signals that they hand in. Whatever stops it before the commit leaves no
trace; feedback that was stored before changes nothing.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

import attrs

from underdraft.errors import InvalidArgument, Timeout
from underdraft.learning.commit_gate import CommitGate, FeedbackStore
from underdraft.learning.edits.observe import observe
from underdraft.learning.evidence import ignored_reason, shortened
from underdraft.text.clean import tag_or_none
from underdraft.types.feedback import (
    Action,
    Feedback,
    FeedbackEvent,
    FeedbackResult,
    PreferenceSignal,
    RunSituation,
    Stance,
)
from underdraft.types.signals import Outcome, edit_distance, implicit_signal, outcome_of

log = logging.getLogger("underdraft")

FINAL_TEXT_MAXIMUM = 100_000
"""Most code points of ``final_text``: a long chapter; comparing two of them takes about a second."""

FEEDBACK_TIMEOUT_MS = 30_000
"""How long a feedback may take where the caller sets no limit; a busy store is waited for up to 5 s."""

LISTENER_TIMEOUT_MS = 2_000
"""How long one listener may take; the writer waits for all of them."""

KEY_MAXIMUM = 240
STATEMENT_MAXIMUM = 500
SPAN_MAXIMUM = 120

_AXIS = re.compile(r"[a-z][a-z0-9_.-]{0,63}\Z")


async def give_feedback(
    feedback: Feedback,
    *,
    store: FeedbackStore,
    listeners: Sequence[tuple[str, Callable[..., Any]]],
    clock: Callable[[], str],
    locale: str,
    gate: CommitGate,
    timeout_ms: int = FEEDBACK_TIMEOUT_MS,
    listener_timeout_ms: int = LISTENER_TIMEOUT_MS,
) -> FeedbackResult:
    """Take in one feedback.

    Args:
        feedback: What the writer did.
        store: Where it goes.
        listeners: Plugin name and function, called as ``function(event, preferences)``.
        clock: Gives the time in ISO 8601 UTC with milliseconds.
        locale: Language of statements.
        gate: Whoever shuts it before the commit keeps everything out of the store.
        timeout_ms: Limit for all of it.
        listener_timeout_ms: Limit for each listener.

    Raises:
        InvalidArgument, NotFound, Conflict, StoreError, Timeout: Nothing was written.
        asyncio.CancelledError: Nothing was written, or, when the commit had begun, all of it; sending
            the same feedback again is safe either way.
    """
    checked(feedback)
    deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
    try:
        async with asyncio.timeout_at(deadline):
            situation = await asyncio.to_thread(store.situation, feedback)
            event = await asyncio.to_thread(event_of, feedback, situation, at=clock(), locale=locale)
            settled = await asyncio.to_thread(store.settled, event)
            if settled is not None:
                return settled
            signals = await heard(event, listeners, listener_timeout_ms)
    except TimeoutError:
        raise too_late(timeout_ms) from None
    return await booked(store, event, signals, gate, deadline, timeout_ms)


async def booked(
    store: FeedbackStore,
    event: FeedbackEvent,
    signals: Sequence[PreferenceSignal],
    gate: CommitGate,
    deadline: float,
    timeout_ms: int,
) -> FeedbackResult:
    """Store the event; a thread that comes too late finds the gate shut and undoes its work."""
    work = asyncio.ensure_future(asyncio.to_thread(store.book, event, signals, gate))
    work.add_done_callback(lambda done: done.cancelled() or done.exception())  # else it is called unheard
    try:
        await asyncio.wait({work}, timeout=max(0.0, deadline - asyncio.get_running_loop().time()))
    except asyncio.CancelledError:
        if not gate.cancel():
            await asyncio.wait({work})
        raise
    if not work.done() and gate.cancel():
        raise too_late(timeout_ms)
    return await work


def too_late(timeout_ms: int) -> Timeout:
    """The error of feedback that took longer than its limit."""
    return Timeout("the feedback took too long; nothing was stored", details={"timeoutMs": timeout_ms})


def checked(feedback: Feedback) -> None:
    """See that the caller's values have their types and ranges.

    Raises:
        InvalidArgument: The message names the field and what is expected.
    """
    if feedback.action not in get_args(Action):
        raise InvalidArgument("action: expected accept, reject or partial", details={"field": "action"})
    for field, value in (
        ("runId", feedback.run_id),
        ("skillId", feedback.skill_id),
        ("evidenceRef", feedback.evidence_ref),
        ("finalText", feedback.final_text),
    ):
        if value is not None and (
            type(value) is not str or "\0" in value or any("\ud800" <= c <= "\udfff" for c in value)
        ):
            raise InvalidArgument(
                f"{field}: expected a text without NUL and lone surrogates", details={"field": field}
            )
    if feedback.final_text is not None and len(feedback.final_text) > FINAL_TEXT_MAXIMUM:
        raise InvalidArgument(
            f"finalText: expected at most {FINAL_TEXT_MAXIMUM} code points", details={"field": "finalText"}
        )
    if feedback.selected_index is not None and type(feedback.selected_index) is not int:
        raise InvalidArgument("selectedIndex: expected a whole number", details={"field": "selectedIndex"})
    if type(feedback.undo) is not bool:
        raise InvalidArgument("undo: expected true or false", details={"field": "undo"})
    if feedback.undo and feedback.run_id is None:
        raise InvalidArgument("undo: expected a run", details={"field": "undo"})


def event_of(feedback: Feedback, run: RunSituation, *, at: str, locale: str) -> FeedbackEvent:
    """The event behind a feedback: a pure function of what was reported and what is known of the run.

    Raises:
        InvalidArgument: ``selected_index`` is no candidate of the run.
    """
    index = feedback.selected_index
    if index is not None and not -1 <= index < run.candidates:
        raise InvalidArgument(
            f"selectedIndex: expected -1 (none) or 0 to {run.candidates - 1}",
            details={"field": "selectedIndex"},
        )
    taken = max(index or 0, 0)
    model_text = run.texts[taken] if taken < len(run.texts) else None
    final_text = feedback.final_text
    distance = None if model_text is None or final_text is None else edit_distance(model_text, final_text)
    implicit = implicit_signal(outcome(feedback, run, distance))
    observations = observe(model_text, final_text) if model_text and final_text and not feedback.undo else ()
    evidence = shortened(feedback.evidence_ref)
    if run.privacy:
        evidence = tag_or_none(evidence)
        observations = tuple(o.without_text() for o in observations if not o.holds_words)
    return FeedbackEvent(
        run_id=feedback.run_id,
        # Taking an accept back speaks against what was accepted, whatever the caller calls it.
        action="reject" if feedback.undo else feedback.action,
        project_id=run.project_id,
        skill_id=run.skill_id,
        at=at,
        evidence_ref=evidence,
        final_text=None if run.privacy else final_text,
        selected_index=index,
        undo=feedback.undo,
        ignored_reason=ignored_reason(feedback.evidence_ref, learning=run.learning, privacy=run.privacy),
        signal=implicit.signal.value,
        weight=implicit.weight,
        edit_distance=distance,
        model_text=None if run.privacy else model_text,
        observations=observations,
        scene_type=run.scene_type,
        locale=locale,
        privacy=run.privacy,
        learning=run.learning,
    )


def outcome(feedback: Feedback, run: RunSituation, distance: float | None) -> Outcome:
    """What became of the run's candidates."""
    if feedback.undo:
        return Outcome(candidate_count=run.candidates, undone=True)
    made = outcome_of(
        feedback.action,
        candidates=run.candidates,
        selected_index=feedback.selected_index,
        distance=distance,
        earlier_runs=run.earlier_runs,
    )
    if feedback.final_text is not None and distance is None:
        return attrs.evolve(made, edit_distance=None)  # edited, but from a text that was not kept
    return made


# --- listeners --------------------------------------------------------------------------------


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
        if signal.stance not in get_args(Stance):
            raise InvalidArgument("stance: expected " + " or ".join(get_args(Stance)))
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


async def heard(
    event: FeedbackEvent, listeners: Sequence[tuple[str, Callable[..., Any]]], timeout_ms: int
) -> tuple[PreferenceSignal, ...]:
    """The signals of all listeners, in their order; one that fails is logged and costs only its own."""
    signals: list[PreferenceSignal] = []
    for name, listener in listeners:
        collector = SignalCollector()
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                result = await asyncio.to_thread(listener, event, collector)
                if inspect.isawaitable(result):
                    await result
        except (Exception, SystemExit) as error:
            log.warning("plugin %s failed at underdraft_feedback (%s)", name, type(error).__name__)
            log.debug("where it failed", exc_info=error)
        else:
            signals += collector.signals
    return tuple(signals)
