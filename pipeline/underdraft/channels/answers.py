"""Answers of several channels."""

from __future__ import annotations

from typing import Generic, TypeVar

from underdraft.types.values import frozen

T = TypeVar("T")


@frozen
class List(Generic[T]):
    """All items at once."""

    items: tuple[T, ...]


@frozen
class Revisions(Generic[T]):
    """Every write, oldest first."""

    revisions: tuple[T, ...]
