"""The cost of work is known before a model is asked, and nothing is asked or written for it."""

from __future__ import annotations

import pytest

from cli.console import novel_in
from underdraft import Reply, Usage, Workspace, hookimpl


class Counting:
    """A model with a known price, which counts its calls and finds nothing."""

    def __init__(self):
        self.calls = 0

    @hookimpl(tryfirst=True)
    def underdraft_model(self, name):
        return self if name == "openai/gpt-4.1" else None

    async def answer(self, call):
        self.calls += 1
        empty = '{"names": [], "claims": [], "verdicts": [], "different": [], "memories": []}'
        yield Reply(texts=(empty,), usage=Usage(prompt_tokens=900, completion_tokens=20))


@pytest.fixture
def model():
    """The model of the workspace."""
    return Counting()


@pytest.fixture
def ws(tmp_path, model):
    """The sample novel with that model."""
    options = {"store": tmp_path / "s.db", "plugins": [model]}
    with Workspace.open(novel_in(tmp_path / "novel"), model="openai/gpt-4.1", **options) as opened:
        yield opened


@pytest.mark.long
@pytest.mark.parametrize(("chosen", "about_pairs"), [({}, 2 * 11), ({"chapter": 3}, 1)])
def test_what_is_estimated_is_the_most_that_is_asked(ws, model, chosen, about_pairs):
    """Questions, tokens of that order and a price, with the pairs that reading may bring; what is done costs nothing again.

    The pairs of ten chapters and the cards take at most two questions each, those of one chapter one.
    """
    work = {"work": "check", **chosen}
    before = ws.invoke_sync("ai:model:estimate", work)["data"]
    assert model.calls == 0
    assert before["model"] == "openai/gpt-4.1"
    assert before["tokens"] > 500 * before["questions"] > 0
    assert 0 < before["usd"] < 1
    said = ws.invoke_sync("knowledge:check", {**chosen, "model": True})["data"]
    assert said["questions"] == model.calls == before["questions"] - about_pairs
    after = ws.invoke_sync("ai:model:estimate", work)["data"]
    assert (after["questions"], after["tokens"], after["usd"]) == (0, 0, 0)


def test_near_pairs_are_counted_and_stay_unjudged(ws, model):
    """An estimate of tidying asks nothing, and writes no verdict: the question is still to be asked afterwards."""
    for text in ("林远的剑在雨里生了锈。", "林远的剑在雨里没有生锈。"):
        ws.invoke_sync("atomic:create", {"content": text})
    ws.invoke_sync("memory:maintenance:run", {"trigger": "rebuildIndex"})
    assert ws.invoke_sync("ai:model:estimate", {"work": "tidy"})["data"]["questions"] == 1
    assert model.calls == 0
    assert ws.invoke_sync("memory:offers:list", {"model": True})["data"]["judged"]["questions"] == 1


def test_without_a_model_nothing_is_asked(tmp_path):
    """There are no questions, and no price."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as opened:
        found = opened.estimates.estimate(work="tidy")
        assert (found.model, found.questions, found.usd) == ("", 0, None)
