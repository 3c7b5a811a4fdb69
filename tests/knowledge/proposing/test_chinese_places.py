"""Places and things in Chinese text."""

from __future__ import annotations

from knowledge.proposing.two_stories import story_text
from underdraft.knowledge.proposing.chinese_places import chinese_names


def test_places_ships_and_books_by_their_endings():
    """A proper place, a ship and a book; a house or a road like any other is none."""
    text = "望江楼到了。他在望江楼吃饭，又回望江楼。\n海晏号起航了，海晏号走了。\n他读《潮汐录》。《潮汐录》不见了。\n那座桥很长，过了桥是大路，大路尽头是大路。"
    found = {w.text: w.kind for w in chinese_names(story_text(text))}
    assert found == {"望江楼": "place", "海晏号": "thing", "潮汐录": "thing"}
