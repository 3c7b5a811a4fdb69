"""Atomic memories as rows: reading, the one way of writing, duplicates and contradictions.

Two say the same when they differ in case, white space and marks only: never by similarity, which does not tell
"prefers short" from "prefers long". All functions work inside the caller's transaction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import ColumnElement, Connection, and_, or_, select

from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
from underdraft.memory.index import fulltext
from underdraft.memory.items.rows import packed
from underdraft.text.clean import folded, sha256
from underdraft.types.sessions import AtomicMemory

if TYPE_CHECKING:
    from sqlalchemy.engine import RowMapping


_MARKS = re.compile(r"[\W_]+")

OWNER = "atomic_memory"
"""The name of atomic memories in the lexical index."""


def plain_words(text: str) -> str:
    """NFKC, case folded, without white space and punctuation."""
    return _MARKS.sub("", folded(text))


def same_key(text: str) -> str:
    """Equal for statements that differ in case, white space and marks only."""
    return sha256(plain_words(text) or text)


def atomic_of(row: RowMapping) -> AtomicMemory:
    """The memory in a row of ``atomic_memory``."""
    values: dict[str, Any] = {a.name: row[a.name] for a in attrs.fields(AtomicMemory) if a.init}
    for name in ("tags", "evidence", "contradicts"):
        values[name] = tuple(json.loads(row[name]))
    return AtomicMemory(**values)


def load(connection: Connection, ids: Iterable[str]) -> dict[str, AtomicMemory]:
    """The memories of these ids, deleted or not."""
    rows = connection.execute(select(ATOMIC_MEMORY).where(ATOMIC_MEMORY.c.id.in_(list(ids)))).mappings()
    return {row["id"]: atomic_of(row) for row in rows}


@lru_cache(maxsize=256)  # the same object for the same condition: what is held by it is found again
def recallable(project_id: str | None) -> ColumnElement[bool]:
    """The condition for what a prompt of this project may hold: alive, and nothing newer says otherwise."""
    c = ATOMIC_MEMORY.c
    place: ColumnElement[bool] = c.project_id.is_(None)
    if project_id is not None:
        place = or_(place, c.project_id == project_id)
    return and_(c.deleted_at.is_(None), c.contradicted_by.is_(None), place)


def write(connection: Connection, before: AtomicMemory | None, after: AtomicMemory) -> AtomicMemory:
    """Insert or replace a memory and keep the lexical index in step; its version is set here."""
    after = attrs.evolve(after, version=before.version + 1 if before else 1)
    row = attrs.asdict(after, recurse=False, filter=lambda a, _: a.init) | {
        "content_hash": sha256(after.content),
        "same_key": same_key(after.content),
        "tags": packed(list(after.tags)),
        "evidence": packed([dict(e) for e in after.evidence]),
        "contradicts": packed(list(after.contradicts)),
    }
    if before is None:
        connection.execute(ATOMIC_MEMORY.insert().values(row))
    else:
        connection.execute(ATOMIC_MEMORY.update().where(ATOMIC_MEMORY.c.id == after.id).values(row))
    if after.deleted_at is not None:
        fulltext.remove(connection, OWNER, [after.id])
    else:
        fulltext.put(connection, OWNER, after.id, " ".join([after.content, *after.tags]))
    return after


def add(
    connection: Connection, memory: AtomicMemory, *, replaced: Sequence[AtomicMemory] = ()
) -> AtomicMemory:
    """Write a new memory, with the marks of a contradiction on both sides where there is one.

    ``replaced`` are live memories that it takes the place of, beside those that it contradicts.
    """
    against = find_contradicted(connection, memory)
    against += [other for other in replaced if other.id not in {known.id for known in against}]
    yields = memory.origin != "manual" and any(other.user_confirmed for other in against)
    written = write(
        connection,
        None,
        attrs.evolve(
            memory,
            contradicts=tuple(other.id for other in against),
            contradicted_by=next((o.id for o in against if o.user_confirmed), None) if yields else None,
        ),
    )
    for other in against:
        if not (yields and other.user_confirmed):
            write(connection, other, attrs.evolve(other, contradicted_by=memory.id))
    return written


def find_contradicted(connection: Connection, memory: AtomicMemory) -> list[AtomicMemory]:
    """Live memories that give another value to what this one gives a value to, newest first."""
    if not memory.about:
        return []
    same = [other for other in _about(connection, memory) if other.id != memory.id]
    return [other for other in same if plain_words(other.value) != plain_words(memory.value)]


def live_with_content(connection: Connection, project_id: str | None, content: str) -> list[AtomicMemory]:
    """Recallable memories of the project, or of all, with just this content."""
    if not content:
        return []
    rows = connection.execute(
        select(ATOMIC_MEMORY).where(recallable(project_id), ATOMIC_MEMORY.c.content == content)
    )
    return [atomic_of(row) for row in rows.mappings()]


def find_replaced(connection: Connection, memory: AtomicMemory) -> list[AtomicMemory]:
    """What the memory took the place of although both name no value: an edit of it does not bring that back."""
    older = load(connection, memory.contradicts).values()
    return [other for other in older if other.contradicted_by == memory.id and not other.about]


def free_contradicted(connection: Connection, gone_id: str) -> None:
    """A memory is gone or says something else now: what it contradicted is free again."""
    freed = select(ATOMIC_MEMORY).where(ATOMIC_MEMORY.c.contradicted_by == gone_id)
    for row in connection.execute(freed).mappings().all():
        other = atomic_of(row)
        write(connection, other, attrs.evolve(other, contradicted_by=None))


def find_twin(connection: Connection, memory: AtomicMemory) -> AtomicMemory | None:
    """A memory, deleted ones included, that says the same in the same project or for all projects."""
    c = ATOMIC_MEMORY.c
    place = or_(c.project_id.is_(None), is_value(c.project_id, memory.project_id))
    same = select(ATOMIC_MEMORY).where(c.same_key == same_key(memory.content), place)
    # One that was overruled meanwhile and is said again counts as new.
    same = same.where(c.contradicted_by.is_(None)).order_by(c.deleted_at.is_not(None), c.id).limit(1)
    row = connection.execute(same).mappings().first()
    if row is not None:
        return atomic_of(row)
    if not memory.about:
        return None
    equal = plain_words(memory.value)
    alike = (
        o for o in _about(connection, memory) if plain_words(o.value) == equal and o.contradicted_by is None
    )
    return next(alike, None)


def _about(connection: Connection, memory: AtomicMemory) -> Sequence[AtomicMemory]:
    c = ATOMIC_MEMORY.c
    rows = connection.execute(
        select(ATOMIC_MEMORY)
        .where(c.about == memory.about, is_value(c.project_id, memory.project_id))
        .where(c.deleted_at.is_(None))
        .order_by(c.timestamp.desc(), c.id)
    )
    return [atomic_of(row) for row in rows.mappings()]


def index_all(connection: Connection) -> None:
    """Make the lexical index of all live atomic memories anew."""
    live = select(ATOMIC_MEMORY).where(ATOMIC_MEMORY.c.deleted_at.is_(None))
    memories = [atomic_of(row) for row in connection.execute(live).mappings()]
    fulltext.rebuild(connection, OWNER, ((m.id, " ".join([m.content, *m.tags])) for m in memories))
