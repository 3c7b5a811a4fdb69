"""A model asked about contradictions: what it is given, and what of its answer is kept."""

from __future__ import annotations

from knowledge.story_samples import STORY, Answering, story
from underdraft.knowledge.checks.finding import Messages
from underdraft.knowledge.checks.model_check import ask_for_contradictions
from underdraft.knowledge.checks.prose import Chapter

TEXT = "# One\n\nAnn's black curls shone.\n\n“Bert is my twin,” said Ann.\n"


def answering(*contradictions):
    """A model that names these contradictions in every passage."""
    return Answering({"contradictions": list(contradictions)}, {"contradictions"})


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
    model = answering(good, *bad)
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
    model = answering()
    ask(model, "", "", "", "", "Ann and Bert.", "Rain.")
    assert len(model.asked) == 1
    assert "Ann: hair: short" in model.asked[0]
    assert "Bert: dead since 3" in model.asked[0]
    assert ask(answering(), "Rain.").questions == 0
