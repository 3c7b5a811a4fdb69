"""Looks for traces of a text in everything that the store has written: tables, vectors, indexes, raw bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs

from underdraft.memory.index import fulltext
from underdraft.memory.runs.texts import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from underdraft.memory.db.database import Database


TAIL = 6
"""Characters that an index may leave out of a word because it shares them with the word before."""

PIECE = 1 << 20


@attrs.frozen
class Trace:
    """A place where the text was found: a file's name, a table's column, the index or the vectors."""

    where: str
    form: str


def find_traces(database: Database, text: str, *, more_files: Iterable[Path] = ()) -> tuple[Trace, ...]:
    """Every place of the store that holds ``text`` in some form; none is what privacy mode promises.

    Looked through are all tables with their shadow tables, the words and phrases of the lexical
    index, vectors made from the text, and the raw bytes (free pages too) of the database, its log,
    its shared memory, copies beside it and ``more_files``.

    Args:
        database: The store.
        text: What to look for; the more distinctive, the more the answer says.
        more_files: Log files and whatever else was written.

    Raises:
        StoreError: The store cannot be read.
    """
    with database.read() as connection:
        found = [*in_tables(connection, text), *in_index(connection, text), *in_vectors(connection, text)]
    for path in [*database.files(), *more_files]:
        found += in_file(path, text)
    return tuple(found)


def forms(text: str) -> dict[str, bytes]:
    """The byte forms in which a text can stand in a file, by name."""
    found = {
        "utf-8": text.encode(),
        "utf-16-le": text.encode("utf-16-le"),
        "utf-16-be": text.encode("utf-16-be"),
        "json": json.dumps(text)[1:-1].encode(),
        "tokens": fulltext.tokens(text).encode(),
    }
    words = [word for word in fulltext.tokens(text).split() if len(word) >= 3 * TAIL]
    return found | {f"word {n}": word[TAIL:].encode() for n, word in enumerate(words)}


def in_file(path: Path, text: str) -> Iterator[Trace]:
    """Traces in a file's raw bytes."""
    needles = {name: needle for name, needle in forms(text).items() if needle}
    overlap = max(map(len, needles.values()))
    found: set[str] = set()
    with path.open("rb") as file:
        before = b""
        while piece := file.read(PIECE):
            window = before + piece
            found.update(name for name, needle in needles.items() if needle in window)
            before = window[-overlap:]
    return (Trace(path.name, name) for name in sorted(found))


def in_tables(connection: Connection, text: str) -> Iterator[Trace]:
    """Traces in the values of all tables, shadow tables included."""
    needles = {name: needle for name, needle in forms(text).items() if needle}
    columns: dict[str, list[str]] = {}
    listed = (
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
        " WHERE t.type = 'table' ORDER BY t.name, c.cid"
    )
    for table, column in connection.exec_driver_sql(listed).all():
        columns.setdefault(table, []).append(column)
    for table, names in columns.items():
        if holds(connection, table, names, list(needles.values())):
            for column in names:
                for form, needle in needles.items():
                    if holds(connection, table, [column], [needle]):
                        yield Trace(f"{table}.{column}", form)


def holds(connection: Connection, table: str, columns: list[str], needles: list[bytes]) -> bool:
    """Whether any of the columns holds any of the needles."""
    tests = " OR ".join(f'instr(CAST("{column}" AS BLOB), ?)' for column in columns for _ in needles)
    query = f'SELECT 1 FROM "{table}" WHERE {tests} LIMIT 1'  # noqa: S608 - names from the schema itself
    return connection.exec_driver_sql(query, tuple(needles) * len(columns)).first() is not None


def in_index(connection: Connection, text: str) -> Iterator[Trace]:
    """Whether the lexical index answers to the whole text."""
    words = fulltext.tokens(text).replace('"', "")
    query = "SELECT 1 FROM lexical WHERE lexical MATCH ? LIMIT 1"
    if words and connection.exec_driver_sql(query, (f'"{words}"',)).first():
        yield Trace("lexical", "phrase")


def in_vectors(connection: Connection, text: str) -> Iterator[Trace]:
    """Whether a vector was made from the text."""
    query = "SELECT 1 FROM embedding WHERE content_hash = ? LIMIT 1"
    if connection.exec_driver_sql(query, (digest(text),)).first():
        yield Trace("embedding", "hash")
