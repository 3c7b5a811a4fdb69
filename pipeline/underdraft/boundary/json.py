"""Between Python and JSON: answers become JSON's types, payloads are checked strictly by their shape."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from underdraft.boundary.limits import check_free, check_keys, check_number, check_string
from underdraft.boundary.shape import (
    Field,
    ListOf,
    MapOf,
    ObjectShape,
    OneOf,
    Open,
    Scalar,
    Shape,
    Union,
    json_key,
    json_word,
    marks_of,
    shown_fields,
    shown_properties,
)
from underdraft.errors import InvalidArgument
from underdraft.types.checks import refuse
from underdraft.types.json_marks import INLINED, KEY, OMITTED, WORDS
from underdraft.types.request import OWN_PROJECT


def to_json(value: Any) -> Any:
    """The value in JSON's types: attrs fields in camelCase, enums by name, tuples as lists; else a ``TypeError``."""
    kind: Any = type(value)
    if value is None or kind in {str, int, bool, float}:
        return value
    if attrs.has(kind):
        return str(value) if hasattr(kind, WORDS) else _object(value, kind)
    if isinstance(value, Mapping):
        return {_key(k): to_json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(v) for v in value]
    if isinstance(value, enum.Enum):
        return json_word(value)
    for plain in (str, int, float):  # subclasses, such as numpy's floats
        if isinstance(value, plain):
            return plain(value)
    raise TypeError(f"{kind.__name__} has no form in JSON")


def _object(value: Any, kind: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, key, omitted in _written(kind):
        held = getattr(value, name)
        if not key:
            found |= to_json(held)
        elif type(held) is not type(omitted) or held != omitted:
            found[key] = to_json(held)
    return found


@cache
def _written(kind: Any) -> tuple[tuple[str, str, object], ...]:
    """Name, key (``""``: its own fields stand in its place) and the value with which the key is left out, of each field."""
    fields = ((a.name, a.metadata) for a in shown_fields(kind))
    properties = ((name, marks_of(getter)) for name, getter in shown_properties(kind).items())
    return tuple(
        (
            name,
            "" if INLINED in marks else marks.get(KEY) or json_key(name),
            marks.get(OMITTED, OMITTED),
        )
        for name, marks in (*fields, *properties)
    )


def _key(value: Any) -> str:
    if isinstance(value, enum.Enum):
        return json_word(value)
    if isinstance(value, str | int):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be a key in JSON")


def read_fields(fields: Sequence[Field], given: Mapping[Any, Any], path: str = "") -> dict[str, Any]:
    """The fields that are given, by their names in Python; ``path`` is what messages say before a key.

    Raises:
        InvalidArgument: Unknown or missing field or wrong type; the message names the field and what
            is expected, never the value.
    """
    found = {}
    for field in fields:
        if field.key in given:
            found[field.name] = read(field.shape, given[field.key], path + field.key)
        elif field.required:
            raise InvalidArgument(f"{path}{field.key}: required field is missing")
    keys = [field.key for field in fields]
    unknown = [str(key) for key in given if key not in keys]
    if unknown:
        shown = sorted(key for key in unknown if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key))
        raise InvalidArgument(
            f"{path}{shown[0] if shown else 'a field'}: unknown field; known are: {', '.join(keys) or 'none'}"
        )
    return found


def read(shape: Shape, value: Any, path: str) -> Any:
    """The value as Python has it, when it is of the shape; refuses as :func:`read_fields` does."""
    return _READERS[type(shape)](shape, value, path)


def make(kind: Any, values: Mapping[str, Any], path: str) -> Any:
    """The attrs value; what its validators refuse is of another type."""
    try:
        return kind(**values)
    except InvalidArgument:
        raise
    except Exception:  # noqa: BLE001 - a stranger's class
        return refuse(path, "another type")


_EXPECTED = {"string": "a string", "integer": "a whole number", "boolean": "true or false", "null": "null"}
_TYPES: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool, "null": type(None)}


def _read_scalar(shape: Scalar, value: Any, path: str) -> Any:
    if shape.kind == "number":
        if type(value) not in {int, float}:
            refuse(path, "a finite number")
        check_number(path, value)
        return float(value)
    if type(value) is not _TYPES[shape.kind]:
        refuse(path, _EXPECTED[shape.kind])
    if isinstance(value, str):
        check_string(path, value)
    elif isinstance(value, int):
        check_number(path, value)
    return value


def _read_one_of(shape: OneOf, value: Any, path: str) -> Any:
    for word, member in zip(shape.values, shape.members, strict=True):
        if type(word) is type(value) and word == value:
            return member
    *words, last = (str(word) for word in shape.values)
    return refuse(path, f"{', '.join(words)} or {last}" if words else last)


def _read_union(shape: Union, value: Any, path: str) -> Any:
    if shape.own and value is OWN_PROJECT:
        return value
    if shape.own and type(value) not in {str, type(None)}:
        refuse(path, "a string or null")
    options = [option for option in shape.options if option != Scalar("null")]
    if value is None and len(options) < len(shape.options):
        return None
    if len(options) == 1:
        return read(options[0], value, path)
    for option in options:
        try:
            return read(option, value, path)
        except InvalidArgument:
            continue
    return refuse(path, "another type")


def _read_object(shape: ObjectShape, value: Any, path: str) -> Any:
    if not isinstance(value, Mapping):
        refuse(path, "an object with " + " and ".join(field.key for field in shape.fields))
    return make(shape.of, read_fields(shape.fields, value, f"{path}."), path)


def _read_map(shape: MapOf, value: Any, path: str) -> Any:
    if not isinstance(value, Mapping):
        refuse(path, "an object")
    check_keys(path, value)
    return {key: read(shape.value, held, f"{path}.{key}") for key, held in value.items()}


def _read_list(shape: ListOf, value: Any, path: str) -> Any:
    if not isinstance(value, list | tuple):
        refuse(path, "a list")
    return shape.of(read(shape.item, held, f"{path}.{at}") for at, held in enumerate(value))


_READERS: Mapping[type, Callable[[Any, Any, str], Any]] = {
    Scalar: _read_scalar,
    OneOf: _read_one_of,
    Union: _read_union,
    ObjectShape: _read_object,
    MapOf: _read_map,
    ListOf: _read_list,
    Open: lambda _shape, value, path: check_free(path, value),
}
