"""Feedback -> event -> signals -> preference: the whole flow. Read this first.

1. :func:`check_feedback`: the caller's values have their types.
2. :func:`read_draft`: what is known of the run, what the edit shows, what was said of the run before.
3. :func:`decide`: the event; or that it was stored before; or that an undo comes too late.
4. :func:`collect_signals`: plugins are told and hand in signals.
5. :func:`store_decision`: event, signals and the memories that follow from them, in one transaction.

Plugins are asked before the transaction, so that none of their code runs while the write lock is held.
Whatever stops a feedback before the commit leaves no trace of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from underdraft.errors import Timeout
from underdraft.learning.commit_gate import CommitGate, commit_in_time
from underdraft.learning.feedback.event import (
    Basis,
    Decision,
    FeedbackDraft,
    check_feedback,
    decide,
    make_draft,
)
from underdraft.learning.listeners import LISTENER_TIMEOUT_MS, collect_signals
from underdraft.types.feedback import Feedback, FeedbackEvent, FeedbackResult, PreferenceSignal

if TYPE_CHECKING:
    from pluggy import HookImpl
    from sqlalchemy import Connection

    from underdraft.memory.db.database import Database


async def process_feedback(
    feedback: Feedback,
    *,
    database: Database,
    listeners: Sequence[HookImpl],
    clock: Callable[[], str],
    locale: str,
    gate: CommitGate,
    timeout_ms: int,
    listener_timeout_ms: int = LISTENER_TIMEOUT_MS,
    also: Callable[[Connection, FeedbackEvent], None] = lambda *_: None,
) -> FeedbackResult:
    """Take in one feedback and learn from it.

    Whoever shuts the gate before the commit keeps everything out of the store. ``also`` writes, in a
    thread, what follows from the event into its transaction.

    Raises:
        InvalidArgument, NotFound, Conflict, StoreError, Timeout: Nothing was written.
        asyncio.CancelledError: Nothing was written, or, when the commit had begun, all of it; sending
            the same feedback again is safe either way.
    """
    check_feedback(feedback)
    deadline = asyncio.get_running_loop().time() + timeout_ms / 1000
    try:
        async with asyncio.timeout_at(deadline):
            draft, basis = await asyncio.to_thread(read_draft, database, feedback, clock, locale)
            decision = decide(draft, basis)
            if decision.repeated:
                return await asyncio.to_thread(read_result, database, decision)
            signals = await collect_signals(decision.reported, listeners, listener_timeout_ms)
        write = partial(store_decision, database, draft, decision, signals, gate, also)
        return await commit_in_time(write, gate, deadline)
    except TimeoutError:
        raise Timeout(
            "the feedback took too long; nothing was stored", details={"timeoutMs": timeout_ms}
        ) from None


def read_draft(
    database: Database, feedback: Feedback, clock: Callable[[], str], locale: str
) -> tuple[FeedbackDraft, Basis]:
    """What follows from the feedback and its run, and what else decides about it. Blocks."""
    from underdraft.learning.feedback.event_log import read_basis, read_run

    with database.read() as connection:
        run = read_run(connection, feedback)
        basis = read_basis(connection, feedback.run_id)
    return make_draft(feedback, run, at=clock(), locale=locale), basis


def read_result(database: Database, decision: Decision) -> FeedbackResult:
    """What the caller hears of an event that was stored before. Blocks."""
    from underdraft.learning.rules.store_event import repeated_result

    with database.read() as connection:
        return repeated_result(connection, decision)


def store_decision(
    database: Database,
    draft: FeedbackDraft,
    decision: Decision,
    signals: Sequence[PreferenceSignal],
    gate: CommitGate,
    also: Callable[[Connection, FeedbackEvent], None],
) -> FeedbackResult:
    """Store the event and its signals and learn from them, in one transaction. Blocks.

    The decision holds unless its basis has changed while plugins were asked: another feedback on the run was
    stored, or a setting was switched. Only then is it made anew. What is raised has undone all of it.
    """
    from underdraft.learning.feedback.event_log import read_basis
    from underdraft.learning.rules.store_event import repeated_result, store_event

    with database.write() as connection:
        basis = read_basis(connection, decision.event.run_id).after(decision.basis)
        if basis != decision.basis:
            decision = decide(draft, basis)
        if decision.repeated:
            result = repeated_result(connection, decision)
        else:
            result = store_event(connection, decision, signals)
            also(connection, decision.event)
        gate.commit()
    return result
