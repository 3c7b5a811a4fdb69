"""Makes a channel's payload from what is typed as ``KEY=VALUE``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from underdraft.boundary.shape import (
    Field,
    ListOf,
    MapOf,
    ObjectShape,
    OneOf,
    Open,
    Row,
    Scalar,
    Shape,
    Union,
)
from underdraft.cli.manuscript import read_manuscript
from underdraft.errors import InvalidArgument

FILE_SIGN = "@"
"""Begins a value that is the text of a file."""


def payload_of(fields: Sequence[Field], arguments: Sequence[str], folder: str) -> dict[str, Any]:
    """The payload that the arguments make, with the types of the fields; what does not fit stays a text.

    The channel refuses that, as it refuses everything else that is wrong, and names the field.
    """
    shapes = {field.key: field.shape for field in fields}
    made: dict[str, Any] = {}
    for argument in arguments:
        path, separator, text = argument.partition("=")
        if not separator:
            raise InvalidArgument(f"{path}: expected KEY=VALUE")
        if text.startswith(FILE_SIGN):
            text = read_manuscript(text.removeprefix(FILE_SIGN), folder, named=path).text
        first, *parts = path.split(".")
        shape: Shape = shapes.get(first, Open())
        held = made
        for outer, part in pairwise([first, *parts]):
            held, shape = held.setdefault(outer, {}), _part(shape, part)
        _put(held, [first, *parts][-1], typed(shape, text), path)
    return made


def _put(held: Any, key: str, value: Any, path: str) -> None:
    """Put a value under its key; one of a list goes to those that are there."""
    if not isinstance(held, dict) or (key in held and not isinstance(held[key], list)):
        raise InvalidArgument(f"{path}: expected each key once")
    held[key] = held[key] + value if key in held else value


def typed(shape: Shape, text: str) -> Any:
    """The value that a text is as a field of this shape; the text itself where it is none."""
    options = _options(shape)
    if text == "null" and Scalar("null") in options:
        return None
    for option in options:
        if isinstance(option, ListOf | Row) and not text.startswith("["):
            return [typed(option.item if isinstance(option, ListOf) else option.items[0], text)]
        if option == Scalar("string") or (isinstance(option, OneOf) and text in option.values):
            return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def choice_of(shape: Shape) -> tuple[str, ...]:
    """The values among which a field chooses, if it does."""
    for option in _options(shape):
        if option == Scalar("boolean"):
            return "true", "false"
        if isinstance(option, OneOf):
            return tuple(map(str, option.values))
    return ()


def _options(shape: Shape) -> tuple[Shape, ...]:
    return shape.options if isinstance(shape, Union) else (shape,)


def _part(shape: Shape, key: str) -> Shape:
    """The shape of what an object has under a key."""
    for option in _options(shape):
        if isinstance(option, MapOf):
            return option.value
        if isinstance(option, ObjectShape):
            return next((field.shape for field in option.fields if field.key == key), Open())
    return Open()
