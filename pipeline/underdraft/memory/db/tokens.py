"""Bearer tokens of the writers of a shared store: made, listed, taken back, and recognised by their hash."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import attrs
from sqlalchemy import Column, ScalarSelect, delete, func, select

from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.db.choose_backend import checked_writer
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.text.clean import sha256

SHOWN = 12
"""Characters of a token's hash that name it."""


@attrs.frozen(kw_only=True)
class WriterToken:
    """A token that was given out; itself it is kept nowhere."""

    id: Annotated[str, "The beginning of the token's hash."]
    writer: str
    created_at: str


def add_token(database: Database, writer: str) -> str:
    """A fresh token for a writer, shown once.

    Raises:
        InvalidArgument: The store is a file, which has one writer.
    """
    _check_shared(database)
    token = secrets.token_urlsafe(32)
    row = {"sha256": sha256(token), "owner": checked_writer(writer), "created_at": database.clock()}
    generation = func.coalesce(_generation_of(writer), 0)
    with database.write() as connection:
        connection.execute(WRITER_TOKEN.insert().values(row | {"generation": generation}))
    return token


def list_tokens(database: Database) -> tuple[WriterToken, ...]:
    """The tokens of all writers."""
    _check_shared(database)
    c = WRITER_TOKEN.c
    with database.read() as connection:
        rows = connection.execute(select(WRITER_TOKEN).order_by(c.owner, c.created_at, c.sha256)).all()
    return tuple(WriterToken(id=r.sha256[:SHOWN], writer=r.owner, created_at=r.created_at) for r in rows)


def remove_token(database: Database, id_: str) -> None:
    """Take a token back; it is of no use from the next request on.

    Raises:
        NotFound: None, or more than one, begins like this.
    """
    _check_shared(database)
    with database.write() as connection:
        hashes = connection.scalars(select(WRITER_TOKEN.c.sha256)).all()
        found = [known for known in hashes if id_ and known.startswith(id_)]
        if len(found) != 1:
            raise NotFound("id: there is no such token", details={"field": "id"})
        connection.execute(delete(WRITER_TOKEN).where(WRITER_TOKEN.c.sha256 == found[0]))


def writer_of(database: Database, token: str) -> str | None:
    """Return the writer of a token, or ``None`` for an unknown token."""
    c = WRITER_TOKEN.c
    current = c.generation == func.coalesce(_generation_of(c.owner), 0)
    known = select(c.owner).where(c.sha256 == sha256(token), current)
    with database.read() as connection:
        return connection.scalar(known)


def _generation_of(writer: str | Column[Any]) -> ScalarSelect[Any]:
    """Select the generation of a writer; none before the writer's first row."""
    return select(KNOWN_WRITER.c.generation).where(KNOWN_WRITER.c.owner == writer).scalar_subquery()


def _check_shared(database: Database) -> None:
    if not database.shared:
        raise InvalidArgument("store: a store in a file has one writer, and the service one token")
