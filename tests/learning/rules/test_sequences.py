"""Any sequence of feedback over the real store keeps the ledger's promises."""

from __future__ import annotations

import itertools
import tempfile
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.store_samples import add_run, open_database, sample_run
from underdraft.errors import Conflict
from underdraft.learning.feedback.event import FeedbackDraft, RunSituation, decide
from underdraft.learning.feedback.event_log import read_basis
from underdraft.learning.rules.listing import read_ledger
from underdraft.learning.rules.store_event import store_decision
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.runs.store import RunStore
from underdraft.types.feedback import Feedback, evidence_signal

RUNS, EVIDENCE = range(8), ("偏好短句", "多用动词")
step = st.tuples(
    st.sampled_from(RUNS),
    st.sampled_from(["accept", "accept", "reject", "partial", "undo"]),
    st.sampled_from([*EVIDENCE, None]),
)
choice = st.tuples(st.sampled_from(["delete", "confirm"]), st.sampled_from(EVIDENCE), st.just(None))


def give(database, run, action, evidence, at):
    """Take in feedback, with the signal that the learning plugin hands in."""
    undo = action == "undo"
    feedback = Feedback(
        run_id=f"run-{run}", action="reject" if undo else action, evidence_ref=evidence, undo=undo
    )
    situation = RunSituation(project_id="novel", skill_id="polish")
    draft = FeedbackDraft(feedback=feedback, run=situation, at=at, locale="zh")
    signals = [] if evidence is None else [evidence_signal(evidence, feedback.action)]
    with database.read() as connection:
        basis = read_basis(connection, feedback.run_id)
    with suppress(Conflict):
        store_decision(database, draft, decide(draft, basis), signals, Future(), lambda *_: None)


@pytest.mark.both_stores
@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(step, step, step, choice), max_size=40))
def test_any_sequence_keeps_the_promises(steps):
    """One run is one signal, what the writer settled stays, and one topic has at most one memory in use."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "s.db")
        runs, items = RunStore(database), UserMemory(database)
        for run in RUNS:
            add_run(runs, sample_run(f"run-{run}"), privacy=False)
        settled = {}
        seconds = itertools.count()
        for first, second, third in steps:
            if first in {"delete", "confirm"}:
                for entry in ledger(database):
                    if entry.statement.endswith(second) and entry.state in {"learned", "confirmed"}:
                        if first == "delete":
                            items.delete(entry.id)
                        else:
                            items.update(entry.id, {"content": f"我的话{entry.id}"})
                        settled[entry.id] = items.get(entry.id)
            else:
                give(database, first, second, third, f"2026-02-01T00:00:{next(seconds):02d}.000Z")
            check(database, items, settled)
        database.close()


def ledger(database):
    """The project's entries."""
    with database.read() as connection:
        return read_ledger(connection, "novel").items


def check(database, items, settled):
    """The promises."""
    for item_id, item in settled.items():
        assert items.get(item_id) == item
    with database.read() as connection:
        signals = connection.exec_driver_sql("SELECT source, kind_id FROM preference_signal").all()
        live = connection.exec_driver_sql(
            "SELECT topic_id AS kind_id, user_confirmed FROM memory_item WHERE state = 'active'"
        ).all()
    assert max(Counter(row.source for row in signals).values(), default=0) <= 1
    assert max(Counter(row.kind_id for row in live).values(), default=0) <= 1
    for entry in ledger(database):
        assert 0 < entry.confidence <= 1
        assert len(set(entry.runs)) == len(entry.runs) <= len(RUNS)
        if entry.state == "learned":
            assert entry.support > 0
