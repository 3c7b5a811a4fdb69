from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.knowledge.scene.chapters import heading_above
from underdraft.knowledge.scene.passage import MAX_SIDE, scene_text
from underdraft.types.request import Selection

TEXT = "# 第一章\n\n甲一。\n\n甲二。\n\n---\n\n乙一。\n\n乙二。\n\n## 二\n\n丙。"


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "# " + " " * n + "x",
        lambda n: "#" * n,
        lambda n: "# a\n" * n,
        lambda n: "-" * n,
        lambda n: "- " * n + "x",
    ],
)
def test_headings_and_breaks_take_linear_time(make):
    """A text made to be slow is not."""
    import time

    begin = time.process_time()
    text = make(100_000)
    heading_above(text, len(text))
    scene_text(text, Selection(5, 5), scope="scene")
    assert time.process_time() - begin < 5


def test_the_scene_is_what_lies_between_breaks():
    """Anywhere within a scene the text looked at is the same; across a break it is both."""
    first = {
        scene_text(TEXT, Selection(i, i), scope="scene")
        for i in range(TEXT.index("甲一"), TEXT.index("甲二") + 3)
    }
    assert first == {"\n\n甲一。\n\n甲二。\n\n"}
    at = TEXT.index("乙二")
    assert scene_text(TEXT, Selection(at, at + 1), scope="scene") == "\n\n乙一。\n\n乙二。\n\n"
    both = scene_text(TEXT, Selection(TEXT.index("甲二"), TEXT.index("乙一")), scope="scene")
    assert "甲一" in both
    assert "乙二" in both
    assert "丙" not in both
    assert scene_text(TEXT, None, scope="scene") == "\n\n丙。"


def test_other_scopes():
    """``chapter`` looks at everything, ``pinned`` at nothing."""
    cursor = Selection(TEXT.index("乙二"), TEXT.index("乙二"))
    assert scene_text(TEXT, cursor, scope="chapter") == TEXT
    assert scene_text(TEXT, cursor, scope="pinned") == ""


@given(st.text("甲。\n-# ", max_size=80), st.data())
def test_the_scene_holds_the_selection(text, data):
    """Whatever the text, the selection lies inside, unless it is a break or a heading; and it is bounded."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    scene = scene_text(text, Selection(start, end), scope="scene")
    assert scene in text
    assert text[start:end] in scene or text[start:end].strip(" -#。甲乙丙丁") == ""
    assert len(scene) <= end - start + 2 * MAX_SIDE
