"""Values made of other values, by the names of their fields."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def copied(kind: type[T], source: object, /, **fields: Any) -> T:
    """A value whose fields are given by name, else attributes of the source, else defaults."""
    for field in attrs.fields(kind):  # type: ignore[arg-type]
        if field.init and field.name not in fields and hasattr(source, field.name):
            fields[field.name] = getattr(source, field.name)
    return kind(**fields)
