from __future__ import annotations

import pytest

from underdraft.knowledge.scene.chapters import (
    HEADING,
    chapter_file,
    chapter_number,
    heading_above,
    scene_of_line,
    title_of,
)
from underdraft.types.files import TextFile

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
