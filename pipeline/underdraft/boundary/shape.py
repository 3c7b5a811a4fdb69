"""The shape of a value in JSON, derived from a Python type: what payloads are checked by and pages made from."""

from __future__ import annotations

import enum
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from underdraft.types.json_marks import HIDDEN, INLINED, KEY, OMITTED, SHOWN, WORDS, OfPart
from underdraft.types.request import OWN_PROJECT, Own
from underdraft.types.values import frozen


@frozen
class Scalar:
    """A value without parts."""

    kind: Literal["string", "integer", "number", "boolean", "null"]


@frozen
class OneOf:
    """One of some fixed values; ``members`` are what Python has for them."""

    values: tuple[str | int | bool, ...]
    members: tuple[object, ...] = attrs.field(eq=False, repr=False)


@frozen
class ListOf:
    """Any number of one shape; ``of`` is what Python gets."""

    item: Shape
    of: Callable[[Iterable[Any]], Any] = attrs.field(default=tuple, eq=False, repr=False)


@frozen
class MapOf:
    """An object with free keys, or with ``keys`` only."""

    value: Shape
    keys: OneOf | None = None


@frozen
class ObjectShape:
    """An object with named fields."""

    of: Annotated[Any, "An attrs class, or a generic one with its arguments, such as `Page[Fact]`."]

    @property
    def name(self) -> str:
        """The class's name; arguments go before it: ``FactPage``."""
        return "".join(kind.__name__ for kind in (*get_args(self.of), get_origin(self.of) or self.of))

    @property
    def about(self) -> str:
        """The first paragraph of the class's docstring."""
        return parse_doc(get_origin(self.of) or self.of)[0]

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields; derived when asked for, so that a class may hold others of its kind."""
        return fields_of(self.of)


@frozen
class Union:
    """One of several shapes."""

    options: Annotated[tuple[Shape, ...], "The shapes."]
    own: Annotated[bool, "It is a project's id, whose default is the workspace's own project."] = False


@frozen
class Open:
    """Any value in JSON's types."""


Shape = Scalar | OneOf | ListOf | MapOf | ObjectShape | Union | Open


@frozen(kw_only=True)
class Field:
    """One field of an object."""

    name: Annotated[str, "The attribute or argument in Python."]
    key: Annotated[str, "The key in JSON, in camelCase; an underscore at the end, as in `from_`, goes."]
    shape: Shape
    about: str = ""
    default: Annotated[object, "Without one (`inspect.Parameter.empty`) it is required."] = (
        inspect.Parameter.empty
    )
    omitted: Annotated[bool, "Whether an answer leaves the key out where there is nothing."] = False

    @property
    def required(self) -> bool:
        """Whether a payload must have it."""
        return self.default is inspect.Parameter.empty


_PLAIN: Mapping[Any, Shape] = {
    Any: Open(),
    object: Open(),
    str: Scalar("string"),
    int: Scalar("integer"),
    float: Scalar("number"),
    bool: Scalar("boolean"),
    None: Scalar("null"),
    type(None): Scalar("null"),
}
_SECTION = re.compile(r"^(?:Args|Attributes|Returns|Yields|Raises):$", re.MULTILINE)


@cache
def json_key(name: str) -> str:
    """``project_id`` -> ``projectId``, ``from_`` -> ``from``."""
    return re.sub(r"_([a-z0-9])", lambda m: m[1].upper(), name.rstrip("_"))


def shape_of(kind: Any) -> Shape:
    """The shape of a type; a ``TypeError`` where JSON has no form for it."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is Annotated:
        found = shape_of(args[0])
        return attrs.evolve(found, own=True) if isinstance(found, Union) and OWN_PROJECT in args else found
    if origin in {typing.Union, types.UnionType}:
        return Union(tuple(shape_of(a) for a in args if a is not Own), own=Own in args)
    if attrs.has(origin or kind):
        return Scalar("string") if hasattr(kind, WORDS) else ObjectShape(kind)
    if origin is Literal or isinstance(kind, enum.EnumType):
        members: tuple[Any, ...] = args or tuple(kind)
        return OneOf(
            values=tuple(json_word(m) if isinstance(m, enum.Enum) else m for m in members), members=members
        )
    return _collection(kind, origin, args)


def _collection(kind: Any, origin: Any, args: tuple[Any, ...]) -> Shape:
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys = shape_of(args[0])
        return MapOf(shape_of(args[1]), keys if isinstance(keys, OneOf) else None)
    fixed = origin is tuple and args[-1] is not Ellipsis
    if isinstance(origin, type) and issubclass(origin, Sequence) and not fixed:
        return ListOf(shape_of(args[0]), list if origin is list else tuple)
    raise TypeError(f"{getattr(kind, '__name__', 'this type')} has no form in JSON")


def json_word(value: enum.Enum) -> str:
    """An enum's member in JSON: a word by its value, any other by its name."""
    return str(value.value) if isinstance(value, enum.StrEnum) else value.name


@cache
def fields_of(kind: Any) -> tuple[Field, ...]:
    """The fields of an attrs class that JSON shows; raises as :attr:`Channel.signature`."""
    cls = get_origin(kind) or kind
    bound = _arguments(kind)
    hints = typing.get_type_hints(cls, include_extras=True)
    found: list[Field] = []
    for a in shown_fields(cls):
        if INLINED in a.metadata:
            found += fields_of(hints[a.name])
            continue
        found.append(
            Field(
                name=a.name,
                key=a.metadata.get(KEY) or json_key(a.name),
                shape=shape_of(_put_in(hints[a.name], bound)),
                about=annotated(hints[a.name]),
                default=_default(a.default),
                omitted=OMITTED in a.metadata,
            )
        )
    for name, getter in shown_properties(cls).items():
        if isinstance(getter, OfPart):
            hint, words = get_args(get_args(hints[name])[0])[0], getter.about
        else:
            hint = typing.get_type_hints(getter, include_extras=True)["return"]
            words = parse_doc(getter)[0]
        marks = marks_of(getter)
        found.append(
            Field(
                name=name,
                key=marks.get(KEY) or json_key(name),
                shape=shape_of(_put_in(hint, bound)),
                about=words,
                omitted=OMITTED in marks,
            )
        )
    return tuple(found)


def shown_fields(cls: type) -> list[attrs.Attribute[Any]]:
    """The attrs fields that JSON shows: neither private nor hidden."""
    return [a for a in attrs.fields(cls) if not a.name.startswith("_") and HIDDEN not in a.metadata]


def shown_properties(cls: type) -> dict[str, Callable[[Any], Any] | OfPart[Any]]:
    """The properties that JSON shows by the functions behind them, and what is passed on."""
    members = {name: member for base in reversed(cls.__mro__) for name, member in vars(base).items()}
    getters = {name: getattr(member, "fget", member) for name, member in members.items()}
    return {name: g for name, g in getters.items() if isinstance(g, OfPart) or hasattr(g, SHOWN)}


def marks_of(getter: object) -> Mapping[str, Any]:
    """The marks of a shown property."""
    return getattr(getter, SHOWN, {})


def _arguments(kind: Any) -> dict[Any, Any]:
    """Map each type variable of a class and its bases to the type in its place."""
    bases = [base for c in (get_origin(kind) or kind).__mro__ for base in vars(c).get("__orig_bases__", ())]
    found: dict[Any, Any] = {}
    for made in (kind, *bases):
        names = getattr(get_origin(made), "__parameters__", ())
        found = dict(zip(names, get_args(made), strict=False)) | found
    return found


def _put_in(hint: Any, bound: Mapping[Any, Any]) -> Any:
    """The type with the generic class's arguments in the place of the variables."""
    if isinstance(hint, typing.TypeVar):
        return bound.get(hint, Any)
    free = getattr(hint, "__parameters__", ())
    return hint[tuple(bound.get(p, Any) for p in free)] if free else hint


def _default(default: Any) -> object:
    if default is attrs.NOTHING:
        return inspect.Parameter.empty
    made = getattr(default, "factory", None)
    return default if made is None else None if default.takes_self else made()


def annotated(hint: Any) -> str:
    """The words of ``Annotated[type, "words"]``, else ``""``."""
    words = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((w for w in words if isinstance(w, str)), "")


def parse_doc(of: Any) -> tuple[str, str]:
    """The first paragraph of a docstring, and what follows it before the sections; empty for what has none of its own."""
    text = inspect.cleandoc(vars(of).get("__doc__") or "" if isinstance(of, type) else of.__doc__ or "")
    summary, _, rest = _SECTION.split(text)[0].strip().partition("\n\n")
    return one_space(summary), one_space(rest)


def one_space(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
