"""Prose taken apart: paragraphs, narration, sentences, who acts."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.prose import Chapter, acts_at, paragraphs, sentences
from underdraft.knowledge.scene.names import NameIndex

INDEX = NameIndex.of([("Bert", "Bert"), ("沈砚", "沈砚"), ("守灯人", "沈阔海")])


def test_paragraphs_without_headings_and_breaks():
    """Each line of text is one, with its number; offsets stay where quotations are masked."""
    found = list(
        paragraphs(Chapter(path="1.md", number=1, text="# 一\n\n他说：“走。”然后走了。\n\n* * *\n\nx"))
    )
    assert [(p.line, p.text) for p in found] == [(3, "他说：“走。”然后走了。"), (7, "x")]
    assert len(found[0].narration) == len(found[0].text)
    assert "走。”" not in found[0].narration
    assert found[0].narration.endswith("然后走了。")
    assert found[0].at == (1, 3)


def test_a_quotation_that_ends_a_sentence_ends_the_narrators():
    """What follows such a quotation is another sentence; a quotation alone is none."""
    masked = next(paragraphs(Chapter(path="1.md", number=1, text="甲说：“走。”乙走了。“好！”"))).narration
    assert [s.strip("\x00 ") for s in sentences(masked)] == ["甲说：\x00\x00\x00。", "乙走了。", "。"]


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("Bert walked in.", True),
        ("“No,” said Bert.", True),
        ("沈砚又低声说", True),
        ("Bert's hat lay there.", False),
        ("She remembered how Bert walked in.", False),
        ("守灯人说", False),
    ],
)
def test_who_acts(text, acts):
    """A proper name before a verb of speech or motion; not in memory, and not a description of somebody."""
    assert acts_at(text, next(INDEX.find(text))) is acts
