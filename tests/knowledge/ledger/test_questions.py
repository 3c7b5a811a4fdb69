"""The questions to the reader model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.knowledge.graph.model import CATEGORIES, FRAMES
from underdraft.knowledge.ledger.questions import JUDGE, PART, PARTS, READ, parts_of


@given(st.lists(st.text(alphabet="ab 。\n", max_size=900), max_size=60))
def test_a_chapter_is_at_most_three_questions(lines):
    """No line is lost or said twice, however long the chapter is."""
    text = "\n".join(lines)
    questions = parts_of(text)
    assert len(questions) <= PARTS
    said = [line for part in questions for line in part.split("\n")[1:-1]]
    assert [line for line in said if line.strip()] == [line for line in text.split("\n") if line.strip()]


def test_a_common_chapter_is_one_question():
    """Up to so many code points; a longer one is cut evenly."""
    text = "\n".join(["a" * 99] * (PART // 100))
    assert len(parts_of(text)) == 1
    assert len(parts_of(text * 2)) == 2
    assert parts_of(" \n") == []


def test_the_shapes_name_what_a_claim_may_be():
    """The answer's schema has the categories and frames of the graph, and the example keeps to it."""
    fields = READ.schema["properties"]["claims"]["items"]["properties"]
    assert (fields["category"]["enum"], fields["frame"]["enum"]) == (list(CATEGORIES), list(FRAMES))
    assert all(f'"{name}": ' in READ.instruction for name in fields)
    assert "contradiction" in JUDGE.schema["properties"]["verdicts"]["items"]["properties"]["verdict"]["enum"]
