"""How statements are grouped."""

from __future__ import annotations

from memory.tidy.tidy_samples import remembered
from underdraft.memory.tidy.offers import find_offers
from underdraft.memory.tidy.verdicts import Verdict


def test_a_group_has_one_that_stays():
    """All others say what it says; the id follows from what they are, in any order."""
    first = remembered("偏好短句", "偏好短句。", "偏好短句！", "少用成语")
    [offer] = find_offers(first, {}, lambda *_: False)
    assert (offer.suggested, offer.why) == ("memory:0", "same_words")
    assert [one.ref for one in offer.statements] == ["memory:0", "memory:1", "memory:2"]
    assert find_offers(first[::-1], {}, lambda *_: False)[0].kind == "duplicates"
    assert find_offers(first, {}, lambda *_: True) == []


def test_what_a_model_said_comes_before_what_is_near():
    """A contradiction is offered first, with the one that holds at its head; what is different is not offered."""
    short, long, terse = remembered("偏好短句", "现在喜欢长句", "文字凝练")
    words = {short.content_hash: (0, 4), long.content_hash: (0, 6)}
    verdicts = {
        frozenset({short.content_hash, long.content_hash}): Verdict(
            kind="contradiction", holds=long.content_hash, words=words
        ),
        frozenset({short.content_hash, terse.content_hash}): Verdict(kind="different"),
    }
    [offer] = find_offers([short, long, terse], {}, lambda *_: False, verdicts)
    assert (offer.kind, offer.why, offer.suggested) == ("contradiction", "model_says", long.ref)
    assert offer.words == ("现在喜欢长句", "偏好短句")
