"""What is read out of an answer, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.reading.answer import fits, joined, object_in

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('好的：\n```json\n{"a": 1, "b": "}"}\n```', {"a": 1, "b": "}"}),
        ("{a: 1,}", {"a": 1}),
        ('{"a": 1', {"a": 1}),
    ],
)
def test_the_object_is_found_in_whatever_stands_around_it(text, value):
    """A fence, an introduction, keys without quotes or a missing end do not matter."""
    assert object_in(text, SCHEMA) == value


@pytest.mark.parametrize(
    "text", ["", "[1]", "没有", "{", "{" * 5_000, '{"b": 1}', '{"a": "one"}', "[{]}" * 2_000]
)
def test_an_answer_without_the_object_is_none(text):
    """A key that is missing or of another type is not guessed."""
    assert object_in(text, SCHEMA) is None


@given(st.text(alphabet='{}[]",:a1 \\\n“', max_size=200))
def test_no_text_is_too_broken(text):
    """Whatever it says, reading ends with an object of the schema or with none."""
    found = object_in(text, SCHEMA)
    assert found is None or fits(found, SCHEMA)


def test_halves_are_put_together():
    """Lists one after the other; of all else the first half's."""
    assert joined({"x": [1], "y": 1}, {"x": [2], "y": 2, "z": 3}) == {"x": [1, 2], "y": 1, "z": 3}
