"""Cursors: what they are made of, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.memory.db.paging import make_cursor, read_cursor

STORABLE = st.text(st.characters(exclude_categories=["Cs"]))


@given(number=st.integers(0, 10**18 - 1))
def test_a_number_is_its_digits(number):
    """Lists in the order of arrival have cursors that one can read."""
    assert make_cursor([number]) == str(number)
    assert read_cursor(str(number), number=True) == [number]


@given(at=STORABLE, item_id=STORABLE)
def test_texts_come_back_whole(at, item_id):
    """Whatever the id is made of."""
    assert read_cursor(make_cursor([at, item_id]), number=False) == [at, item_id]


def test_cursors_of_earlier_versions_are_read():
    """The form does not change: a client may hold a cursor over an update."""
    key = ["2026-01-01T00:00:00.000Z", "id-1"]
    assert make_cursor(key) == "WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMFoiLCAiaWQtMSJd"
    assert read_cursor("WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMFoiLCAiaWQtMSJd", number=False) == key


@pytest.mark.parametrize("number", [True, False])
@pytest.mark.parametrize(
    "cursor", ["", "x", "!!", "-1", "1.0", "٣", "W10=", "WzEsMl0=", "é", "null", "9" * 19]
)
def test_a_foreign_cursor_is_refused(cursor, number):
    """Rubbish, or the cursor of another list, is the caller's mistake."""
    with pytest.raises(InvalidArgument) as raised:
        read_cursor(cursor, number=number)
    assert raised.value.message == "cursor: not a cursor of this list"
    assert raised.value.details == {"field": "cursor"}
