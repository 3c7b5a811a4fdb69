"""Steps that hold the write lock for a moment."""

from __future__ import annotations

import time

from underdraft.memory.areas.steps import PurgeStep, count_steps, take_step


def test_a_step_is_done_in_batches_that_fit_the_time(database):
    """Slow rows are done a few at a time, each once and in order."""
    batches = []

    def write(_connection, keys):
        batches.append(list(keys))
        time.sleep(0.01 * len(keys))

    take_step(database, PurgeStep(kind="run", rows=[(n, None) for n in range(60)], write=write))
    assert [key for batch in batches for key in batch] == list(range(60))
    assert max(len(batch) for batch in batches[1:]) <= 10


def test_counts_are_by_kind_and_project():
    """Sorted; steps of one kind add up."""
    steps = [
        PurgeStep(kind="run", rows=[(1, "p"), (2, None)], write=print),
        PurgeStep(kind="run", rows=[(3, "p")], write=print),
    ]
    counts = [(c.kind, c.project_id, c.count) for c in count_steps(steps)]
    assert counts == [("run", None, 1), ("run", "p", 2)]
