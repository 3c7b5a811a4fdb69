"""Where vectors are searched: a place is the records or the episodes of one project, or of none, by one model.

What is searched follows from the texts and their vectors, and is made behind them: by the one who saves a vector, and by
the indexer where a text has moved, is gone, or came with a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, String, Table, and_, bindparam, exists, func, literal, select

from underdraft.memory.db.dialect import batches, delete_in, in_json
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.recall import EMBEDDING, VECTOR_PLACE
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.vector_type import signs
from underdraft.memory.index import postings
from underdraft.memory.index.vectors import OWNERS, WHOLE, Since, tables_in, wanting, within

if TYPE_CHECKING:
    from sqlalchemy import Connection


def searched(table: Table) -> ColumnElement[bool]:
    """Return the condition for rows of a table whose text is searched."""
    return wanting(table) & (table.c.state == "active") if table is MEMORY_ITEM else wanting(table)


AT_ONCE = 500
"""Vectors that are placed in one go."""


def place_of(table: Table, model: str, project_id: str | None) -> str:
    """Return the name of a place."""
    return f"{table.name} {model} {project_id or ''}"


def _place(table: Table) -> ColumnElement[str]:
    """The same in SQL, for a row of the table; the model is bound."""
    model = bindparam("model", type_=String)
    return literal(f"{table.name} ").concat(model).concat(" ").concat(func.coalesce(table.c.project_id, ""))


@cache
def _unplaced(table: Table, *, some: bool) -> Select[*tuple[Any, ...]]:
    """Vectors that are not searched where a text of the table is."""
    p = VECTOR_PLACE.c
    own = and_(EMBEDDING.c.content_hash == table.c.content_hash, EMBEDDING.c.model == bindparam("model"))
    query = (
        select(_place(table).label("place"), EMBEDDING.c.id, EMBEDDING.c.vector)
        .join(EMBEDDING, own)
        .outerjoin(VECTOR_PLACE, and_(p.place == _place(table), p.embedding_id == EMBEDDING.c.id))
        .where(within(table), p.embedding_id.is_(None), searched(table))
        .limit(AT_ONCE)
    )
    return query.where(in_json(table.c.content_hash, "hashes")) if some else query


@cache
def _left(table: Table) -> Select[*tuple[Any, ...]]:
    """Vectors that are searched where no text of the table is any more."""
    p = VECTOR_PLACE.c
    there = exists().where(
        table.c.content_hash == EMBEDDING.c.content_hash, p.place == _place(table), searched(table)
    )
    return (
        select(p.embedding_id, p.place)
        .join(EMBEDDING, EMBEDDING.c.id == p.embedding_id)
        .where(p.place >= bindparam("first"), p.place < bindparam("last"), ~there)
        .limit(AT_ONCE)
    )


def place_vectors(
    connection: Connection, model: str, hashes: str | None = None, since: Since = WHOLE
) -> bool:
    """Let vectors of a model be found where their texts are; whether any was not.

    ``hashes`` are the content hashes of the texts to look at, as a JSON array; without them some hundred of all.
    """
    asked = {"model": model, "hashes": hashes, **WHOLE}
    found = {
        table: connection.execute(_unplaced(table, some=hashes is not None), asked).all()
        for table in tables_in(since)
    }
    rows = {(row.place, row.id): row for some in found.values() for row in some}
    marks = [{"place": p, "embedding_id": n, "bits": signs(row.vector)} for (p, n), row in rows.items()]
    if marks:
        connection.execute(VECTOR_PLACE.insert(), marks)
        _count(connection, [place for place, _ in rows], 1)
    return bool(marks)


def _count(connection: Connection, found: Sequence[str], sign: int) -> None:
    """Keep the totals of the places of records, by which :mod:`.held_bits` holds them."""
    counted = [place for place in found if place.startswith(f"{MEMORY_ITEM.name} ")]
    postings.count(connection, [(postings.base_of(place), 0, b"") for place in counted], sign)


def is_behind(connection: Connection, model: str, since: Since = WHOLE) -> bool:
    """Whether a vector is not searched where its text is, or is where it is no more."""
    asked = {"model": model, "hashes": None, **since}
    whole = {MEMORY_ITEM: since["records"], EPISODE: since["after"] == 0}
    return any(
        connection.execute(_unplaced(table, some=False), asked).first()
        or (whole[table] and connection.execute(_left(table), _range(table, model)).first())
        for table in tables_in(since)
    )


def catch_up(connection: Connection, model: str) -> bool:
    """Bring places up to date, some hundred vectors at once; whether that was all."""
    for table in OWNERS:
        gone = connection.execute(_left(table), _range(table, model)).all()
        remove(connection, [row.embedding_id for row in gone], {row.place for row in gone})
    return not place_vectors(connection, model)


def _range(table: Table, model: str) -> dict[str, str]:
    first = place_of(table, model, None)
    return {"model": model, "first": first, "last": f"{first}\U0010ffff"}


def remove(connection: Connection, numbers: Sequence[int], places: set[str] | None = None) -> None:
    """Let vectors, by their ids, be found in these places, or in any, no more."""
    p = VECTOR_PLACE.c
    for batch in batches(numbers):
        where = [p.embedding_id.in_(batch)] + ([] if places is None else [p.place.in_(places)])
        _count(connection, connection.scalars(select(p.place).where(*where)).all(), -1)
        connection.execute(VECTOR_PLACE.delete().where(*where))


def drop(connection: Connection, numbers: Sequence[int]) -> int:
    """Delete vectors, by their ids, with all by which they are found; returns how many."""
    remove(connection, numbers)
    return delete_in(connection, EMBEDDING.c.id, numbers)


def clear(connection: Connection, model: str) -> int:
    """Delete the vectors of a model; those of others are placed anew when they are asked for. Returns how many."""
    _count(connection, connection.scalars(select(VECTOR_PLACE.c.place)).all(), -1)
    connection.execute(VECTOR_PLACE.delete())
    return connection.execute(EMBEDDING.delete().where(EMBEDDING.c.model == model)).rowcount
