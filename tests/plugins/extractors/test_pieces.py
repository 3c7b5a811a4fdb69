"""Pieces of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft_plugins.extractors.pieces import BEGIN, END, MARK, UNKNOWN, Pieces

VOCABULARY = (
    BEGIN,
    END,
    UNKNOWN,
    MARK,
    f"{MARK}the",
    f"{MARK}th",
    "e",
    "re",
    "ree",
    f"{MARK}three",
    "三",
    "三岁",
    "岁",
)
PIECES = Pieces(VOCABULARY, [0, 0, 0, -2, -3, -3, -4, -4, -4, -5, -6, -7, -6])


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("the", [(f"{MARK}the", 0, 3)]),
        ("three  the", [(f"{MARK}three", 0, 5), (f"{MARK}the", 7, 10)]),
        (" 三岁", [(MARK, 0, 1), ("三岁", 1, 3)]),
        ("ｔｈｅ", [(f"{MARK}the", 0, 3)]),
        ("the鲸", [(f"{MARK}the", 0, 3), (UNKNOWN, 3, 4)]),
        ("", [(MARK, 0, 1)]),
    ],
)
def test_the_likeliest_pieces_stand_where_they_stand(text, cut):
    """Marks and widths are made alike, white space is one mark, and each piece knows its code points of the text as it was."""
    assert [(VOCABULARY[p.number], p.start, p.stop) for p in PIECES.cut(text)] == cut


@given(st.text(max_size=60))
def test_any_text_is_cut_in_order(text):
    """No piece begins before the one before it, and none ends behind the text."""
    found = PIECES.cut(text)
    starts = [piece.start for piece in found]
    assert starts == sorted(starts)
    assert all(piece.stop <= max(1, len(text)) for piece in found)
