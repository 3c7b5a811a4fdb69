"""What the cache did over recorded runs."""

from __future__ import annotations

import pytest

from cache.prefix_breaks import SCENE, TOGETHER, Novel, known_to
from channels.envelopes import data
from underdraft import ModelError, Reply, Usage, hookimpl
from underdraft.cache.report import report_on
from underdraft.testing import FakeModel

RULE = ".underdraft/rules/10-voice.md"
LONG = {".underdraft/rules/30-long.md": "灯塔上的人不说话。\n" * 200}


@pytest.fixture
def novel(underdraft_workspace):
    """A project whose prefix is long enough to be cached."""
    made = Novel(underdraft_workspace)
    made.files.update(LONG)
    return made


def report(novel, **options):
    """The report on all runs."""
    runs = novel.ws.store.runs.recent("novel", 40)
    return report_on(runs, known_to(novel.ws), **options)


def test_hits_misses_and_what_to_do(novel):
    """A run that goes on costs nothing more; each break is blamed, priced and advised on."""
    novel.run()
    novel.run()
    novel.edit(RULE, "不写雨", "不写雪")
    novel.run()
    novel.at = "2026-01-02T04:04:05.678Z"
    novel.run()
    found = report(novel)
    assert [use.cause.code if use.cause else None for use in found.runs] == [
        None,
        None,
        "file_edited",
        "expired",
    ]
    first, second, edited, late = found.runs
    assert first.before_id is None
    assert second.predicted_tokens > 1024
    assert edited.lost_tokens > 1024
    assert edited.layer.name == "SYSTEM"
    assert edited.plugin == "rules"
    assert edited.lost_usd == pytest.approx(edited.lost_tokens * (3.75 - 0.3) / 1e6, rel=1e-3)
    assert late.before_id == edited.run_id
    saved = second.predicted_tokens * (3.75 - 0.3) / 1e6
    assert first.predicted_usd - second.predicted_usd == pytest.approx(saved, rel=1e-3)
    assert {miss.code for miss in found.misses} == {"file_edited", "expired"}
    assert all(miss.advice and miss.said for miss in found.misses)
    assert found.cached_tokens is None or found.error_tokens is not None
    assert found.prices[0].source.startswith("litellm ")


def test_what_the_provider_reports_is_compared(novel):
    """Reported tokens stand beside the prediction; one that finds nothing twice is told as not served."""
    ids = []
    for cached in (0, None, 0):
        usage = Usage(prompt_tokens=3000, cached_tokens=2500 if cached is None else cached)
        model = FakeModel(Reply(texts=("好。",), usage=usage), name=novel.model)
        ws = novel.make(
            novel.files,
            config=novel.config,
            plugins=[model],
            model=novel.model,
            clock=lambda: novel.at,
        )
        novel.ws = ws
        ids.append(ws.run_sync("mend", document=SCENE).id)
    found = report(novel)
    assert [use.run_id for use in found.runs] == ids
    assert [use.cached_tokens for use in found.runs] == [0, 2500, 0]
    assert found.runs[1].error_tokens == 2500 - found.runs[1].predicted_tokens
    assert found.error_tokens == sum(abs(use.error_tokens) for use in found.runs)
    assert found.runs[2].cause.code == "not_served"


def test_as_another_model(novel):
    """Runs of the stand-in are judged as if another model had answered them."""
    novel.model = "offline"
    novel.run()
    novel.request["document"] = TOGETHER
    novel.run()
    novel.run()
    assert report(novel).predicted_tokens == 0
    found = report(novel, as_model="claude-sonnet-4-5", locale="zh")
    assert [use.cause.code if use.cause else None for use in found.runs] == [None, "scene", None]
    assert "陆衡" in found.runs[1].said
    assert found.cached_tokens is None
    assert all(use.predicted_tokens <= use.prompt_tokens for use in found.runs)
    assert report(novel, as_model="nobody/knows").unpriced == ("nobody/knows",)


def test_runs_without_texts(novel):
    """Runs in privacy mode are in the report, with what the provider said and no prediction."""
    novel.open()
    novel.ask("memory:settings:update", patch={"privacyModeEnabled": True})
    novel.run()
    novel.edit(RULE, "不写雨", "不写雪")
    novel.run()
    assert [use.predicted_tokens for use in report(novel).runs] == [None, None]
    assert report(novel).misses == ()


USAGE = Usage(prompt_tokens=1_000, completion_tokens=100, cached_tokens=400)


class Priced:
    """A stand-in for a model whose price is known; it fails when it is told to."""

    def __init__(self):
        self.fails = False

    @hookimpl(tryfirst=True)
    def underdraft_model(self, name):
        return self if name == "openai/gpt-4.1" else None

    async def answer(self, call):
        if self.fails:
            raise ModelError("no")
        yield Reply(texts=("He rang.",), usage=USAGE)


def test_every_call_of_a_run_is_counted(underdraft_workspace):
    """By skill and model, with what was sent and written and its price; a run that failed is counted as failed."""
    model = Priced()
    ws = underdraft_workspace(plugins=[model], model="openai/gpt-4.1")
    for _ in range(2):
        data(ws, "ai:skill:run", {"skillId": "chat", "instruction": "Go on."})
    model.fails = True
    ws.invoke_sync("ai:skill:run", {"skillId": "chat", "instruction": "Go on."})
    (total,) = data(ws, "ai:cache:report")["questions"]
    assert (total["task"], total["questions"], total["calls"], total["failed"]) == ("skill:chat", 3, 2, 1)
    assert (total["promptTokens"], total["completionTokens"], total["cachedTokens"]) == (2_000, 200, 800)
    # 2.00, 0.50 and 8.00 dollars a million: litellm's table of openai/gpt-4.1
    assert total["usd"] == pytest.approx((1_200 * 2 + 800 * 0.5 + 200 * 8) / 1_000_000)
