"""Keys of caches over frozen values that pass from run to run: the same objects, not equal ones, are looked for."""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Same(Generic[Value]):
    """Some values, equal to others only if each is the very same object; comparing and hashing reads none of them."""

    __slots__ = ("_hash", "values")

    def __init__(self, *values: Value) -> None:
        self.values = values
        self._hash = hash(tuple(map(id, values)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Same) or len(self.values) != len(other.values):
            return False
        return all(mine is theirs for mine, theirs in zip(self.values, other.values, strict=True))
