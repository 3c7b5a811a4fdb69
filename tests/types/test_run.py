"""Runs and previews as values, and as channels answer with them."""

from __future__ import annotations

import pytest

from underdraft.boundary.json import to_json
from underdraft.testing import FakeModel


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace with two replies."""
    return underdraft_workspace(plugins=[FakeModel("a", ("b", "c"))], model="fake", embedder="none")


def test_a_run(ws):
    """It is answered without its preview and its texts as they are kept; candidates are told when there are several."""
    run = ws.run_sync("polish", document="x")
    answer = to_json(run)
    assert (answer["runId"], answer["text"], answer["skillId"]) == (run.id, "a", "polish")
    assert (answer["promptHash"], answer["model"]) == (run.prompt_hash, "fake")
    assert answer["timings"].keys() == run.timings.keys() > run.preview.timings.keys()
    assert not {"id", "preview", "texts", "toolCalls", "candidates", "error"} & answer.keys()
    assert to_json(ws.run_sync("polish", document="x"))["candidates"] == ["b", "c"]


def test_a_preview(ws):
    """It is answered with its measures and its messages, without what it was made from."""
    preview = ws.preview_sync("polish", document="x")
    answer = to_json(preview)
    assert [message["content"] for message in answer["messages"]] == [m.content for m in preview.messages]
    assert (answer["tokens"], answer["skillId"]) == (preview.tokens, "polish")
    assert answer["cachePlan"]["provider"] == preview.cache.provider
    assert not {"skill", "prompt", "cache", "caps", "packages", "assembly"} & answer.keys()


def test_timings_are_given_to_the_microsecond(ws):
    """In a preview, in the answer of a run and in its record."""
    run = ws.run_sync("polish", document="夜色很深。")
    for timings in (ws.preview_sync("polish").timings, run.timings, ws.store.runs.get(run.id).record.timings):
        assert timings == {name: round(ms, 3) for name, ms in timings.items()} != {}
