"""TOML that cannot be read."""

from __future__ import annotations

import pytest

from underdraft import InvalidArgument
from underdraft.project.strict_toml import read_toml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = \nb = 1", r"^here: .*line 1"),
        (f"a = {'9' * 8_468}", r"^here: a number is too long$"),
        ("a = " + "[" * 3_000, r"^here: nested too deeply$"),
    ],
)
def test_what_cannot_be_read_is_a_typed_error(text, said):
    """A syntax error has its line; a number of thousands of digits and a deep table are refused in words."""
    with pytest.raises(InvalidArgument, match=said):
        read_toml("here: ", text)


def test_what_can_be_read_comes_back():
    """Tables and values as TOML has them."""
    assert read_toml("here: ", "[a]\nb = 1\n") == {"a": {"b": 1}}
