"""Observations: tags without text, statements in both languages."""

from __future__ import annotations

from learning.edits.edit_samples import FIRST, LONG, PLAIN, RICH, SHORT, SPOKEN, THIRD, TOLD
from underdraft.learning.edits.observe import observe
from underdraft.types.observation import AXES


def test_every_observation_has_a_tag_and_statements_in_both_languages():
    """Tags are what privacy mode may keep."""
    pairs = [
        (LONG, SHORT),
        (TOLD, SPOKEN),
        (RICH, PLAIN),
        (THIRD, FIRST),
        ("“来。”他突然说！", "「来。」他忽然说。"),
        ("“走吧。”他说。雨还在下。", "雨还在下。“走吧。”他说。"),
        (LONG, LONG.replace("。", "。\n")),
    ]
    seen = [o for a, b in pairs for o in observe(a, b)]
    assert {o.axis for o in seen} == set(AXES)
    for one in seen:
        assert one.tag.isascii()
        assert one.without_text().before == one.without_text().after == ""
        for locale in ("zh", "en"):
            assert all(s and "{" not in s for s in one.statements(locale))
