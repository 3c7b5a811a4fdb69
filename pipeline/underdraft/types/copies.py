"""Values made of other values, by the names of their fields."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def copied(kind: type[T], /, *sources: object, **fields: Any) -> T:
    """A value whose fields are given by name, else attributes of the first source that has one, else defaults."""
    for a in attrs.fields(kind):  # type: ignore[arg-type]
        source = next((s for s in sources if a.name not in fields and hasattr(s, a.name)), None)
        if source is not None:
            fields[a.name] = getattr(source, a.name)
    return kind(**fields)
