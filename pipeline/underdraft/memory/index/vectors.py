"""Vectors in the store, keyed by model and content; :mod:`.nearest` compares them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    Table,
    and_,
    bindparam,
    func,
    null,
    select,
    true,
    union_all,
)

from underdraft.memory import log
from underdraft.memory.db.dialect import in_json, insert_missing, on_server
from underdraft.memory.db.schema import NUMBER
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.vector_type import halved
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.sections import sections_where
from underdraft.types.memory import with_cues

OWNERS: tuple[Table, ...] = (MEMORY_ITEM, EPISODE)
"""Tables with ``content``, a text that is recalled by meaning, and ``content_hash``."""


def wanting(table: Table) -> ColumnElement[bool]:
    """Return the condition for rows of a table that need a vector."""
    if table is EPISODE:
        return true()
    c = MEMORY_ITEM.c
    recalled = sections_where(lambda one: one.recalled)
    return c.state.in_(("active", "outdated")) & c.section.in_(recalled)


Since = Mapping[str, int]
"""The texts to look at: whether ``records``, 0 or 1, and the episodes whose number is ``after`` one."""

WHOLE: Since = {"records": 1, "after": 0}
"""All of them."""


def tables_in(since: Since) -> tuple[Table, ...]:
    """The tables that hold texts to look at."""
    return OWNERS if since["records"] else (EPISODE,)


def within(table: Table) -> ColumnElement[bool]:
    """Return the condition for rows of the texts to look at, which are bound."""
    if table is EPISODE:
        return EPISODE.c.seq > bindparam("after", type_=NUMBER)
    return bindparam("records", type_=Integer) == 1


def load_extension(connection: Connection) -> None:
    """Make sqlite-vec's functions known to this connection, or fail with ``SQLITE_VEC_UNAVAILABLE``.

    A server has pgvector, or the store would not have been opened.
    """
    if on_server(connection):
        return
    record = connection.connection.record_info
    if record is not None and record.get("sqlite_vec"):
        return
    raw: Any = connection.connection.driver_connection
    try:
        import sqlite_vec  # late: it may be missing, and then recall compares words

        raw.enable_load_extension(True)
        try:
            sqlite_vec.load(raw)
        finally:
            raw.enable_load_extension(False)
    except Exception as error:
        log.info("sqlite-vec cannot be loaded: %s", type(error).__name__)
        raise EmbedderFault(
            "SQLITE_VEC_UNAVAILABLE", f"sqlite-vec cannot be loaded ({type(error).__name__})"
        ) from error
    if record is not None:
        record["sqlite_vec"] = True


def check_dimension(connection: Connection, model: str, dimension: int) -> bool:
    """See that the vectors of the model have the length that it has now, else ``DIMENSION_CONFLICT``; whether there are any.

    Any of them tells, since none of another length is added.
    """
    found = connection.scalar(_DIMENSION, {"model": model})
    if found not in {dimension, None}:
        raise other_length()
    return found is not None


def any_vector(connection: Connection) -> bool:
    """Whether there is a vector of any model."""
    return connection.scalar(select(EMBEDDING.c.id).limit(1)) is not None


_DIMENSION = select(EMBEDDING.c.dimension).where(EMBEDDING.c.model == bindparam("model")).limit(1)


def other_length() -> EmbedderFault:
    """The fault of an index that another embedder of the same name has made."""
    return EmbedderFault(
        "DIMENSION_CONFLICT", "the index holds vectors of another length than the embedder gives now"
    )


def pending(
    connection: Connection, model: str | None, limit: int, since: Since = WHOLE
) -> tuple[list[tuple[str, str]], bool]:
    """``(content_hash, text)`` of live texts that have no vector of this model, or of any, yet; whether that is all."""
    asked = {"model": model, "limit": limit, **since}
    rows = connection.execute(_pending(of_model=model is not None), asked).all()
    texts = {row[0]: with_cues(row[1], json.loads(row[2] or "[]")) for row in rows}
    return list(texts.items()), len(rows) < limit


@cache
def _pending(*, of_model: bool) -> Select[str, str, str]:
    """The statement: putting it together costs more than running it."""
    parts = []
    for table in OWNERS:
        same = [EMBEDDING.c.content_hash == table.c.content_hash]
        same += [EMBEDDING.c.model == bindparam("model", type_=String)] if of_model else []
        tags = table.c.tags if table is MEMORY_ITEM else null()
        texts = select(
            table.c.content_hash.label("content_hash"), table.c.content.label("content"), tags.label("tags")
        )
        lacking = (within(table), EMBEDDING.c.id.is_(None), wanting(table))
        parts.append(texts.outerjoin(EMBEDDING, and_(*same)).where(*lacking))
    found = union_all(*parts).subquery()
    return select(found.c.content_hash, found.c.content, found.c.tags).limit(
        bindparam("limit", type_=Integer)
    )


def coverage(connection: Connection, model: str) -> tuple[int, int]:
    """Return how many live texts there are, and how many of them have a vector of this model."""
    total = ready = 0
    for table in OWNERS:
        same = and_(EMBEDDING.c.content_hash == table.c.content_hash, EMBEDDING.c.model == model)
        counted = (
            select(func.count(), func.count(EMBEDDING.c.id))
            .select_from(table.outerjoin(EMBEDDING, same))
            .where(wanting(table))
        )
        row = connection.execute(counted).one()
        total, ready = total + row[0], ready + row[1]
    return total, ready


def save(connection: Connection, hashes: Collection[str], vectors: Vectors) -> None:
    """Keep vectors of texts, by their content hashes; those that another process has kept meanwhile stay as they are."""
    same = {"model": vectors.model, "dimension": vectors.dimension}
    rows: list[Mapping[str, object]] = [
        {**same, "content_hash": key, "vector": halved(blob)}
        for key, blob in zip(hashes, vectors.blobs, strict=True)
    ]
    insert_missing(connection, EMBEDDING, rows)


def stored(connection: Connection, model: str, hashes: Sequence[str]) -> Sequence[Any]:
    """The rows of the texts that have a vector of a model, with ``content_hash`` and ``vector``."""
    return connection.execute(_STORED, {"model": model, "hashes": json.dumps(list(hashes))}).all()


_STORED = select(EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(
    EMBEDDING.c.model == bindparam("model"), in_json(EMBEDDING.c.content_hash, "hashes")
)
