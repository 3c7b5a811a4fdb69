"""A task's system message."""

from __future__ import annotations

from underdraft.types.question import Example, Task


def test_examples_follow_the_instruction():
    """Each with its answer as JSON, in its own script."""
    task = Task(
        name="extract",
        instruction="Note what lasts.",
        schema={"type": "object"},
        examples=(
            Example(material="他叫林远。", answer={"found": ["林远"]}),
            Example(material="Ha.", answer={}),
        ),
    )
    assert task.system.startswith('Note what lasts.\n\nExample 1:\n他叫林远。\nAnswer:\n{"found": ["林远"]}')
    assert task.system.endswith("Example 2:\nHa.\nAnswer:\n{}")
