"""Values into JSON's types, and payloads out of them."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from typing import Annotated, Literal

import attrs
import pytest

from underdraft import InvalidArgument, Layer
from underdraft.boundary.channel import signature_of
from underdraft.boundary.json import to_json
from underdraft.types.json_marks import HIDE, OMIT_NONE
from underdraft.types.request import OWN_PROJECT, Own


class Colour(enum.StrEnum):
    RED = "red"
    BLUE = "blue"


@attrs.frozen(kw_only=True)
class Inner:
    start: int
    end: int = 0


def taking(  # noqa: D103
    workspace,
    *,
    project_id: str | Own | None = OWN_PROJECT,
    skill_id: str,
    max_items: int = 5,
    wide: bool = False,
    score: float = 0.5,
    inner: Inner | None = None,
    tags: tuple[str, ...] = (),
    names: list[str] | None = None,
    patch: dict[str, object] | None = None,
    colour: Colour | None = None,
    action: Annotated[Literal["accept", "reject", "partial"], "what was done"] = "accept",
    either: int | str = 0,
    anything: object = None,
    counts: Mapping[str, int] | None = None,
):
    return None


def read(payload, handle=taking):
    """The arguments that a payload makes."""
    return signature_of(handle).read(payload)


# --- in ---------------------------------------------------------------------------------------


def test_a_good_payload():
    """Keys in camelCase become arguments of their types; what is missing is left to its default."""
    payload = {
        "skillId": "a",
        "projectId": None,
        "maxItems": 2,
        "inner": {"start": 1},
        "tags": ["x"],
        "names": ["y"],
        "score": 1,
        "patch": {"a": [1, None]},
        "colour": "blue",
        "either": "x",
        "anything": {"b": 1},
        "counts": {"c": 1},
    }
    assert read(payload) == (
        [],
        {
            "skill_id": "a",
            "project_id": None,
            "max_items": 2,
            "inner": Inner(start=1),
            "tags": ("x",),
            "names": ["y"],
            "score": 1.0,
            "patch": {"a": [1, None]},
            "colour": Colour.BLUE,
            "either": "x",
            "anything": {"b": 1},
            "counts": {"c": 1},
        },
    )
    assert read({"skillId": "a"}) == ([], {"skill_id": "a"})
    assert read({"skillId": "a", "projectId": OWN_PROJECT})[1]["project_id"] is OWN_PROJECT


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (None, "payload: expected an object"),
        ([], "payload: expected an object"),
        ("x", "payload: expected an object"),
        ({}, "skillId: required field is missing"),
        ({"skillId": "a", "skil": 1}, "skil: unknown field; known are: projectId, skillId"),
        ({"skill_id": "a"}, "skill"),
        ({"skillId": "a", "/etc/passwd": 1}, "a field: unknown field"),
        ({"skillId": "a", 5: 1}, "5: unknown field"),
        ({"skillId": 5}, "skillId: expected a string"),
        ({"skillId": None}, "skillId: expected a string"),
        ({"skillId": "a", "maxItems": True}, "maxItems: expected a whole number"),
        ({"skillId": "a", "maxItems": 1.0}, "maxItems: expected a whole number"),
        ({"skillId": "a", "maxItems": "1"}, "maxItems: expected a whole number"),
        ({"skillId": "a", "wide": 1}, "wide: expected true or false"),
        ({"skillId": "a", "score": "high"}, "score: expected a finite number"),
        ({"skillId": "a", "score": True}, "score: expected a finite number"),
        ({"skillId": "a", "score": float("nan")}, "score: expected a finite number"),
        ({"skillId": "a", "projectId": 5}, "projectId: expected a string or null"),
        ({"skillId": "a", "projectId": "\ud800"}, "projectId: expected a string without lone surrogates"),
        ({"skillId": "a", "inner": {"end": 1}}, "inner.start: required field is missing"),
        ({"skillId": "a", "inner": {"start": "1"}}, "inner.start: expected a whole number"),
        (
            {"skillId": "a", "inner": {"start": 1, "mid": 2}},
            "inner.mid: unknown field; known are: start, end",
        ),
        ({"skillId": "a", "inner": 5}, "inner: expected an object with start and end"),
        ({"skillId": "a", "tags": ["x", 5]}, "tags.1: expected a string"),
        ({"skillId": "a", "tags": 5}, "tags: expected a list"),
        ({"skillId": "a", "tags": "secret"}, "tags: expected a list"),
        ({"skillId": "a", "patch": []}, "patch: expected an object"),
        (
            {"skillId": "a", "patch": {"\ud800": float("nan")}},
            "patch: expected keys that are strings without lone surrogates",
        ),
        ({"skillId": "a", "counts": {"a": "1"}}, "counts.a: expected a whole number"),
        ({"skillId": "a", "colour": "green"}, "colour: expected red or blue"),
        ({"skillId": "a", "action": "never"}, "action: expected accept, reject or partial"),
        ({"skillId": "a", "either": 1.5}, "either: expected another type"),
        ({"skillId": "\ud800secret"}, "skillId: expected a string without lone surrogates"),
    ],
)
def test_bad_payloads(payload, said):
    """Each fault is one sentence that names the field and what is expected, never the value."""
    with pytest.raises(InvalidArgument) as caught:
        read(payload)
    assert caught.value.message.startswith(said)
    assert "secret" not in caught.value.message
    assert "\n" not in caught.value.message


def test_nothing_takes_nothing():
    """A handler without arguments refuses fields."""
    assert read({}, lambda workspace: None) == ([], {})
    with pytest.raises(InvalidArgument, match="known are: none"):
        read({"a": 1}, lambda workspace: None)


@attrs.frozen
class Even:
    """A stranger's class that checks what it gets."""

    number: int = attrs.field()

    @number.validator
    def _check(self, _, value):
        if value % 2:
            raise ValueError(f"odd: {value}")


def test_what_a_class_refuses_is_a_wrong_payload():
    """The validator of a stranger's class makes INVALID_ARGUMENT without its text."""

    def take(workspace, *, even: Even):
        return even

    assert read({"even": {"number": 2}}, take)[1] == {"even": Even(2)}
    with pytest.raises(InvalidArgument, match=r"^even: expected another type$"):
        read({"even": {"number": 3}}, take)


# --- out --------------------------------------------------------------------------------------


class Number(float):
    """As numpy's are."""


@attrs.frozen(kw_only=True)
class Answer:
    from_: str = "a"
    hidden: str = attrs.field(default="b", metadata=HIDE)
    _private: str = "c"
    nothing: str | None = None
    left_out: str | None = OMIT_NONE


def test_to_json():
    """Values become JSON's types: camelCase fields, enums by name or value, tuples as lists."""
    given = {
        Layer.PROJECT: Layer.RECENT,
        "own_key": (Inner(start=1), Colour.RED),
        5: Number(0.5),
        "none": None,
        "flag": True,
    }
    assert to_json(given) == {
        "PROJECT": "RECENT",
        "own_key": [{"start": 1, "end": 0}, "red"],
        "5": 0.5,
        "none": None,
        "flag": True,
    }
    assert type(to_json(Number(0.5))) is float
    assert json.dumps(to_json(given))


def test_marked_fields():
    """Private and hidden fields are not shown; a marked one is left out while there is nothing in it."""
    assert to_json(Answer()) == {"from": "a", "nothing": None}
    assert to_json(Answer(left_out="x")) == {"from": "a", "nothing": None, "leftOut": "x"}


@pytest.mark.parametrize("value", [object(), b"x", {1, 2}, {object(): 1}, lambda: 0])
def test_what_has_no_form_in_json(value):
    """An object whose text could hold an address or a path is a fault and not a string."""
    with pytest.raises(TypeError):
        to_json({"a": value} if not isinstance(value, dict) else value)
