"""What the cache saved."""

from __future__ import annotations

import re

from service.pages.test_actions import made
from service.served import caller_of, served
from service.test_chat import talking, user
from underdraft import Reply, Usage, Workspace, hookimpl
from underdraft.service.pages.cache import totals_of


def test_totals_add_up():
    """The share is of all tokens that were sent; what was predicted counts where nothing was reported."""
    report = {"runs": [1, 2], "promptTokens": 200, "cachedTokens": 150, "predictedTokens": 120}
    assert totals_of(report) == {"runs": 2, "sent": 200, "cached": 150, "percent": 75, "told": True}
    assert totals_of({**report, "cachedTokens": None})["percent"] == 60
    assert totals_of({**report, "promptTokens": 0})["percent"] == 0


class Priced:
    """A stand-in for a model whose price and cache rules are known."""

    @hookimpl(tryfirst=True)
    def underdraft_model(self, name):
        return self if name == "openai/gpt-4.1" else None

    async def answer(self, call):
        tokens = sum(len(message.content) for message in call.messages)
        yield Reply(
            texts=("冷。",), usage=Usage(prompt_tokens=tokens, completion_tokens=2, cached_tokens=128)
        )


def test_a_miss_is_told_with_its_cause_and_price(tmp_path):
    """A memory between two runs is named as the cause of the miss, with tokens, price and advice; so is it beside the run."""
    rules = {f".underdraft/rules/{n}.md": f"规则{n}：" + "夜里很冷，她走了。" * 90 for n in range(4)}
    config = 'prefix_updates = "at_once"\n[project]\nid = "harbour"\n'
    files = {".underdraft/config.toml": config, **rules}
    with (
        Workspace.open(
            files=files, store=tmp_path / "store.db", model="openai/gpt-4.1", plugins=[Priced()]
        ) as workspace,
        served(workspace) as url,
        caller_of(url) as caller,
    ):
        workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
        made(workspace, "结尾不要比喻")
        workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
        caller.http.headers["accept-language"] = "en"
        pages = [caller.http.get(f"/p/harbour/{view}").text for view in ("cache", "prompt")]
    for text in pages:
        assert "结尾不要比喻" in text
        assert "when_cold" in text
        assert re.search(r"\$0\.\d{4}", text)
        assert "Prices of openai/gpt-4.1 for a million tokens" in text
    assert '<li title="memory_added">' in pages[0]
    assert "The input cost $0." in pages[1]


def test_the_page_shows_what_the_provider_reported(folder, tmp_path):
    """Runs with reported usage appear in the table."""
    with talking(folder, tmp_path / "store.db", "一。") as (client, _, _):
        client.chat.completions.create(model="underdraft", messages=[user("第一问")])
        page = client._client.get(
            f"{str(client.base_url).removesuffix('/v1/')}/p/harbour/cache",
            headers={"authorization": f"Bearer {client.api_key}", "accept-language": "en"},
        )
    assert "<strong>71 %</strong>" in page.text
    assert '<td class="num">' in page.text
