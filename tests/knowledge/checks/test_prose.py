"""Prose taken apart: paragraphs, narration and speech."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.prose import Chapter, paragraphs


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


@pytest.mark.parametrize(
    ("line", "narration"),
    [
        ("'Come,' said Ann. 'It isn't far.'", " said Ann. "),
        ("‘Come,’ said Ann's aunt.", " said Ann's aunt."),
        ("甲乙（笑）：走吧。", "甲乙（笑）："),
    ],
)
def test_speech_in_single_quotes_and_in_scripts(line, narration):
    """An apostrophe is no quotation mark; in a line of a script everything after the colon is said."""
    (found,) = paragraphs(Chapter(path="1.md", number=1, text=line))
    assert found.narration.replace("\x00", "").rstrip("。") == narration.rstrip("。")
