"""The order of memories in a prompt: a pure function of what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.memory.items import SCOPES, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from underdraft.injection import InjectionItem

__all__ = ["deterministic", "semantic"]

_SCOPE = {scope: place for place, scope in enumerate(SCOPES)}
_TYPE = {kind: place for place, kind in enumerate(TYPES)}


def group(item: InjectionItem) -> tuple[int, int, str]:
    """Scope and type: project before global; preference, fact, note, then others by name."""
    place = _TYPE.get(item.type, len(_TYPE))
    return _SCOPE.get(item.scope, len(_SCOPE)), place, item.type if place == len(_TYPE) else ""


def deterministic(items: Iterable[InjectionItem]) -> list[InjectionItem]:
    """Scope, type, ``updated_at`` newest first, ``id`` ascending: one output for any input order."""
    ordered = sorted(items, key=lambda item: item.id)
    ordered.sort(key=lambda item: item.updated_at, reverse=True)  # stable: equal times stay by id
    ordered.sort(key=group)
    return ordered


def semantic(items: Iterable[InjectionItem], scores: Mapping[str, float]) -> list[InjectionItem]:
    """By score, highest first; ties, and items without a score after all others, in the fixed order."""
    ordered = deterministic(items)
    ordered.sort(key=lambda item: -scores.get(item.id, float("-inf")))
    return ordered
