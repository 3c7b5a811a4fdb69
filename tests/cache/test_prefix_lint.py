from __future__ import annotations

import pytest

from run.prompt_parts import chunk, sections
from underdraft import Layer, Part
from underdraft.cache.prefix_lint import PATTERNS, lint_prefix

VOLATILE = {
    "an ISO timestamp": ["at 2026-01-02T03:04:05Z", "写于2026-01-02 03:04。"],
    "an epoch number": ["ts=1767323045", "于1767323045时", "1767323045123"],
    "a UUID": ["run 123e4567-e89b-12d3-a456-426614174000.", "编号123e4567-e89b-12d3-a456-426614174000号"],
    "an absolute path": [
        "see /home/me/novel/a.md",
        r"C:\Users\me",
        "file:///x",
        "（/Users/me/x）",
        "在/tmp/x里",
        "见C:\\x",
    ],
    "today's date in words": ["Today is Friday", "今天是2026年1月2日", "the current time is noon"],
}

CALM = [
    "1937 年的冬天，距离 2026-01-02 还早。",
    "电话 13800138000，价格 1234567890123 元",
    "https://example.org/home/page",
    "他说：今天是好日子。",
    "and/or, /etc, 3/4",
    "It is today or never.",
]


@pytest.mark.parametrize(("finding", "text"), [(f, t) for f, texts in VOLATILE.items() for t in texts])
def test_what_changes_is_found(finding, text):
    """Each kind of volatile text is named with chunk, layer and plugin, and never repeated."""
    (warning,) = lint_prefix(sections(chunk(text, Layer.PROJECT, source="file:a.md", plugin="sky")))
    assert warning == f"PREFIX_VOLATILE: {finding} in file:a.md (layer PROJECT, plugin sky)"


@pytest.mark.parametrize("text", CALM)
def test_prose_is_let_be(text):
    """Dates of a story, long numbers, links and idioms are no findings."""
    assert lint_prefix(sections(chunk(text, Layer.PROJECT))) == ()


def test_only_the_prefix_is_looked_at():
    """Layers 4 and 5 may hold whatever the moment brings."""
    text = VOLATILE["a UUID"][0]
    assert lint_prefix(sections(chunk(text, Layer.RECENT), chunk(text, Layer.CURRENT))) == ()


def test_entries_of_lists_are_looked_at():
    """A memory with a time in it is found like any other text."""
    given = chunk("head", Layer.PROFILE, parts=(Part(text="met at 2026-01-02T03:04"),))
    assert len(lint_prefix(sections(given))) == 1


def test_every_pattern_is_tried():
    """Each pattern has an example here."""
    assert set(PATTERNS) == set(VOLATILE)
