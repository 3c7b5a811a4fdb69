"""Facts that a model reads out of the chapters."""

from __future__ import annotations

from knowledge.proposing.two_stories import ENGLISH, chapters
from knowledge.story_samples import Answering, story
from underdraft.knowledge.graph.read_yaml import read_fact
from underdraft.knowledge.proposing.model_proposals import ask_for_facts

QUOTE = "Tobias was Clara's cousin."
GOOD = {
    "entities": [
        {
            "name": "Tobias Reed",
            "kind": "character",
            "aliases": ["Tobias", "Toby"],
            "quote": '"Oh, good morning," said Tobias Reed.',
        },
        {"name": "Elsewhere", "kind": "place", "aliases": [], "quote": QUOTE},
        {"name": "Harrow Quay", "kind": "place", "aliases": [], "quote": "Words that nobody wrote."},
        "nonsense",
    ],
    "relations": [
        {"from": "Tobias Reed", "is": "cousin", "to": "Clara", "quote": QUOTE},
        {"from": "Tobias Reed", "is": "uncle", "to": "Bert", "quote": QUOTE},
        {"from": None, "is": 5, "to": [], "quote": {}},
    ],
    "events": [
        {
            "what": "Clara comes down",
            "who": ["Clara", "Bert"],
            "place": "",
            "dies": [],
            "quote": "Clara nodded.",
        },
        {"what": "Nobody comes", "who": [], "place": "", "dies": "x", "quote": "Clara nodded."},
    ],
}


PARTS = {"entities", "relations", "events"}
KNOWN = story("entities: [{name: Clara Vane, aliases: [Clara]}, {name: Bert}]")


def test_only_what_is_quoted_word_for_word_is_kept():
    """A quote that is not there, a name that the passage does not have, and nonsense cost only themselves."""
    model = Answering(GOOD, PARTS)
    answered = ask_for_facts(chapters(ENGLISH[:1]), KNOWN, model)
    facts = [(c.kind, c.fact) for c in answered.items]
    assert [(kind, fact.get("name") or fact.get("is") or fact.get("what")) for kind, fact in facts] == [
        ("entity", "Tobias Reed"),
        ("relation", "cousin"),
        ("event", "Clara comes down"),
    ]
    assert facts[0][1]["aliases"] == ["Tobias"]
    assert facts[1][1]["to"] == "Clara Vane"
    assert facts[2][1]["who"] == ["Clara Vane"]
    assert "Clara Vane, Clara" in model.asked[0]
    for kind, fact in facts:
        read_fact(kind, fact)
    assert ask_for_facts(chapters(ENGLISH[:1]), KNOWN, Answering({"entities": 5}, PARTS)).items == ()
