from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from underdraft.cli.table import lay_out, wrapped

ROWS = [
    (
        "3f2a9c1d",
        "2026-11-22 08:11",
        "polish",
        "ollama_chat/qwen3",
        "他在黑暗里慢慢地敲了敲那口旧钟，没有人应。",
    ),
    (
        "77aa01bc",
        "2026-11-22 08:12",
        "consistency-check",
        "gpt-4.1",
        "The bell rang twice and then was silent.",
    ),
]
HEADERS = ("run", "when (UTC)", "skill", "model", "text")


@pytest.mark.parametrize("width", [120, 80, 60, 40])
def test_no_line_is_wider_than_the_screen(width):
    """At every width all of the content is there, and no line is wider."""
    lines = list(lay_out(HEADERS, ROWS, (), width))
    assert max(cell_len(line) for line in lines) <= width
    squeezed = "".join("".join(lines).split())
    for row in ROWS:
        for cell in row:
            assert "".join(cell.split()) in squeezed


def test_the_last_column_wraps_beside_the_others():
    """Where there is room, the lines of a long last cell stand below one another."""
    lines = list(lay_out(("id", "text"), [("a", "one two three four five six seven eight")], (), 30))
    assert lines == ["id  text", "a   one two three four five", "    six seven eight"]


def test_a_row_becomes_a_paragraph():
    """Where there is none, the last cell stands indented below the others."""
    lines = list(lay_out(None, [("a" * 20, "b" * 20, "one two three four five six seven")], (), 50))
    assert lines == ["a" * 20 + "  " + "b" * 20, "    one two three four five six seven"]


def test_a_pipe_has_no_width():
    """Without a width nothing is wrapped."""
    assert list(lay_out(None, [("a", "x" * 300)], (), None)) == ["a  " + "x" * 300]


@given(st.text(st.sampled_from("ab 中，。e\u0301"), max_size=60), st.integers(2, 30))
def test_wrapping_loses_nothing(text, width):
    """Whatever the text, each line fits and all but white space is there in order."""
    lines = wrapped(text, width)
    assert max(map(cell_len, lines)) <= max(width, cell_len(text) if len(lines) == 1 else 0)
    assert "".join("".join(lines).split()) == "".join(text.split())
