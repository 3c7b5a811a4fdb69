"""Words that are purged: found in texts of any number, and replaced by a marker that leaves the rest as it was."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Column, Connection, Row, or_

from underdraft.memory.db.dialect import holds
from underdraft.types.values import frozen

LEAST_MATCH = 8
"""Code points from which a text is looked for everywhere; a shorter one is a mere word that any chapter may use."""

MARKER = "[purged]"
"""The text in the place of a purged one."""

FEW = 16
"""Up to so many texts the store looks for each; more are looked for together, in one pass over the rows."""


@frozen(slots=False)
class PurgedWords:
    """Texts that are looked for letter by letter, each of at least :data:`LEAST_MATCH` code points."""

    texts: tuple[str, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> PurgedWords:
        """The texts that are long enough, the longest first, so that none is cut by another within it."""
        return cls(tuple(sorted({t for t in texts if len(t) >= LEAST_MATCH}, key=lambda t: (-len(t), t))))

    @cached_property
    def _by_beginning(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for text in self.texts:
            found.setdefault(text[:LEAST_MATCH], []).append(text)
        return found

    def in_text(self, text: str) -> Sequence[str]:
        """Return the purged texts that a text holds, the longest first."""
        if len(self.texts) <= FEW:
            return [wanted for wanted in self.texts if wanted in text]
        begin = self._by_beginning
        places = range(len(text) - LEAST_MATCH + 1)
        near = {piece for at in places if (piece := text[at : at + LEAST_MATCH]) in begin}
        found = [wanted for piece in near for wanted in begin[piece] if wanted in text]
        return sorted(found, key=lambda t: (-len(t), t))

    def take_out(self, value: Any, same: Collection[str] = ()) -> Any:
        """The text, or the value in JSON's types and its keys, with a marker in the place of each.

        What stands under a key of ``same`` is left as it is.
        """
        if isinstance(value, str) and len(value) < LEAST_MATCH:
            return value
        if isinstance(value, str):
            for wanted in self.in_text(value):
                value = value.replace(wanted, MARKER)
            return value
        if isinstance(value, dict):
            return {
                self.take_out(key): held if key in same else self.take_out(held, same)
                for key, held in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.take_out(held, same) for held in value]
        return value

    def in_json(self, text: str) -> str:
        """A text in JSON with a marker in the place of each."""
        return json.dumps(self.take_out(json.loads(text)), ensure_ascii=False)

    def in_json_text(self, text: str) -> bool:
        """Whether a text in JSON holds any, perhaps in the name of a key."""
        return bool(self._as_written.in_text(text))

    def find(self, connection: Connection, query: Any, *columns: Column[Any]) -> list[Row[Any]]:
        """The rows of a query, which names these columns, that hold any of the texts in one of them."""
        looked_for = self._as_written
        if not looked_for.texts:
            return []
        if len(looked_for.texts) <= FEW:
            query = query.where(or_(*(holds(connection, text, *columns) for text in looked_for.texts)))
            return list(connection.execute(query))
        rows = connection.execute(query)
        return [row for row in rows if any(looked_for.in_text(getattr(row, c.name) or "") for c in columns)]

    @cached_property
    def _as_written(self) -> PurgedWords:
        """The texts also as JSON writes them."""
        return PurgedWords.of(
            {*self.texts, *(json.dumps(text, ensure_ascii=False)[1:-1] for text in self.texts)}
        )


def is_blank(text: str) -> bool:
    """Whether nothing that a person wrote is left beside markers."""
    return not any(letter.isalnum() for letter in text.replace(MARKER, ""))
