"""Looks for traces of a text in everything that the store has written: tables, vectors, indexes, raw bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from sqlalchemy import select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import every_value
from underdraft.memory.db.schema.runs import RUN_RECORD
from underdraft.memory.index import fulltext, vectors
from underdraft.memory.runs.compression import expand
from underdraft.text.clean import sha256

if TYPE_CHECKING:
    from sqlalchemy import Connection


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

    Looked through are all tables (those of the indexes too), the records of runs, the words and phrases of the lexical
    index, vectors made from the text, and the raw bytes (free pages too) of the database, its log,
    its shared memory, copies beside it and ``more_files``.
    """
    with database.read() as connection:
        found = [*in_tables(connection, text), *in_records(connection, text)]
        if fulltext.holds_phrase(connection, text):
            found.append(Trace("lexical", "phrase"))
        if vectors.has_vector(connection, sha256(text)):
            found.append(Trace("embedding", "hash"))
    for path in [*database.files(), *more_files]:
        found += in_file(path, text)
    return tuple(found)


def as_bytes(value: object) -> bytes:
    """A value of a column as it is searched."""
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


def forms(text: str) -> dict[str, bytes]:
    """The byte forms that a text can have in a file, by name; none is empty."""
    found = {
        "utf-8": text.encode(),
        "utf-16-le": text.encode("utf-16-le"),
        "utf-16-be": text.encode("utf-16-be"),
        "json": json.dumps(text)[1:-1].encode(),
        "tokens": fulltext.tokens(text).encode(),
    }
    words = [word for word in fulltext.tokens(text).split() if len(word) >= 3 * TAIL]
    found |= {f"word {n}": word[TAIL:].encode() for n, word in enumerate(words)}
    return {name: form for name, form in found.items() if form}


def in_file(path: Path, text: str) -> Iterator[Trace]:
    """Traces in a file's raw bytes."""
    needles = forms(text)
    overlap = max(map(len, needles.values()))
    found: set[str] = set()
    with path.open("rb") as file:
        before = b""
        while piece := file.read(PIECE):
            window = before + piece
            found.update(name for name, needle in needles.items() if needle in window)
            before = window[-overlap:]
    return (Trace(path.name, name) for name in sorted(found))


def in_records(connection: Connection, text: str) -> Iterator[Trace]:
    """Traces in the records of runs, which are compressed outside privacy mode."""
    needles = forms(text)
    records = [expand(data).encode() for data in connection.scalars(select(RUN_RECORD.c.record))]
    for form, needle in needles.items():
        if any(needle in record for record in records):
            yield Trace("run_record.record", form)


def in_tables(connection: Connection, text: str) -> Iterator[Trace]:
    """Traces in the values of all tables, those that an index keeps for itself included."""
    needles = forms(text)
    found: set[tuple[str, str]] = set()
    for where, value in every_value(connection):
        held = as_bytes(value)
        found.update((where, form) for form, needle in needles.items() if needle in held)
    return (Trace(where, form) for where, form in sorted(found))
