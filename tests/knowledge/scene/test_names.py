"""Finding names, the scene around a selection, the chapter, and what is chosen for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.knowledge.scene.cards import read_card
from underdraft.knowledge.scene.chapters import chapter_number, chinese_number, heading_above, scene_of_line
from underdraft.knowledge.scene.excerpts import MAX_LINES, MAX_WHOLE, choose, sections_for
from underdraft.knowledge.scene.names import NameIndex, is_proper
from underdraft.knowledge.scene.passage import MAX_SIDE, scene_text
from underdraft.types.files import TextFile
from underdraft.types.knowledge import Card
from underdraft.types.request import Selection

INDEX = NameIndex.of(
    [
        ("何三桅", "何三桅"),
        ("三桅", "何三桅"),
        ("阿砚", "沈砚"),
        ("Ann", "Ann"),
        ("Anna", "Anna"),
        ("砚", "沈砚"),
    ]
)
TEXT = "# 第一章\n\n甲一。\n\n甲二。\n\n---\n\n乙一。\n\n乙二。\n\n## 二\n\n丙。"


def file(text: str, path: str = "c/x.md") -> TextFile:
    """A file of the project."""
    return TextFile(path=path, text=text, digest="")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("何三桅说", {"何三桅"}),
        ("老三桅", {"何三桅"}),
        ("阿砚和三桅", {"沈砚", "何三桅"}),
        ("Annabel and Ann.", {"Ann"}),
        ("Anna", {"Anna"}),
        ("Mann", set()),
        ("砚台", set()),
        ("", set()),
    ],
)
def test_names_are_found(text, names):
    """Aliases count, the longest wins, Latin names are whole words, single characters are no names."""
    assert INDEX.names_in(text) == names


@given(
    st.lists(st.text("甲乙丙丁AB", min_size=2, max_size=4), max_size=8), st.text("甲乙丙丁AB ", max_size=40)
)
def test_found_names_stand_where_it_says(names, text):
    """Every hit is the writing at its place, and hits do not overlap."""
    end = 0
    for found in NameIndex.of((n, n) for n in names).find(text):
        assert text[found.start : found.end] == found.written
        assert found.start >= end
        end = found.end


def test_a_description_is_no_form_of_a_name():
    """An alias that shares no character with the name may mean anybody."""
    assert is_proper("老周", "周鹤年")
    assert is_proper("Edith", "伊迪丝·黑尔")
    assert not is_proper("守灯人", "沈阔海")


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("12", 12),
        ("十二", 12),
        ("二十", 20),
        ("一百零三", 103),
        ("一〇三", 103),
        ("两千三百", 2300),
        ("十", 10),
        ("x", None),
        ("", None),
    ],
)
def test_chinese_numbers(written, number):
    """Chapter numbers in digits and in Chinese are the same."""
    assert chinese_number(written) == number


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

    begin = time.perf_counter()
    text = make(100_000)
    heading_above(text, len(text))
    scene_text(text, Selection(5, 5), scope="scene", around=0)
    assert time.perf_counter() - begin < 5


def test_the_scene_is_what_lies_between_breaks():
    """Anywhere within a scene the text looked at is the same; across a break it is both."""
    first = {
        scene_text(TEXT, Selection(i, i), scope="scene", around=0)
        for i in range(TEXT.index("甲一"), TEXT.index("甲二") + 3)
    }
    assert first == {"\n\n甲一。\n\n甲二。\n\n"}
    at = TEXT.index("乙二")
    assert scene_text(TEXT, Selection(at, at + 1), scope="scene", around=0) == "\n\n乙一。\n\n乙二。\n\n"
    both = scene_text(TEXT, Selection(TEXT.index("甲二"), TEXT.index("乙一")), scope="scene", around=0)
    assert "甲一" in both
    assert "乙二" in both
    assert "丙" not in both
    assert scene_text(TEXT, None, scope="scene", around=0) == "\n\n丙。"


def test_other_scopes():
    """``chapter`` looks at everything, ``pinned`` at nothing, ``surroundings`` at whole paragraphs nearby."""
    cursor = Selection(TEXT.index("乙二"), TEXT.index("乙二"))
    assert scene_text(TEXT, cursor, scope="chapter", around=5) == TEXT
    assert scene_text(TEXT, cursor, scope="pinned", around=5) == ""
    near = scene_text(TEXT, cursor, scope="surroundings", around=6)
    assert "乙一" in near
    assert "甲" not in near


@given(st.text("甲。\n-# ", max_size=80), st.data())
def test_the_scene_holds_the_selection(text, data):
    """Whatever the text, the selection lies inside, unless it is a break or a heading; and it is bounded."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    scene = scene_text(text, Selection(start, end), scope="scene", around=0)
    assert scene in text
    assert text[start:end] in scene or text[start:end].strip(" -#。甲乙丙丁") == ""
    assert len(scene) <= end - start + 2 * MAX_SIDE


def test_scene_numbers_of_lines():
    """Thematic breaks count scenes, headings do not."""
    assert [scene_of_line(TEXT, n) for n in (1, 3, 7, 9, 15)] == [1, 1, 1, 2, 2]


def card(name: str, path: str = "", *, named: bool = True) -> Card:
    """A card."""
    return Card(path=path or f"c/{name}.md", name=name, named=named)


def test_named_cards_come_whole_and_the_rest_on_lines():
    """Only who is named is read; whom the others mention most comes first."""
    cards = [card("A"), card("B"), card("C"), card("facts", named=False)]
    choice = choose(cards, {"C", "B", "Z"}, {"C": 2})
    assert [c.name for c in choice.whole] == ["C", "B", "facts"]
    assert [c.name for c in choice.lines] == ["A"]
    assert choice.left == 0


def test_the_choice_is_bounded():
    """Of a crowd only so many are whole, only so many listed; the rest is counted."""
    cards = [card(f"N{n:03}") for n in range(300)]
    choice = choose(cards, {c.name for c in cards})
    assert len(choice.whole) == MAX_WHOLE
    assert len(choice.lines) == MAX_LINES
    assert choice.left == 300 - MAX_WHOLE - MAX_LINES


def test_a_card_is_read_from_frontmatter_heading_or_file_name():
    """The name is the frontmatter's, else the heading's, else the file is about nobody."""
    full = read_card(file("---\nname: 沈砚\naliases: [阿砚, 沈砚, '']\nfirst-chapter: 2\n---\nx"))
    assert (full.name, full.aliases, full.first_chapter) == ("沈砚", ("阿砚",), 2)
    assert read_card(file("# 罗七婆 #\n\nx")).names == ("罗七婆",)
    assert read_card(file("just text", "c/notes.md")).names == ()
    broken = read_card(file("---\nname: [a\n---\n# 段九\n"))
    assert broken.name == "段九"
    assert broken.warning.startswith("c/x.md: frontmatter")


OUTLINE = "# 大纲\n\n前言\n\n## 第一章\n\n一\n\n## 第二章\n\n二\n\n## 第三章\n\n三\n\n## 第四章\n\n四\n\n## 附录\n\n末"


def test_an_outline_is_cut_to_the_chapter_and_its_neighbours():
    """Preamble, the chapter before, this one and the next; each piece with the line it begins on."""
    pieces = sections_for(OUTLINE, 1, 1)
    assert [(p.first_line, p.text.split("\n")[0]) for p in pieces] == [(1, "# 大纲")]
    assert pieces[0].text.endswith("## 第二章\n\n二")
    pieces = sections_for(OUTLINE, 1, 4)
    assert [(p.first_line, p.text) for p in pieces] == [
        (1, "# 大纲\n\n前言"),
        (13, "## 第三章\n\n三\n\n## 第四章\n\n四"),
    ]
    lines = OUTLINE.split("\n")
    assert all(p.text.split("\n")[0] == lines[p.first_line - 1] for p in pieces)


def test_an_outline_without_numbers_is_whole():
    """Where no heading says a chapter, or no chapter is known, nothing is left out."""
    assert sections_for("# A\n\nx", 3, 2)[0].text == "# A\n\nx"
    assert sections_for(OUTLINE, 1, None)[0].text == OUTLINE
