"""The writer's memories in the fixed order, with their sizes, beside the rows that are held in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from underdraft.memory.index.row_cache import COLUMNS
from underdraft.memory.notes.record import SCOPES, TYPES
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

Made = TypeVar("Made")


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


_NEWEST_FIRST = str.maketrans("0123456789", "9876543210")
_FIELDS = itemgetter(*map(COLUMNS.index, Candidate._fields))
_SCOPE = {scope: place for place, scope in enumerate(SCOPES)}
_TYPE = {kind: place for place, kind in enumerate(TYPES)}


class Shelved(NamedTuple):
    """A memory in its place: what it is ordered by, the memory, and the line's estimated tokens."""

    key: tuple[Any, ...]
    item: Candidate
    tokens: int


class OrderedCache:
    """Memories in the fixed order: scope, type, ``updated_at`` newest first, ``id`` ascending.

    It is derived from rows (:class:`~underdraft.memory.index.row_cache.Derived`).

    Attributes:
        ordered: The memories; the same sequence until one changes.
    """

    def __init__(self) -> None:
        self.ordered: Sequence[Shelved] = ()
        self._made: dict[Hashable, Any] = {}

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        left = (entry for entry in self.ordered if entry.item.id not in changed)
        new = (shelved(candidate(rows[row_id])) for row_id in changed if row_id in rows)
        self.ordered = tuple(sorted(chain(left, new)))
        self._made.clear()

    def derive(self, key: Hashable, make: Callable[[Sequence[Shelved]], Made]) -> Made:
        """Return what ``make`` builds from :attr:`ordered`, cached under a key until a memory changes."""
        if key not in self._made:
            self._made[key] = make(self.ordered)
        made: Made = self._made[key]
        return made


def candidate(row: Any) -> Candidate:
    """A row as it is held (:data:`COLUMNS`) as what may go into a prompt."""
    return Candidate._make(_FIELDS(row))


def shelved(item: Candidate) -> Shelved:
    """A memory with its key and size."""
    key = (*_group(item.scope, item.type), item.updated_at.translate(_NEWEST_FIRST), item.id)
    return Shelved(key, item, estimate("\n" + injection_line(item.content, item.origin)))


@lru_cache(maxsize=256)
def _group(scope: str, kind: str) -> tuple[int, int, str]:
    """Scope and type: project before global; preference, fact, note, then others by name."""
    place = _TYPE.get(kind, len(_TYPE))
    return _SCOPE.get(scope, len(_SCOPE)), place, kind if place == len(_TYPE) else ""
