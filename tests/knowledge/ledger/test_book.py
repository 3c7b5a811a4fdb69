"""Questions about a book: what a bad answer costs, and how many pairs are judged at once."""

from __future__ import annotations

import pytest

from knowledge.ledger.scripted import Scripted, claim
from underdraft import ModelError
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.ledger.book import FAILURES, Questions, read_chapter
from underdraft.knowledge.ledger.questions import PAIRS, READ
from underdraft.knowledge.story_check import check_story, claims_of

OWN = "test-project"


def test_several_failures_in_a_row_end_the_asking():
    """Each is a warning with the file; an answer in between begins the count anew."""
    broken = Scripted(fails=((ModelError("no"), "x"),))
    questions = Questions(asker=broken, project_id=OWN)
    for name in ("x", "x", "y", *["x"] * (FAILURES + 2)):
        questions.ask(READ, name + "…" * len(questions.warnings), f"{name}.md")
    assert questions.count == 3 + FAILURES
    assert set(questions.warnings) == {"MODEL_NOT_ASKED: x.md (MODEL_ERROR)"}
    assert questions.ask(READ, "y", "y.md") is None


def test_a_long_chapter_is_read_in_parts():
    """What one part fails to say, the others say."""
    text = "\n".join(["Mara has grey eyes.", *["x" * 99] * 100, "Mara's brown eyes were wet."])
    model = Scripted(fails=((ModelError("no"), "grey"),))
    questions = Questions(asker=model, project_id=OWN)
    found = read_chapter(Chapter(path="1.md", number=1, text=text), StoryGraph(), questions)
    assert [fact["value"] for _, fact in found] == ["brown eyes"]
    assert (questions.count, len(questions.warnings)) == (2, 1)


@pytest.mark.long
def test_a_crowded_chapter_is_judged_bit_by_bit(underdraft_workspace):
    """Two questions at first, then one a check; what is left is said, and judged the next time."""
    lines = [f"Mara has {n} rings." for n in range(12)]
    book = underdraft_workspace(files={"chapters/1.md": "# Chapter 1\n\n" + "\n\n".join(lines)})
    said = [claim(line, f"{n} rings", attribute="rings") for n, line in enumerate(lines)]
    model = Scripted(claims=said)
    first = check_story(book.knowledge, OWN, model)
    assert first.warnings == ("MODEL_NOT_ASKED: chapter 1, 26 pairs (limit)",)
    assert (len(first.findings), model.asked) == (2 * PAIRS, ["read", "judge", "judge"])
    second = check_story(book.knowledge, OWN, model)
    assert second.warnings == ("MODEL_NOT_ASKED: chapter 1, 6 pairs (limit)",)
    third = check_story(book.knowledge, OWN, model)
    assert (third.warnings, len(third.findings)) == ((), 12 * 11 // 2)
    assert len(claims_of(book.knowledge, OWN)) == 12
