"""A model asked about contradictions: what it is given, and what of its answer is kept."""

from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft import ModelError
from underdraft.knowledge.checks import passages
from underdraft.knowledge.checks.finding import Messages
from underdraft.knowledge.checks.model_check import ask_for_contradictions
from underdraft.knowledge.checks.prose import Chapter

TEXT = "# One\n\nAnn's black curls shone.\n\n“Bert is my twin,” said Ann.\n"


class Answering:
    """A model that answers every question alike, or fails from one question on."""

    def __init__(self, *contradictions, fails_at=None):
        self.contradictions, self.fails_at, self.asked = contradictions, fails_at, []

    def __call__(self, *, system, text, schema):
        self.asked.append(text)
        assert schema["required"] == ["contradictions"]
        if len(self.asked) == self.fails_at:
            raise ModelError("gone")
        return {"contradictions": list(self.contradictions)}


def ask(model, *texts):
    """What comes of asking about chapters."""
    chapters = [Chapter(path=f"{n}.md", number=n, text=text) for n, text in enumerate(texts, start=1)]
    return ask_for_contradictions(story(STORY), chapters, model, Messages.of("en"))


def test_only_what_is_quoted_word_for_word_is_kept():
    """Both quotes must stand in the passage and in one fact; the finding is a doubt at the quote's line."""
    good = {"passage": "black curls", "fact": "hair: long", "why": "curls"}
    bad = [
        {"passage": "red curls", "fact": "hair: long", "why": ""},
        {"passage": "black curls", "fact": "hair: red", "why": ""},
        {"passage": "a", "fact": "a", "why": ""},
        {"passage": 1, "fact": None, "why": ""},
        "nonsense",
    ]
    model = Answering(good, *bad)
    asked = ask(model, TEXT)
    (finding,) = asked.items
    assert (finding.code, finding.names, finding.doubt) == ("SAYS_OTHERWISE", ("Ann",), True)
    assert str(finding.refs[0]) == "ref:1.md#L3-L3"
    assert "“black curls”" in finding.message
    assert asked.questions == 1
    assert "Ann: hair: long" in model.asked[0]
    assert "said Ann" in model.asked[0]


def test_the_facts_are_those_that_hold_at_the_passage():
    """After her hair is cut the short one is told, and after his death that he is dead; nobody named, nothing asked."""
    model = Answering()
    ask(model, "", "", "", "", "Ann and Bert.", "Rain.")
    assert len(model.asked) == 1
    assert "Ann: hair: short" in model.asked[0]
    assert "Bert: dead since 3" in model.asked[0]
    assert ask(Answering(), "Rain.").questions == 0


def test_long_chapters_are_asked_about_in_parts_and_within_a_limit(monkeypatch):
    """No part is longer than the limit of a question; where the asking ends is said."""
    monkeypatch.setattr(passages, "PASSAGE", 40)
    monkeypatch.setattr(passages, "MAX_QUESTIONS", 2)
    text = "Ann sat by the fire all day.\n" * 4
    asked = ask(Answering(), text)
    assert asked.questions == 2
    assert asked.warnings == ("MODEL_NOT_ASKED: from 1.md, line 3 on (limit)",)


def test_a_model_that_fails_keeps_what_it_said_before():
    """The error ends the asking; earlier findings stay."""
    model = Answering({"passage": "black curls", "fact": "hair: long", "why": ""}, fails_at=2)
    asked = ask(model, TEXT, TEXT)
    assert len(asked.items) == 1
    assert asked.warnings == ("MODEL_NOT_ASKED: from 2.md, line 1 on (MODEL_ERROR)",)
