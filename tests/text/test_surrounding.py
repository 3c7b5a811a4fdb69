"""The text around a selection: where it is cut, and that the work stays bounded."""

from __future__ import annotations

import subprocess
import sys

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from text.documents import EN, FAMILY, FLAG, before, documents
from underdraft.errors import InvalidArgument
from underdraft.text.sentences import MARK, inside_cluster
from underdraft.text.surrounding import Side, surrounding

NEWLINES = "\n\r\u2028\u2029"
limits = st.integers(0, 60)


@st.composite
def selections(draw: st.DrawFn) -> tuple[str, int, int]:
    """A document and a selection in it."""
    document = draw(documents)
    start = draw(st.integers(0, len(document)))
    return document, start, draw(st.integers(start, len(document)))


def after(document: str, limit: int) -> Side:
    """What is kept after a cursor at the start of the document."""
    return surrounding(document, 0, 0, limit).after


def test_whole_text_when_it_fits() -> None:
    """Both sides are kept to the last code point when they fit, blank lines included."""
    document = "\n甲。\n\n乙[选区]丙。\n\n丁。\n"
    start, end = document.index("["), document.index("]") + 1
    kept = surrounding(document, start, end, len(document))
    assert kept.before == Side(document[:start], 0, start, "none")
    assert kept.after == Side(document[end:], end, len(document), "none")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n \t\n"])
def test_whole_paragraphs_nearest_first(newline: str) -> None:
    """Whole paragraphs are kept, nearest first, whatever separates them."""
    document = newline.join(
        ["第一段很长很长很长。", "第二段。", "她说，选区好。", "第四段。", "第五段很长很长很长。"]
    )
    start = document.index("选区")
    kept = surrounding(document, start, start + 2, 8 + len(newline))
    assert kept.before == Side(f"第二段。{newline}她说，", document.index("第二"), start, "paragraph")
    assert kept.after.text == f"好。{newline}第四段。"
    assert (kept.after.start, kept.after.cut) == (start + 2, "paragraph")


def test_sentences_where_the_nearest_paragraph_does_not_fit() -> None:
    """Whole sentences nearest the selection are kept where its paragraph does not fit."""
    document = "一二三四五。六七八九十。甲乙丙选区丁戊。己庚辛壬癸。子丑寅卯辰。"
    start = document.index("选区")
    kept = surrounding(document, start, start + 2, 10)
    assert kept.before == Side("六七八九十。甲乙丙", 6, start, "sentence")
    assert kept.after == Side("丁戊。己庚辛壬癸。", start + 2, start + 11, "sentence")


def test_sentences_follow_paragraphs_that_fill_less_than_half() -> None:
    """A short fragment next to the selection does not keep out the sentences of the next paragraph."""
    document = "一二三四五六七八九十。甲乙丙丁。戊己庚辛。\n她说"
    assert before(document, 10) == Side("戊己庚辛。\n她说", 16, 24, "sentence")
    assert before(document, 4).text == "她说"
    document = "她说\n甲乙丙丁。戊己庚辛。一二三四五六七八九十。"
    assert after(document, 10) == Side("她说\n甲乙丙丁。", 0, 8, "sentence")


def test_paragraphs_that_fill_half_stand_alone() -> None:
    """Nothing is added to whole paragraphs that fill at least half of the limit."""
    assert before("甲乙丙丁。戊己。\n一二三四五六七。", 13) == Side("一二三四五六七。", 9, 17, "paragraph")


def test_no_white_space_behind_a_sentence_that_ends_the_kept_text() -> None:
    """The kept text after the selection ends with its last sentence, not with the space behind it."""
    assert after(EN, 15) == Side("He nodded.", 0, 10, "sentence")


def test_hard_cut_is_marked_away_from_the_selection() -> None:
    """One sentence that does not fit is cut, marked at the far end and recorded."""
    assert before("一" * 50, 10) == Side(MARK + "一" * 9, 41, 50, "hard_cut")
    assert after("一" * 50, 10) == Side("一" * 9 + MARK, 0, 9, "hard_cut")


@pytest.mark.parametrize("cluster", ["e\u0301", FAMILY, FLAG, "👍🏽", "กำ", "각"])
def test_hard_cut_keeps_clusters_whole(cluster: str) -> None:
    """A hard cut never splits combined characters, joined emoji or flags."""
    document = cluster * 200
    for limit in range(1, 30):
        whole = (limit - 1) // len(cluster)
        mark = MARK if whole else ""
        assert before(document, limit).text == mark + cluster * whole
        assert after(document, limit).text == cluster * whole + mark


def test_cluster_larger_than_the_limit() -> None:
    """Where not even one cluster fits beside the mark, the side is empty and recorded as a hard cut."""
    document = FAMILY + "|" + FAMILY
    kept = surrounding(document, 7, 8, 3)
    assert kept.before == Side("", 7, 7, "hard_cut")
    assert kept.after == Side("", 8, 8, "hard_cut")
    assert before("一二", 1) == Side("", 2, 2, "hard_cut")


def test_cluster_without_end() -> None:
    """A cluster longer than every window is left out rather than split."""
    document = "甲" + "\u0301" * 5000
    assert before(document, 1000) == Side("", 5001, 5001, "hard_cut")
    assert after(document, 1000) == Side("", 0, 0, "hard_cut")


def test_blank_lines_do_not_cost_text() -> None:
    """Blank lines next to the selection are kept only where room is left for them."""
    document = "前一段很长很长很长。\n甲乙丙。\n\n\n选\n\n\n丁戊己。\n后一段很长很长很长。"
    start = document.index("选")
    tight, roomy = (surrounding(document, start, start + 1, limit) for limit in (4, 7))
    assert tight.before == Side("甲乙丙。", start - 7, start - 3, "paragraph")
    assert tight.after == Side("丁戊己。", start + 4, start + 8, "paragraph")
    assert roomy.before.text == "甲乙丙。\n\n\n"
    assert roomy.after.text == "\n\n\n丁戊己。"


def test_blank_lines_at_the_far_end_are_dropped() -> None:
    """The kept text neither begins nor ends with blank lines when something beyond them is left out."""
    document = "很长很长很长很长。\n\n\n\n甲。"
    assert before(document, 6) == Side("甲。", 13, 15, "paragraph")
    assert after("甲。\n\n\n\n很长很长很长很长。", 6) == Side("甲。", 0, 2, "paragraph")


def test_only_the_outermost_blank_lines_are_missing() -> None:
    """Nothing counts as cut when all that is left out is blank."""
    assert before("\n\n\n甲。\n\n", 4) == Side("甲。\n\n", 3, 7, "none")
    assert after("\n\n甲。\n\n\n", 4) == Side("\n\n甲。", 0, 4, "none")


def test_endless_blank_lines() -> None:
    """Where only blank lines are within reach, nothing is kept."""
    document = "甲" + "\n" * 9000 + "乙"
    kept = surrounding(document, 4500, 4501, 100)
    assert kept.before == Side("", 4500, 4500, "paragraph")
    assert kept.after == Side("", 4501, 4501, "paragraph")


def test_indent_belongs_to_its_paragraph() -> None:
    """A paragraph keeps the white space that indents it."""
    document = "很长很长很长很长很长。\n\u3000\u3000甲乙。\n\u3000\u3000丙"
    assert before(document, 9) == Side("\u3000\u3000甲乙。\n\u3000\u3000丙", 12, 21, "paragraph")


def test_document_edges() -> None:
    """An empty document and the ends of a document give empty, uncut sides."""
    empty = Side("", 0, 0, "none")
    assert surrounding("", 0, 0, 10) == surrounding("", 0, 0, 0)
    assert surrounding("", 0, 0, 10).before == surrounding("", 0, 0, 10).after == empty
    assert surrounding("甲乙", 0, 2, 10).before == empty
    assert surrounding("甲乙", 0, 2, 10).after == Side("", 2, 2, "none")


@pytest.mark.parametrize(("start", "end", "limit"), [(-1, 0, 1), (1, 0, 1), (0, 3, 1), (3, 3, 1), (0, 1, -1)])
def test_refuses_what_lies_outside(start: int, end: int, limit: int) -> None:
    """A selection outside the document and a negative limit are refused."""
    with pytest.raises(InvalidArgument):
        surrounding("甲乙", start, end, limit)


@given(selections(), limits)
def test_never_more_than_the_limit(selection: tuple[str, int, int], limit: int) -> None:
    """Neither side is longer than the limit, the mark included; a limit of 0 keeps nothing."""
    kept = surrounding(*selection, limit)
    assert len(kept.before.text) <= limit
    assert len(kept.after.text) <= limit


@given(selections(), limits)
def test_offsets_are_honest(selection: tuple[str, int, int], limit: int) -> None:
    """The text is what the offsets say, in document order, with only blank lines before the selection."""
    document, start, end = selection
    kept = surrounding(document, start, end, limit)
    for side, mark_first in ((kept.before, True), (kept.after, False)):
        text = document[side.start : side.end]
        if side.cut == "hard_cut" and text:
            text = MARK + text if mark_first else text + MARK
        assert side.text == text
    assert kept.before.start <= kept.before.end <= start
    assert end <= kept.after.start <= kept.after.end
    for gap in (document[kept.before.end : start], document[end : kept.after.start]):
        assert not gap.strip()
        assert not gap or any(newline in gap for newline in NEWLINES)


@given(selections(), limits)
def test_cuts_are_where_they_say(selection: tuple[str, int, int], limit: int) -> None:
    """Whole text is uncut, a paragraph cut lies at a newline, and no cut splits a cluster."""
    document, start, end = selection
    kept = surrounding(document, start, end, limit)
    if limit >= start > 0:
        assert kept.before == Side(document[:start], 0, start, "none")
    if limit >= len(document) - end > 0:
        assert kept.after == Side(document[end:], end, len(document), "none")
    if kept.before.cut == "paragraph" and kept.before.text:
        assert document[kept.before.start - 1] in NEWLINES
    if kept.after.cut == "paragraph" and kept.after.text:
        assert document[kept.after.end :].lstrip(" \t\u3000")[0] in NEWLINES
    clusters = _starts(document) | {start, end}
    assert kept.before.start in clusters
    assert kept.after.end in clusters


@given(selections(), limits)
def test_a_larger_limit_never_keeps_less(selection: tuple[str, int, int], limit: int) -> None:
    """The far ends only move away from the selection as the limit grows."""
    smaller, larger = surrounding(*selection, limit), surrounding(*selection, limit + 1)
    if limit and smaller.before.text:
        assert larger.before.start <= smaller.before.start
    if limit and smaller.after.text:
        assert larger.after.end >= smaller.after.end


class Watched(str):
    """A text that counts the code points that are read from it."""

    __slots__ = ("read",)

    def __getitem__(self, key: object) -> str:
        part = super().__getitem__(key)  # type: ignore[index]
        self.read = getattr(self, "read", 0) + len(part)
        return part


@pytest.mark.parametrize(
    "unit",
    [
        "字",
        "一句话。",
        "一段话，不短。\n",
        "She met Mr. Smith. ",
        "\r\n",
        " ",
        FLAG,
        FAMILY,
        "\u0301",
        "“a. B ",
        "……",
    ],
)
@pytest.mark.parametrize("limit", [1, 800, 5000])
def test_work_is_bounded_in_a_large_document(unit: str, limit: int) -> None:
    """In a document of five million code points only a window around the selection is read."""
    document = Watched(unit * (5_000_000 // len(unit)))
    kept = surrounding(document, 2_500_000, 2_500_010, limit)
    assert document.read <= 30 * (limit + 3000)
    assert max(len(kept.before.text), len(kept.after.text)) <= limit
    document.read = 0
    inside_cluster(document, 2_500_000)
    assert document.read <= 5000


def test_import_is_light() -> None:
    """Importing the module does not import the sentence library, nor does cutting Chinese text."""
    code = (
        "import sys; from underdraft.text.surrounding import surrounding\n"
        "surrounding('一句话。' * 100, 200, 200, 50); assert 'sentencex' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def _starts(document: str) -> set[int]:
    """The offsets between clusters, found by reading the whole document."""
    return {match.start() for match in regex.finditer(r"\X", document)} | {len(document)}
