from __future__ import annotations

from underdraft.knowledge.scene.excerpts import MAX_LINES, MAX_WHOLE, choose, sections_for
from underdraft.types.knowledge import Card


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
