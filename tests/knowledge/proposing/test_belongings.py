"""Things that a story comes back to."""

from __future__ import annotations

from knowledge.proposing.two_stories import story_text
from underdraft.knowledge.proposing.belongings import belongings


def test_a_thing_is_named_in_several_chapters():
    """With what tells it from others, where something does; one chapter's thing is left out."""
    texts = (
        "He had the gold watch. His watch. The ring, the ring, the ring.",
        "She kept the gold watch. The old watch.",
    )
    assert [(w.text, w.count) for w in belongings(story_text(*texts))] == [("the gold watch", 4)]
    chinese = ("黄铜钥匙在桌上。他拿起黄铜钥匙。", "钥匙不见了。")
    assert [(w.text, w.count) for w in belongings(story_text(*chinese))] == [("黄铜钥匙", 3)]
