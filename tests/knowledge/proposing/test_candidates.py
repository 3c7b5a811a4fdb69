"""Proposals as they are kept."""

from __future__ import annotations

from underdraft.knowledge.checks.prose import Chapter, paragraphs
from underdraft.knowledge.proposing.candidates import QUOTES, proposed, quote_at, surest_first


def test_a_quote_is_the_sentence_around_a_place():
    """With its closing quotation mark, and with what stands around it to find it again."""
    text = "他来了。“沈青走了。”她说。"
    (paragraph,) = paragraphs(Chapter(path="1.md", number=1, text=text))
    found = quote_at(paragraph, text.index("沈青"))
    assert (found.quote, found.before, found.after) == ("“沈青走了。”", "他来了。", "她说。")


def test_a_proposal_has_few_quotes_and_says_how_sure_it_is():
    """The first ones; an empty side is left out."""
    (paragraph,) = paragraphs(Chapter(path="1.md", number=1, text="Ann sat."))
    made = proposed("entity", {"name": "Ann"}, [quote_at(paragraph, 0)] * (QUOTES + 2), 0.9)
    assert made.fact == {
        "name": "Ann",
        "confidence": 0.9,
        "ref": [{"path": "1.md", "quote": "Ann sat."}] * QUOTES,
    }


def test_the_surest_proposal_comes_first():
    """Then by kind and words."""
    made = [
        proposed("entity", {"name": name}, [], sure) for name, sure in (("B", 0.5), ("C", 0.9), ("A", 0.5))
    ]
    assert [c.fact["name"] for c in sorted(made, key=surest_first)] == ["C", "A", "B"]
