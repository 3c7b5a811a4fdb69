"""Memories as they stand in prompts."""

from __future__ import annotations

import pytest

from underdraft.types.memory import injection_line


@pytest.mark.parametrize(
    ("stored", "origin", "locale", "shown"),
    [
        ("避免：long sentences", "learned", "en", "- avoid: long sentences (source: learned)"),
        ("avoid: {braces}", "learned", "zh", "- 避免：{braces}（来源：自动学习）"),
        ("avoid: fog", "learned", "en", "- avoid: fog (source: learned)"),
        ("避免：雾", "manual", "en", "- 避免：雾 (source: added by hand)"),
        ("少写避免：雾", "learned", "en", "- 少写避免：雾 (source: learned)"),
    ],
)
def test_a_learned_avoidance_is_worded_in_the_language_of_the_prompt(stored, origin, locale, shown):
    """The words that the engine put around it change with the language; what the writer typed does not."""
    assert injection_line(stored, origin, locale) == shown
