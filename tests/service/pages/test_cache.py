"""What the cache saved."""

from __future__ import annotations

from service.test_chat import talking, user
from underdraft.service.pages.cache import bars_of, totals_of


def run(sent, cached, *, unchanged):
    """A recorded run as the channel answers."""
    usage = {"promptTokens": sent, "cachedTokens": cached}
    return {"runId": f"{sent}", "usage": usage, "stablePrefixUnchanged": unchanged}


def test_bars_are_as_high_as_their_tokens():
    """The highest bar fills the drawing; the cached part stands on the same ground."""
    bars = bars_of([run(100, 50, unchanged=None), run(50, 0, unchanged=False)])
    assert [(bar["whole"], bar["cached"], bar["y_cached"]) for bar in bars] == [(160, 80, 80), (80, 0, 160)]
    assert [bar["broken"] for bar in bars] == [False, True]
    assert bars[1]["before"] == "100"


def test_totals_add_up():
    """The share is of all tokens that were sent; without any it is none."""
    found = totals_of([run(100, 50, unchanged=None), run(100, 100, unchanged=False)])
    assert found == {"runs": 2, "sent": 200, "cached": 150, "percent": 75, "broken": 1}
    assert totals_of([])["percent"] == 0


def test_the_page_shows_what_the_provider_reported(folder, tmp_path):
    """Runs with reported usage appear as bars and in the table."""
    with talking(folder, tmp_path / "store.db", "一。") as (client, _, _):
        client.chat.completions.create(model="underdraft", messages=[user("第一问")])
        page = client._client.get(
            f"{str(client.base_url).removesuffix('/v1/')}/p/harbour/cache",
            headers={"authorization": f"Bearer {client.api_key}", "accept-language": "en"},
        )
    assert "<strong>71 %</strong>" in page.text
    assert 'class="cached"' in page.text
