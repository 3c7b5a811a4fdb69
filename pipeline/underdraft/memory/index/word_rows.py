"""The index of words as rows, for a copy of the store: the number of each entry with its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, text

from underdraft.memory.index.fulltext import key_column, put_tokens
from underdraft.memory.index.server_words import without_accents


class WordRows:
    """A :class:`underdraft.memory.areas.rows.RowSource`."""

    name = "lexical"
    columns = ("number", "tokens")

    def count(self, connection: Connection) -> int:
        """How many entries there are."""
        return int(connection.scalar(text("SELECT count(*) FROM lexical")) or 0)

    def read(
        self, connection: Connection, after: tuple[int, ...] | None, limit: int
    ) -> list[tuple[tuple[int, ...], Sequence[Any]]]:
        """The next entries; without accents, which neither index tells apart and only one of them keeps."""
        key = key_column(connection)
        query = text(f"SELECT {key}, tokens FROM lexical WHERE {key} > :after ORDER BY {key} LIMIT :limit")  # noqa: S608
        rows = connection.execute(query, {"after": after[0] if after else -1, "limit": limit})
        return [((row[0],), (row[0], without_accents(row[1]))) for row in rows]

    def write(self, connection: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Add entries."""
        for number, tokens in rows:
            put_tokens(connection, number, tokens)

    def finish(self, connection: Connection) -> None:
        """Their numbers are those of ``lexical_entry``."""

    def empty(self, connection: Connection) -> None:
        """Remove all."""
        connection.execute(text("DELETE FROM lexical"))
