"""Memories as rows: reading, and the one way of writing, which keeps revision and lexical index in step.

All functions work inside the caller's transaction, so that a service can write memories together
with tables of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, RowMapping, Select, and_, bindparam, or_, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.index import fulltext
from underdraft.memory.items.item import MemoryItem
from underdraft.text.clean import sha256

Overruled = Callable[[str], "Select[tuple[str]]"]
"""Gives the query for ids of global memories that do not hold in a project."""

OWNER = "memory_item"
"""The name of memories in the lexical index."""

_REPLACE = MEMORY_ITEM.update().where(MEMORY_ITEM.c.id == bindparam("replaced_id"))


def to_plain(item: MemoryItem) -> dict[str, Any]:
    """The item as JSON values under its attributes' names."""
    return attrs.asdict(item, recurse=False) | {
        "evidence": list(item.evidence),
        "metadata": dict(item.metadata),
    }


def from_plain(plain: Mapping[str, Any]) -> MemoryItem:
    """The reverse of :func:`to_plain`; keys that this version does not know are ignored."""
    known = {a.name for a in attrs.fields(MemoryItem)}
    values: dict[str, Any] = {k: v for k, v in plain.items() if k in known}
    values["evidence"] = tuple(values.get("evidence", ()))
    return MemoryItem(**values)


def item_of(row: RowMapping) -> MemoryItem:
    """The item in a row of ``memory_item``."""
    values: dict[str, Any] = {a.name: row[a.name] for a in attrs.fields(MemoryItem)}
    values |= {"evidence": tuple(json.loads(row["evidence"])), "metadata": json.loads(row["metadata"])}
    return MemoryItem(**values)


def load(connection: Connection, item_id: str) -> MemoryItem | None:
    """The item of this id, deleted or not."""
    row = connection.execute(select(MEMORY_ITEM).where(MEMORY_ITEM.c.id == item_id)).mappings().first()
    return None if row is None else item_of(row)


@lru_cache(maxsize=256)  # building it takes 2 ms, running it 0.2 ms; a condition is never changed
def visible(
    project_id: str | None, document_id: str | None = None, overruled: Overruled | None = None
) -> ColumnElement[bool]:
    """The condition for what a prompt of this project and document may hold.

    Memories bound to another document are left out, and those of ``overruled``: the project's own say the
    opposite.
    """
    columns = MEMORY_ITEM.c
    scope: ColumnElement[bool] = columns.scope == "global"
    if project_id is not None:
        scope = or_(scope, and_(columns.scope == "project", columns.project_id == project_id))
        if overruled is not None:
            scope = and_(scope, columns.id.not_in(overruled(project_id)))
    document: ColumnElement[bool] = columns.document_id.is_(None)
    if document_id is not None:
        document = or_(document, columns.document_id == document_id)
    return and_(columns.deleted_at.is_(None), scope, document)


def write(
    connection: Connection, before: MemoryItem | None, after: MemoryItem, *, action: str, actor: str, at: str
) -> MemoryItem:
    """Insert or replace an item, add its revision and keep the lexical index in step; gives it with its new version.

    ``actor`` is ``"user"``, ``"learning"``, ``"import"`` or a plugin's name.
    """
    after = attrs.evolve(after, version=(before.version if before else after.version - 1) + 1)
    plain = to_plain(after)
    row = plain | {
        "content_hash": sha256(after.content),
        "evidence": packed(plain["evidence"]),
        "metadata": packed(plain["metadata"]),
    }
    if before is None:
        connection.execute(MEMORY_ITEM.insert(), row)
    else:
        connection.execute(_REPLACE, row | {"replaced_id": after.id})
    connection.execute(
        MEMORY_REVISION.insert(),
        {
            "memory_id": after.id,
            "version": after.version,
            "action": action,
            "actor": actor,
            "at": at,
            "before": None if before is None else packed(to_plain(before)),
            "after": packed(plain),
        },
    )
    live_before = before is not None and before.deleted_at is None
    if after.deleted_at is not None:
        if live_before:
            fulltext.remove(connection, OWNER, [after.id])
    elif not live_before or before is None or before.content != after.content:
        fulltext.put(connection, OWNER, after.id, after.content)
    return after


def packed(value: object) -> str:
    """The value as compact JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def index_all(connection: Connection) -> None:
    """Make the lexical index of all live memories anew."""
    live = select(MEMORY_ITEM.c.id, MEMORY_ITEM.c.content).where(MEMORY_ITEM.c.deleted_at.is_(None))
    fulltext.rebuild(connection, OWNER, [(row.id, row.content) for row in connection.execute(live)])
