"""Finding what is selected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.cli.manuscript import read_manuscript, select
from underdraft.errors import InvalidArgument, NotFound

texts = st.text(alphabet="a字。\n\r𝄞", max_size=40)


@given(texts, st.data())
def test_lines_select_what_stands_between_the_newlines(text, data):
    """Lines A to B are the text that joining them gives, without the last newline."""
    rows = text.split("\n")
    first = data.draw(st.integers(1, len(rows)))
    last = data.draw(st.integers(first, len(rows)))
    start, end = select(text, lines=f"{first}-{last}")
    assert text[start:end] == "\n".join(rows[first - 1 : last]).removesuffix("\r")


@given(texts, st.data())
def test_offsets_are_taken_as_they_are(text, data):
    """START:END inside the document is the selection; one number is a cursor."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert select(text, offsets=f"{start}:{end}") == (start, end)
    assert select(text, offsets=str(end)) == (end, end)


@pytest.mark.parametrize("offsets", ["", ":", "1:", ":1", "-1:2", "1:2:3", "a:b", "1 : 2", "١:٢x", "9" * 12])
def test_malformed_offsets(offsets):
    """Anything but one or two whole numbers is refused."""
    with pytest.raises(InvalidArgument, match="--select"):
        select("some text", offsets=offsets)


def test_nothing_selected():
    """Without an option there is no selection."""
    assert select("text") is None


def test_byte_order_mark_is_no_character(tmp_path):
    """Offsets count from the first real character."""
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfabc")
    assert read_manuscript("a.md", str(tmp_path)).text == "abc"


def test_id_of_a_document_is_never_an_absolute_path(tmp_path):
    """Inside the workspace it is the relative path, outside the file's name."""
    (tmp_path / "w/sub").mkdir(parents=True)
    (tmp_path / "w/sub/a.md").write_text("a", "utf-8")
    (tmp_path / "b.md").write_text("b", "utf-8")
    workspace = str(tmp_path / "w")
    assert read_manuscript("sub/a.md", workspace).id == "sub/a.md"
    assert read_manuscript(str(tmp_path / "w/sub/a.md"), workspace).id == "sub/a.md"
    assert read_manuscript(str(tmp_path / "b.md"), workspace).id == "b.md"
    with pytest.raises(NotFound):
        read_manuscript("c.md", workspace)
