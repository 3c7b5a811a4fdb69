"""Answers of several channels."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar, get_type_hints

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


def fields_from(source: type, names: str) -> Callable[[type[T]], type[T]]:
    """Give an answer fields of one of the engine's values, with their types and words, before its own."""
    hints: dict[str, Any] = get_type_hints(source, include_extras=True)
    for name, value in inspect.getmembers_static(source, lambda member: isinstance(member, property)):
        gives = get_type_hints(value.fget)["return"]
        hints[name] = Annotated[gives, inspect.getdoc(value)]

    def decorate(answer: type[T]) -> type[T]:
        own = inspect.get_annotations(answer)
        answer.__annotations__ = {name: hints[name] for name in names.split()} | own
        return answer

    return decorate
