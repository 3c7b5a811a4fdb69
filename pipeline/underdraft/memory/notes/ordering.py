"""The order of memories in a prompt: a pure function of what they are."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from underdraft.memory.notes.record import SCOPES, TYPES


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


_SCOPE = {scope: place for place, scope in enumerate(SCOPES)}
_TYPE = {kind: place for place, kind in enumerate(TYPES)}


def group(item: Candidate) -> tuple[int, int, str]:
    """Scope and type: project before global; preference, fact, note, then others by name."""
    return _group(item.scope, item.type)


@lru_cache(maxsize=256)
def _group(scope: str, kind: str) -> tuple[int, int, str]:
    place = _TYPE.get(kind, len(_TYPE))
    return _SCOPE.get(scope, len(_SCOPE)), place, kind if place == len(_TYPE) else ""
