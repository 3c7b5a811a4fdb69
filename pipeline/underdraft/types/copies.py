"""Values made of other values, by the names of their fields."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def copied(kind: type[T], source: object, /, **fields: Any) -> T:
    """Return a value whose fields are given by name, all others taken from the source's attributes of the same name.

    A default fills no field: renamed in one of the two values, a field is an error here.

    Raises:
        AttributeError: The source lacks a field that is not given.
    """
    for field in attrs.fields(kind):  # type: ignore[arg-type]
        if field.init and field.name not in fields:
            fields[field.name] = getattr(source, field.name)
    return kind(**fields)
