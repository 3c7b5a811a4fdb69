"""The area of the indexes: words go with their rows, vectors and how they are found once nobody has their text."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, select, union

from underdraft.memory.areas.area import Area
from underdraft.memory.areas.steps import PurgeStep
from underdraft.memory.db.schema.recall import EMBEDDING, POSTING, RECORD_WORDS, VECTOR_PLACE
from underdraft.memory.index import places
from underdraft.memory.index.vectors import OWNERS


def nobodys() -> ColumnElement[bool]:
    """The condition for vectors whose text is nowhere."""
    return EMBEDDING.c.content_hash.not_in(union(*(select(table.c.content_hash) for table in OWNERS)))


def plan_orphans(connection: Connection) -> list[PurgeStep]:
    """Vectors whose text is nowhere any more."""
    lost = connection.scalars(select(EMBEDDING.c.content_hash).where(nobodys()).distinct())
    return [PurgeStep(kind="vector", rows=[(key, None) for key in lost], write=delete_vectors)]


def delete_vectors(connection: Connection, hashes: Sequence[str]) -> None:
    """Remove the vectors of some texts, unless a text has come back meanwhile."""
    lost = select(EMBEDDING.c.id).where(EMBEDDING.c.content_hash.in_(hashes), nobodys())
    places.drop(connection, connection.scalars(lost).all())


INDEX = Area(follow=(EMBEDDING,), local=(RECORD_WORDS, VECTOR_PLACE, POSTING), orphans=plan_orphans)
