"""Shapes of types."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

import attrs
import pytest

from underdraft import Layer
from underdraft.boundary.json import to_json
from underdraft.boundary.shape import (
    ListOf,
    MapOf,
    ObjectShape,
    OneOf,
    Open,
    Scalar,
    Union,
    annotated,
    fields_of,
    json_key,
    parse_doc,
    shape_of,
)
from underdraft.types.json_marks import HIDE, OMIT_NONE, in_words, keyed, shown, shown_by, shown_if_any
from underdraft.types.request import Own

T = TypeVar("T")


class Colour(enum.StrEnum):
    RED = "red"


@attrs.frozen
class Base(Generic[T]):
    """A base."""

    items: Annotated[tuple[T, ...], "What it holds."]
    least: T | None = None
    by_name: Mapping[str, T] = attrs.field(factory=dict)


@attrs.frozen
class Derived(Base[int]):
    """More."""

    least: Annotated[int | None, "Said anew."] = None
    hidden: int = attrs.field(default=1, metadata=HIDE)
    maybe: str | None = OMIT_NONE
    _private: str = ""


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (str, Scalar("string")),
        (float, Scalar("number")),
        (None, Scalar("null")),
        (Any, Open()),
        (object, Open()),
        (str | None, Union((Scalar("string"), Scalar("null")))),
        (str | Own | None, Union((Scalar("string"), Scalar("null")), own=True)),
        (Annotated[int, "a number"], Scalar("integer")),
        (list[str], ListOf(Scalar("string"))),
        (tuple[bool, ...], ListOf(Scalar("boolean"))),
        (Sequence[int], ListOf(Scalar("integer"))),
        (dict[str, int], MapOf(Scalar("integer"))),
        (Mapping[Literal["a"], int], MapOf(Scalar("integer"), OneOf(("a",), ("a",)))),
        (Colour, OneOf(("red",), (Colour.RED,))),
        (Layer, OneOf(tuple(layer.name for layer in Layer), tuple(Layer))),
        (Literal[True, "x"], OneOf((True, "x"), (True, "x"))),
        (Derived, ObjectShape(Derived)),
    ],
)
def test_shapes(kind, shape):
    """Each type that JSON has a form for has one shape."""
    assert shape_of(kind) == shape


@pytest.mark.parametrize("kind", [bytes, set[str], type, complex, tuple[int, float]])
def test_types_without_a_shape(kind):
    """What JSON cannot hold is refused."""
    with pytest.raises(TypeError, match="no form in JSON"):
        shape_of(kind)


def test_fields():
    """Inherited fields come first, the nearest words count; private and hidden ones are not shown."""
    fields = {field.name: field for field in fields_of(Derived)}
    assert list(fields) == ["items", "by_name", "least", "maybe"]
    assert (fields["items"].about, fields["least"].about) == ("What it holds.", "Said anew.")
    assert [f.required for f in fields.values()] == [True, False, False, False]
    assert [f.omitted for f in fields.values()] == [False, False, False, True]
    assert fields["by_name"].default == {}


def test_generic_classes():
    """The arguments take the place of the variables, also inside other types."""
    assert [f.shape for f in fields_of(Base[int])] == [
        ListOf(Scalar("integer")),
        Union((Scalar("integer"), Scalar("null"))),
        MapOf(Scalar("integer")),
    ]
    assert ObjectShape(Base[int]).name == "intBase"
    assert ObjectShape(Base[int]).about == "A base."


def test_keys():
    """Names in camelCase; an underscore that only avoids a word of Python goes."""
    assert [json_key(name) for name in ("project_id", "from_", "id", "a_2_b")] == [
        "projectId", "from", "id", "a2B",
    ]  # fmt: skip


def test_docstrings():
    """The first paragraph, and the rest without sections; nothing where there is none, nor from a base."""

    class Bare(Base):
        pass

    def told() -> None:
        """Tell it.

        At once.

        Returns:
            Nothing.
        """

    assert parse_doc(told) == ("Tell it.", "At once.")
    assert parse_doc(Base) == ("A base.", "")
    assert parse_doc(Bare) == parse_doc(lambda: None) == ("", "")
    assert annotated(Annotated[int, 5, "words"]) == "words"
    assert annotated(int) == ""


@attrs.frozen
class Measured:
    """A value with properties."""

    text: str

    @property
    @shown
    def length(self) -> int:
        """How long it is."""
        return len(self.text)

    @property
    @shown_if_any
    def first(self) -> str | None:
        """How it begins."""
        return self.text[:1] or None

    @property
    def last(self) -> str:
        """How it ends; nobody is told."""
        return self.text[-1:]


def test_shown_properties_are_fields():
    """A property that is marked is a field like others, described by its docstring; the others are none."""
    fields = {field.key: (field.shape, field.about, field.omitted) for field in fields_of(Measured)}
    assert fields == {
        "text": (Scalar("string"), "", False),
        "length": (Scalar("integer"), "How long it is.", False),
        "first": (Union((Scalar("string"), Scalar("null"))), "How it begins.", True),
    }
    assert to_json(Measured("ab")) == {"text": "ab", "length": 2, "first": "a"}
    assert to_json(Measured("")) == {"text": "", "length": 0}


@in_words
@attrs.frozen
class Moment:
    """A time."""

    day: int

    def __str__(self) -> str:
        return f"day {self.day}"


@attrs.frozen
class Appointment:
    """A value with keys of its own."""

    begins: Moment = attrs.field(metadata=keyed("from"))

    @property
    @shown_by(keyed("to"))
    def ends(self) -> Moment:
        """A day later."""
        return Moment(self.begins.day + 1)


def test_values_in_words_and_other_keys():
    """A class in words is a string, and a field or property goes by the key of its mark."""
    fields = {field.key: (field.name, field.shape) for field in fields_of(Appointment)}
    assert fields == {"from": ("begins", Scalar("string")), "to": ("ends", Scalar("string"))}
    assert to_json(Appointment(Moment(1))) == {"from": "day 1", "to": "day 2"}
