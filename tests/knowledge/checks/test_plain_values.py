"""What an attribute plainly states."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.plain_values import plain_value
from underdraft.knowledge.graph.model import Attribute


@pytest.mark.parametrize(
    ("name", "value", "kind", "stated"),
    [
        ("age", "31", "age", {"31"}),
        ("Age", "thirty-one years old", "age", {"31"}),
        ("年龄", "三十一岁", "age", {"31"}),
        ("eyes", "grey", "colour", {"grey"}),
        ("eye colour", "hazel", "colour", {"brown"}),
        ("头发", "红褐色短发", "colour", {"red", "brown"}),
        ("颜色", "绿呢", "own_colour", {"green"}),
        ("leg", "lame in the right leg", "side", {"right"}),
        ("眉上的疤", "左眉", "side", {"left"}),
        ("惯用手", "左手", "handed", {"left"}),
    ],
)
def test_plain_values(name, value, kind, stated):
    """Of both languages, by the names of the table's lines."""
    found = plain_value(Attribute(name=name, value=value))
    assert found is not None
    assert (found.kind, found.value) == (kind, stated)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("age", "in his thirties"),
        ("eyes", "left one grey, right one black"),
        ("eyes", "kind"),
        ("arms", "left and right scarred"),
        ("leg", "the right one"),
        ("job", "painter of blue doors"),
        ("stage", "31"),
    ],
)
def test_what_says_more_or_something_else_is_not_compared(name, value):
    """Nothing is guessed."""
    assert plain_value(Attribute(name=name, value=value)) is None


@pytest.mark.parametrize(
    ("value", "stated", "excluded"),
    [
        (("age", "31"), "thirty", True),
        (("age", "31"), "三十二", False),
        (("age", "31"), "33", True),
        (("age", "31"), "many", False),
        (("eyes", "grey"), "green", True),
        (("eyes", "grey"), "blue", False),
        (("eyes", "grey"), "灰", False),
        (("eyes", "grey"), "bright", False),
    ],
)
def test_what_excludes_it(value, stated, excluded):
    """A birthday may have passed; colours that are near may be the same; what is no value excludes none."""
    known = plain_value(Attribute(name=value[0], value=value[1]))
    assert known is not None
    assert known.excludes(stated) is excluded
