"""What becomes an error of the store, and what does not."""

from __future__ import annotations

from json import JSONDecodeError

import pytest

from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.db_errors import translated


@pytest.mark.parametrize(
    "error",
    [
        UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"),
        JSONDecodeError("no JSON", "", 0),
        TypeError("'>' not supported between instances of 'str' and 'bytes'"),
        KeyError("content"),
        RecursionError("too deep"),
    ],
)
def test_what_a_damaged_row_raises_is_the_stores_fault(error):
    """A text that is none, JSON that is none, a value of another kind: the store's error, without the value."""
    with pytest.raises(StoreError) as raised, translated("read"):
        raise error
    assert raised.value.details == {"reason": "corrupt"}


def test_other_errors_pass():
    """Typed errors, a failed check of our own, and what ends the program, are not the store's."""
    for error in (InvalidArgument("x"), AssertionError("x"), RuntimeError("x"), KeyboardInterrupt()):
        with pytest.raises(type(error)), translated("read"):
            raise error
