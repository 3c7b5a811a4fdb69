"""Records as rows: reading, and the one way of writing, which keeps revision and lexical index in step.

All functions work inside the caller's transaction, so that a service can write records together
with tables of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

import attrs
from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    and_,
    bindparam,
    literal_column,
    or_,
    select,
)

from underdraft.memory.db.dialect import delete_in, is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.index import postings
from underdraft.memory.notes.record import ACTIVE, MemoryItem, in_state
from underdraft.memory.sections import RULES, SECTIONS, sections_where
from underdraft.memory.settings import privacy_enabled
from underdraft.text.clean import abstract, plain_words, sha256
from underdraft.types.copies import copied
from underdraft.types.values import frozen

Overruled = Callable[[str], "Select[tuple[str]]"]
"""Gives the query for ids of global memories that do not hold in a project."""

LISTS = ("evidence", "tags", "replaces")
"""Attributes that are kept as JSON arrays."""

TEXTS = ("content", "about", "value")
"""Attributes that hold words of the writer's."""

NAMES = tuple(a.name for a in attrs.fields(MemoryItem))

_REPLACE = MEMORY_ITEM.update().where(MEMORY_ITEM.c.id == bindparam("replaced_id"))


@frozen(kw_only=True)
class Revision:
    """One write to a record; ``before`` is ``None`` when it was created."""

    version: int
    action: str
    actor: str
    at: str
    before: MemoryItem | None
    after: MemoryItem


def to_plain(item: MemoryItem) -> dict[str, Any]:
    """The item as JSON values under its attributes' names."""
    lists = {name: list(getattr(item, name)) for name in LISTS}
    return attrs.asdict(item, recurse=False) | lists | {"metadata": dict(item.metadata)}


def from_plain(plain: Mapping[str, Any]) -> MemoryItem:
    """The reverse of :func:`to_plain`; keys that this version does not know are ignored."""
    values: dict[str, Any] = {k: v for k, v in plain.items() if k in NAMES}
    values |= {name: tuple(values.get(name, ())) for name in LISTS}
    return MemoryItem(**values)


def item_of(row: RowMapping) -> MemoryItem:
    """The item in a row of ``memory_item``."""
    values: dict[str, Any] = {name: row[name] for name in NAMES}
    values |= {name: tuple(json.loads(row[name])) for name in LISTS}
    return MemoryItem(**values | {"metadata": json.loads(row["metadata"])})


def items_in(connection: Connection, query: Select[Any]) -> list[MemoryItem]:
    """The items that a query selects."""
    return [item_of(row) for row in connection.execute(query).mappings()]


def read_rules(connection: Connection, project_id: str | None) -> list[MemoryItem]:
    """Read a project's rules in all states, by scene and time: new evidence moves none of them."""
    c = MEMORY_ITEM.c
    mine = select(MEMORY_ITEM).where(c.section == RULES, is_value(c.project_id, project_id))
    return sorted(items_in(connection, mine), key=lambda item: (item.scene or "", item.created_at, item.id))


def load(connection: Connection, item_id: str) -> MemoryItem | None:
    """The item of this id, deleted or not."""
    return load_all(connection, [item_id]).get(item_id)


def load_all(connection: Connection, ids: Iterable[str]) -> dict[str, MemoryItem]:
    """The items of these ids, deleted or not."""
    named = select(MEMORY_ITEM).where(MEMORY_ITEM.c.id.in_(list(ids)))
    return {item.id: item for item in items_in(connection, named)}


def same_key(text: str) -> str:
    """Equal for statements that differ in case, white space and marks only."""
    return sha256(plain_words(text) or text)


def visible(
    project_id: str | None, document_id: str | None = None, overruled: Overruled | None = None
) -> ColumnElement[bool]:
    """Return the condition for records that layer 2 of this project and document may list.

    Memories bound to another document are left out, and those of ``overruled``: the project's own say the
    opposite.
    """
    return in_sections(
        sections_where(lambda one: one.injected), (ACTIVE,), project_id, document_id, overruled
    )


def recallable(
    project_id: str | None, document_id: str | None = None, overruled: Overruled | None = None
) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for records that a prompt of this project and document may recall, one a section."""
    recalled = [one for one in SECTIONS.values() if one.recalled]
    where = (project_id, document_id, overruled)
    return tuple(
        in_sections((one.name,), (ACTIVE,), *(where if one.injected else (project_id, None, None)))
        for one in recalled
    )


@lru_cache(maxsize=256)  # building it takes 2 ms, running it 0.2 ms; the same object for the same condition
def in_sections(
    sections: tuple[str, ...],
    states: tuple[str, ...],
    project_id: str | None,
    document_id: str | None,
    overruled: Overruled | None,
) -> ColumnElement[bool]:
    """Return the condition for records of these sections and states that hold for a project and a document."""
    c = MEMORY_ITEM.c
    place: ColumnElement[bool] = c.project_id.is_(None)
    if project_id is not None:
        place = or_(place, c.project_id == project_id)
        if overruled is not None:
            place = and_(place, c.id.not_in(overruled(project_id)))
    document: ColumnElement[bool] = c.document_id.is_(None)
    if document_id is not None:
        document = or_(document, c.document_id == document_id)
    # Words of the engine's own, which are no parameters: a list of those is put together anew each time.
    known = [
        column.in_([literal_column(f"'{word}'") for word in words])
        for column, words in (
            (c.section, sections),
            (c.state, states),
        )
    ]
    return and_(*known, place, document)


def write(
    connection: Connection, before: MemoryItem | None, after: MemoryItem, *, action: str, actor: str, at: str
) -> MemoryItem:
    """Insert or replace an item, add its revision and keep the lexical index in step; gives it with its new version.

    ``actor`` is ``"user"``, ``"learning"``, ``"extraction"``, ``"import"`` or a plugin's name.
    """
    after = attrs.evolve(in_state(after), version=(before.version if before else after.version - 1) + 1)
    plain = to_plain(after)
    row = plain | {name: packed(plain[name]) for name in (*LISTS, "metadata")}
    row |= {"content_hash": after.content_hash, "same_key": same_key(after.content)}
    if before is None:
        connection.execute(MEMORY_ITEM.insert(), row)
    else:
        connection.execute(_REPLACE, row | {"replaced_id": after.id})
    past = None if before is None else to_plain(before)
    if past is not None and privacy_enabled(connection):
        same = [name for name in TEXTS if plain[name] == past[name]]
        past, plain = without_texts(past, same), without_texts(plain, same)
    connection.execute(
        MEMORY_REVISION.insert(),
        {
            "memory_id": after.id,
            "version": after.version,
            "action": action,
            "actor": actor,
            "at": at,
            "before": None if past is None else packed(past),
            "after": packed(plain),
        },
    )
    was, now = (() if one is None else _texts([one]) for one in (before, after))
    if was != now:
        postings.remove(connection, [one[0] for one in was])
        postings.put(connection, now)
    return after


def _texts(items: Iterable[MemoryItem]) -> list[postings.Text]:
    """The texts of items for the index of words."""
    return [(item.id, item.project_id, item.indexed) for item in items if item.indexed is not None]


def without_texts(plain: Mapping[str, Any], same: Collection[str]) -> dict[str, Any]:
    """An item's values for a revision in privacy mode: an earlier one has the same texts, which are not written again."""
    bare: dict[str, Any] = {name: {"$sha256": sha256(plain[name])} for name in same if plain[name]}
    return {**plain, **bare} | ({"evidence": abstract(plain["evidence"])} if "content" in same else {})


def revisions(connection: Connection, item_id: str) -> tuple[Revision, ...]:
    """A record's revisions, oldest first."""
    rows = connection.execute(
        select(MEMORY_REVISION).where(MEMORY_REVISION.c.memory_id == item_id).order_by(MEMORY_REVISION.c.seq)
    ).all()
    plain = [json.loads(packed) for row in rows for packed in (row.before, row.after) if packed]
    if (current := load(connection, item_id)) is not None:
        plain.append(to_plain(current))
    said = [one[name] for one in plain for name in TEXTS if isinstance(one.get(name), str)]
    texts = {sha256(text): text for text in said}

    def item(packed: str | None) -> MemoryItem | None:
        if packed is None:
            return None
        one = json.loads(packed)
        for name in TEXTS:
            if isinstance(one.get(name), dict):  # privacy mode was on: an earlier revision has the text
                one[name] = texts.get(one[name]["$sha256"], "")
        return from_plain(one)

    return tuple(copied(Revision, row, before=item(row.before), after=item(row.after)) for row in rows)


def note_figures(connection: Connection, item: MemoryItem) -> None:
    """Keep what the engine has counted anew (confidence, evidence, metadata), which is no new version."""
    plain = to_plain(item)
    figures = {name: packed(plain[name]) for name in ("evidence", "metadata")}
    mine = MEMORY_ITEM.update().where(MEMORY_ITEM.c.id == item.id)
    connection.execute(mine.values(confidence=item.confidence, **figures))


def remove(connection: Connection, ids: Collection[str]) -> None:
    """Remove records with their past and their words."""
    postings.remove(connection, ids)
    for column in (MEMORY_REVISION.c.memory_id, MEMORY_ITEM.c.id):
        delete_in(connection, column, ids)


def packed(value: object) -> str:
    """The value as compact JSON with sorted keys."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def index_all(connection: Connection) -> None:
    """Make the lexical index of all live records anew."""
    live = select(MEMORY_ITEM).where(MEMORY_ITEM.c.deleted_at.is_(None))
    postings.put_all(connection, _texts(map(item_of, connection.execute(live).mappings())))
