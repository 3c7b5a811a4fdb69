from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.knowledge.scene.chapters import (
    HEADING,
    MAX_SIDE,
    chapter_file,
    chapter_number,
    heading_above,
    scene_of_line,
    scene_text,
    title_of,
)
from underdraft.types.files import TextFile
from underdraft.types.request import Selection

TEXT = "# 第一章\n\n甲一。\n\n甲二。\n\n---\n\n乙一。\n\n乙二。\n\n## 二\n\n丙。"


@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ("第三章 出殡", 3),
        ("第 十二 回", 12),
        ("Chapter 7: The Light", 7),
        ("4. Salt", 4),
        ("12", 12),
        ("Interlude", None),
        ("1990年代", None),
    ],
)
def test_chapter_numbers_in_headings(heading, number):
    """The usual ways of numbering a chapter are understood."""
    assert chapter_number(heading) == number


def test_the_nearest_heading_above_counts():
    """In a document of several chapters the one above the selection is meant."""
    book = "# 第一章\n\n一\n\n# 第二章\n\n二\n\n# Interlude\n\n三"
    assert heading_above(book, 3) == "第一章"
    assert heading_above(book, book.index("二\n\n#")) == "第二章"
    assert heading_above("# Interlude\n\nx", 14) == "Interlude"
    assert heading_above("x", 1) is None


def test_scene_numbers_of_lines():
    """Thematic breaks count scenes, headings do not."""
    assert [scene_of_line(TEXT, n) for n in (1, 3, 7, 9, 15)] == [1, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("line", "title"),
    [("# a", "a"), ("###### b ##", "b"), ("#\tc ", "c"), ("####### d", None), ("#e", None), ("# ", None)],
)
def test_headings_and_their_titles(line, title):
    """One to six marks and a blank make a heading; closing marks do not belong to the title."""
    found = HEADING.search(f"x\n{line}\ny")
    assert (title_of(found[2]) if found else None) == title


@pytest.mark.parametrize(
    ("path", "number"),
    [("ch02.md", 2), ("Chapter 7.md", 7), ("chap_11.md", 11), ("03-x.md", 3), ("en-01.md", None)],
)
def test_the_file_name_tells_the_number_where_the_heading_has_none(path, number):
    """A heading such as "II" has no number that is read; the name's counts, after "ch" or "chapter" too."""
    file = TextFile(path=f"chapters/{path}", text="# II\n\nText.\n", digest="")
    assert chapter_file(file, {}).number == number


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
