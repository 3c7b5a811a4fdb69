"""Proposals as they are kept."""

from __future__ import annotations

from underdraft.knowledge.checks.prose import Chapter, paragraphs
from underdraft.knowledge.proposing.candidates import QUOTES, proposed, quote_at


def test_a_quote_is_the_sentence_around_a_place():
    """With its closing quotation mark, and with what stands around it to find it again."""
    text = "他来了。“沈青走了。”她说。"
    (paragraph,) = paragraphs(Chapter(path="1.md", number=1, text=text))
    found = quote_at(paragraph, text.index("沈青"))
    assert (found.quote, found.before, found.after) == ("“沈青走了。”", "他来了。", "她说。")


def test_a_proposal_has_few_quotes():
    """The first ones; an empty side is left out."""
    (paragraph,) = paragraphs(Chapter(path="1.md", number=1, text="Ann sat."))
    made = proposed("entity", {"name": "Ann"}, [quote_at(paragraph, 0)] * (QUOTES + 2))
    assert made.fact == {
        "name": "Ann",
        "ref": [{"path": "1.md", "quote": "Ann sat."}] * QUOTES,
    }
