"""What of a model's answer about a chapter is believed."""

from __future__ import annotations

import attrs
import pytest

from knowledge.ledger.scripted import ONE, claim
from knowledge.story_samples import story
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.read_yaml import read_fact
from underdraft.knowledge.ledger.reading import entailed, facts_in, is_named

CHAPTER = Chapter(path="chapters/1.md", number=1, text=ONE + "\n\n---\n\n梅拉有一双灰眼睛。")
KNOWN = story("entities: [{name: Mara, aliases: [the keeper], kind: character}]")
KEY = "Old Mara kept the key in her boot."


def claims(*items, about="", known=KNOWN):
    """The values of the claims that are kept."""
    chapter = attrs.evolve(CHAPTER, about=about)
    return [fact for _, fact in facts_in({"names": [], "claims": list(items)}, chapter, known)]


def test_a_claim_has_its_quote_and_place():
    """Its scene, its frame, and the words around the quote, as a fact that the graph can read."""
    (fact,) = claims(claim("梅拉有一双灰眼睛。", "灰眼睛", subject="梅拉"))
    assert (fact["at"], fact["frame"], fact["ref"][0]["quote"]) == ("1.2", "told", "梅拉有一双灰眼睛。")
    assert read_fact("claim", fact).claims[0].value == "灰眼睛"


@pytest.mark.parametrize(
    "wrong",
    [
        {"quote": "Mara has green eyes."},
        {"quote": "Mara"[:3]},
        {"quote": 5},
        {"value": "the murderer of Bert"},
        {"value": ""},
        {"subject": "Bert"},
        {"subject": "Mar"},
        {"category": "hats"},
        {"frame": "sung"},
        {"attribute": None},
    ],
)
def test_what_does_not_stand_there_is_dropped(wrong):
    """A quote that is not there, a value of other words, somebody who is not named, an unknown kind."""
    assert claims(claim("Mara has grey eyes.", "grey eyes") | wrong) == []
    assert claims("nonsense", None) == []


def test_a_subject_may_be_named_otherwise_than_in_its_paragraph():
    """By another name of somebody known; on a card, its owner need not be named."""
    assert len(claims(claim(KEY, "the key in her boot", subject="the keeper"))) == 1
    assert claims(claim(KEY, "the key in her boot", subject="Ann"), about="Ann") != []


def test_names_are_proposed_where_they_are_new():
    """Somebody new with the other names that stand in the chapter; of somebody known only new names."""
    names = [
        {"name": "梅拉", "kind": "character", "aliases": ["阿梅", 5], "quote": "梅拉有一双灰眼睛。"},
        {"name": "Mara", "kind": "thing", "aliases": ["Old Mara"], "quote": KEY},
        {"name": "Mara", "kind": "thing", "aliases": [], "quote": KEY},
        {"name": "Nobody", "kind": "thing", "aliases": [], "quote": KEY},
    ]
    new, known = (fact for _, fact in facts_in({"names": names, "claims": 5}, CHAPTER, KNOWN))
    assert (new["name"], new["kind"], "aliases" in new) == (
        "梅拉",
        "character",
        False,
    )
    assert (known["name"], known["kind"], known["aliases"]) == ("Mara", "character", ["Old Mara"])


def test_a_value_comes_from_its_quote():
    """In other forms of its words, but with its own numbers."""
    assert entailed("braided hair", "Her hair was braided.")
    assert entailed("左手少两根手指", "他的左手少了两根手指。")
    assert not entailed("17 years", "He was 14 years old.")
    assert not entailed("", "anything")


def test_a_name_is_a_whole_word():
    """In letters; Chinese has none."""
    assert is_named("Ann", "ANN came.")
    assert not is_named("Ann", "Annie came.")
    assert is_named("小满", "那小满来了")
    assert not is_named(" ", "a b")
