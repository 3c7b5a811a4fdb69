"""Answers of several channels, and how an answer is made of what the engine has."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import attrs

T = TypeVar("T")


@attrs.frozen
class List(Generic[T]):
    """All items at once."""

    items: tuple[T, ...]


@attrs.frozen
class Revisions(Generic[T]):
    """Every write, oldest first."""

    revisions: tuple[T, ...]


def answer_of(kind: type[T], /, *sources: object, **fields: Any) -> T:
    """An answer whose fields are given by name, else attributes of the first source that has one, else defaults."""
    for a in attrs.fields(kind):  # type: ignore[arg-type]
        source = next((s for s in sources if a.name not in fields and hasattr(s, a.name)), None)
        if source is not None:
            fields[a.name] = getattr(source, a.name)
    return kind(**fields)
