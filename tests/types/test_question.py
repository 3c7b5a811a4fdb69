"""A system message with examples."""

from __future__ import annotations

from underdraft.types.question import Example, with_examples


def test_examples_follow_the_instruction():
    """Each with its answer as JSON, in its own script."""
    examples = (
        Example(material="他叫林远。", answer={"found": ["林远"]}),
        Example(material="Ha.", answer={}),
    )
    system = with_examples("Note what lasts.", examples)
    assert system.startswith('Note what lasts.\n\nExample 1:\n他叫林远。\nAnswer:\n{"found": ["林远"]}')
    assert system.endswith("Example 2:\nHa.\nAnswer:\n{}")
