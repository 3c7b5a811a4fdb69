"""What no payload may hold."""

from __future__ import annotations

import pytest

from underdraft.boundary.limits import MAX_DEPTH, check_free, check_number, check_string
from underdraft.errors import InvalidArgument


def nested(depth):
    """A list in a list in a list."""
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    "value", ["\ud800", {"\ud800": 1}, {1: 2}, [2**63], {"a": [float("nan")]}, nested(MAX_DEPTH + 1)]
)
def test_what_no_store_can_hold(value):
    """However deep it is."""
    with pytest.raises(InvalidArgument, match=r"^patch: expected "):
        check_free("patch", value)


def test_what_passes():
    """Everything in JSON's types."""
    value = {"a": [1, 1.5, None, True, "x", -(2**63), 2**63 - 1, nested(9)]}
    assert check_free("patch", value) is value


def test_the_limit_is_the_fields():
    """Whatever stands before its name."""
    check_string("id", "a" * 200)
    check_string("content", "a" * 201)
    for path in ("id", "selection.id"):
        with pytest.raises(InvalidArgument, match="at most 200 characters"):
            check_string(path, "a" * 201)
    with pytest.raises(InvalidArgument, match="64 bits"):
        check_number("limit", 10**400)
