"""Which parts of a message are somebody else's words."""

from __future__ import annotations

import pytest

from underdraft.text.quotes import own_lines, quoted_spans


def test_fences_quotes_and_lists_of_memories_are_not_the_speakers():
    """Code blocks, block quotes, tables, headings and injected memories are left out; blank lines too."""
    text = "我说\n\n> 他说\n```\ncode\n```\n| a |\n# 标题\n- 偏好（来源：手动添加）\nref:a.md\n  好\n"
    assert list(own_lines(text)) == ["我说", "好"]


def test_a_fence_is_closed_by_its_own_marks():
    """A longer fence holds a shorter one; one that is never closed holds all that follows."""
    assert list(own_lines("````\n```\nx\n````\ny")) == ["y"]
    assert list(own_lines("~~~\n```\nx")) == []


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("他说“走吧。”然后", ["“走吧。”"]),
        ("主角叫“林远”", []),
        ("他说“这是一句长长的没有停顿的话”", ["“这是一句长长的没有停顿的话”"]),
        ("他说「走", ["「走"]),
        ('he said "go, now" and', ['"go, now"']),
        ("没有引号", []),
    ],
)
def test_quotations_are_more_than_names(line, quoted):
    """A short quotation without a stop is a name; a mark that is never closed quotes the rest."""
    assert [line[start:stop] for start, stop in quoted_spans(line)] == quoted
