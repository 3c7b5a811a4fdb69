"""Values made of other values, by the names of their fields."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import attrs

T = TypeVar("T")

_NOTHING = object()


def copied(kind: type[T], /, *sources: object, **fields: Any) -> T:
    """A value whose fields are given by name, else attributes of the first source that has one, else defaults."""
    for name in _names(kind):  # type: ignore[arg-type]
        if name not in fields:
            for source in sources:
                if (value := getattr(source, name, _NOTHING)) is not _NOTHING:
                    fields[name] = value
                    break
    return kind(**fields)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(a.name for a in attrs.fields(kind) if a.init)
