"""What becomes an error of the store, and what does not."""

from __future__ import annotations

from json import JSONDecodeError

import pytest

from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.db_errors import translated


@pytest.mark.parametrize(
    "error", [UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"), JSONDecodeError("no JSON", "", 0)]
)
def test_what_a_damaged_row_raises_is_the_stores_fault(error):
    """A text that is none, JSON that is none: the store's error, without the value."""
    with pytest.raises(StoreError) as raised, translated("read"):
        raise error
    assert raised.value.details == {"reason": "corrupt"}


def test_other_errors_pass():
    """What a caller did wrong, and what ends the program, is not the store's."""
    for error in (InvalidArgument("x"), KeyError("x"), KeyboardInterrupt()):
        with pytest.raises(type(error)), translated("read"):
            raise error
