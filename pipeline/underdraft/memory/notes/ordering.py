"""The order of memories in a prompt: a pure function of what they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeVar

from underdraft.memory.notes.record import SCOPES, TYPES
from underdraft.types.memory import InjectionItem


class Candidate(NamedTuple):
    """A memory that may go into a prompt; as light as it gets, since there may be thousands."""

    id: str
    type: str
    scope: str
    content: str
    origin: str
    project_id: str | None
    document_id: str | None
    updated_at: str
    version: int
    faded: int = 0


Item = TypeVar("Item", Candidate, InjectionItem)

_SCOPE = {scope: place for place, scope in enumerate(SCOPES)}
_TYPE = {kind: place for place, kind in enumerate(TYPES)}


def group(item: Candidate | InjectionItem) -> tuple[int, int, str]:
    """Scope and type: project before global; preference, fact, note, then others by name."""
    return _group(item.scope, item.type)


@lru_cache(maxsize=256)
def _group(scope: str, kind: str) -> tuple[int, int, str]:
    place = _TYPE.get(kind, len(_TYPE))
    return _SCOPE.get(scope, len(_SCOPE)), place, kind if place == len(_TYPE) else ""


def deterministic(items: Iterable[Item]) -> list[Item]:
    """Scope, type, ``updated_at`` newest first, ``id`` ascending: one output for any input order."""
    ordered = sorted(items, key=attrgetter("id"))
    ordered.sort(key=attrgetter("updated_at"), reverse=True)  # stable: equal times stay by id
    ordered.sort(key=group)
    return ordered


def semantic(items: Iterable[Item], scores: Mapping[str, float]) -> list[Item]:
    """By score, highest first; ties, and items without a score after all others, in the fixed order."""
    ordered = deterministic(items)
    ordered.sort(key=lambda item: -scores.get(item.id, float("-inf")))
    return ordered
