"""Bearer tokens for a service over a store: made, listed, taken back, and recognised by their hash."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, Self

from sqlalchemy import Column, ScalarSelect, delete, func, select

from underdraft.errors import NotFound, StoreError
from underdraft.memory.db.choose_backend import checked_writer
from underdraft.memory.db.database import Database
from underdraft.memory.db.jobs import later
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.text.clean import sha256
from underdraft.types.copies import copied
from underdraft.types.model_call import MemoryUse
from underdraft.types.values import frozen

MINUTE = len("2026-01-01T00:00")
"""Characters of a time that tell the minute."""

SHOWN = 12
"""Characters of a token's hash that name it."""


@frozen(kw_only=True)
class WriterToken:
    """A token that was given out; itself it is kept nowhere."""

    id: Annotated[str, "The beginning of the token's hash."]
    writer: str
    created_at: str
    projects: Annotated[tuple[str, ...] | None, "The projects that it is for; null: all of the writer's."]
    read_only: bool
    expires_at: str | None
    used_at: Annotated[str | None, "When it was last used, to the minute."]
    memory: Annotated[MemoryUse, "What chats with it see of the writer's memory."]

    @classmethod
    def of(cls, row: Any) -> Self:
        """The token of a row of the table."""
        projects = None if row.projects is None else tuple(json.loads(row.projects))
        return copied(cls, row, id=row.sha256[:SHOWN], writer=row.owner, projects=projects)


def add_token(
    database: Database,
    writer: str,
    *,
    projects: Sequence[str] = (),
    read_only: bool = False,
    days: int | None = None,
    memory: MemoryUse = "on",
) -> str:
    """A fresh token for a writer, shown once: for some projects or all, for reading alone or not, for some days or ever.

    In a file, which has one writer, ``writer`` is only a name for the token. One whose ``memory`` is not ``on`` is for chats alone.

    Raises:
        StoreError: The database's role may not write tokens (``permission``).
    """
    token = secrets.token_urlsafe(32)
    now = database.clock()
    row = {
        "sha256": sha256(token),
        "owner": checked_writer(writer),
        "created_at": now,
        "read_only": read_only,
        "memory": memory,
    }
    row |= {"projects": json.dumps(sorted(projects)) if projects else None}
    row |= {"expires_at": None if days is None else later(now, days * 86_400)}
    generation = func.coalesce(_generation_of(writer), 0)
    with database.write() as connection:
        connection.execute(WRITER_TOKEN.insert().values(row | {"generation": generation}))
    return token


def list_tokens(database: Database) -> tuple[WriterToken, ...]:
    """The tokens of all writers."""
    c = WRITER_TOKEN.c
    with database.read() as connection:
        rows = connection.execute(select(WRITER_TOKEN).order_by(c.owner, c.created_at, c.sha256)).all()
    return tuple(map(WriterToken.of, rows))


def remove_token(database: Database, id_: str) -> None:
    """Take a token back; it is of no use from the next request on.

    Raises:
        NotFound: None, or more than one, begins like this.
    """
    with database.write() as connection:
        hashes = connection.scalars(select(WRITER_TOKEN.c.sha256)).all()
        found = [known for known in hashes if id_ and known.startswith(id_)]
        if len(found) != 1:
            raise NotFound("id: there is no such token", details={"field": "id"})
        connection.execute(delete(WRITER_TOKEN).where(WRITER_TOKEN.c.sha256 == found[0]))


def token_of(database: Database, token: str) -> WriterToken | None:
    """Return what is known of a token and note its use; ``None`` for one that is unknown, or no longer holds."""
    c, now = WRITER_TOKEN.c, database.clock()
    current = c.generation == func.coalesce(_generation_of(c.owner), 0)
    holds = current & (c.expires_at.is_(None) | (c.expires_at > now))
    with database.read() as connection:
        row = connection.execute(select(WRITER_TOKEN).where(c.sha256 == sha256(token), holds)).first()
    if row is not None and (row.used_at or "")[:MINUTE] != now[:MINUTE]:
        with suppress(StoreError), database.write(patient=False) as connection:
            connection.execute(WRITER_TOKEN.update().where(c.sha256 == row.sha256).values(used_at=now))
    return None if row is None else WriterToken.of(row)


def _generation_of(writer: str | Column[Any]) -> ScalarSelect[Any]:
    """Select the generation of a writer; none before the writer's first row."""
    return select(KNOWN_WRITER.c.generation).where(KNOWN_WRITER.c.owner == writer).scalar_subquery()
