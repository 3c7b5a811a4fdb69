"""Runs as they are answered."""

from __future__ import annotations

import pytest

from underdraft.channels.run_answers import PreviewAnswer, RecordedRun, RunAnswer
from underdraft.testing import FakeModel


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace with two replies."""
    return underdraft_workspace(plugins=[FakeModel("a", ("b", "c"))], model="fake", embedder="none")


def test_a_run(ws):
    """Fields of the run win over those of its preview; candidates are told when there are several."""
    run = ws.run_sync("polish", document="x")
    answer = RunAnswer.of(run)
    assert (answer.run_id, answer.text, answer.candidates) == (run.id, "a", None)
    assert (answer.prompt_hash, answer.layer_hashes) == (run.prompt_hash, run.preview.prompt.layer_hashes)
    assert answer.timings.keys() == run.timings.keys() > run.preview.timings.keys()
    assert RunAnswer.of(ws.run_sync("polish", document="x")).candidates == ("b", "c")


def test_a_recorded_run(ws):
    """The record adds what was sent and whether all of it is there."""
    run = ws.run_sync("polish", document="x")
    stored = ws.store.runs.get(run.id)
    answer = RecordedRun.out_of(stored)
    assert (answer.messages, answer.complete) == (run.preview.messages, True)


def test_a_preview(ws):
    """A preview has the prompt and its measures."""
    preview = ws.preview_sync("polish", document="x")
    answer = PreviewAnswer.of(preview)
    assert (answer.messages, answer.tokens) == (preview.messages, preview.tokens)
    assert (answer.cache_plan, answer.skill_id) == (preview.cache, "polish")


def test_timings_are_given_to_the_microsecond(ws):
    """In a preview, in the answer of a run and in its record."""
    run = ws.run_sync("polish", document="夜色很深。")
    for timings in (ws.preview_sync("polish").timings, run.timings, ws.store.runs.get(run.id).record.timings):
        assert timings == {name: round(ms, 3) for name, ms in timings.items()} != {}
