"""Answers of several channels."""

from __future__ import annotations

from typing import Generic, TypeVar

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
