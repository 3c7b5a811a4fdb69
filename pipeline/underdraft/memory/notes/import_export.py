"""All that is remembered as JSON lines, out and in again: nobody is locked in, and a second import changes nothing.

A line is ``{"kind": "memory", "id", "type", "scope", "content", ...}`` in camelCase; only ``content`` is required, so that
lists from elsewhere can be taken in. Facts and rules have their ``section``; a line without one is a memory. The writer's
profile is a line ``{"kind": "profile", "markdown", "updatedAt"}``; what was noted in it follows as records.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.boundary.shape import json_key
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import UserMemory, existing
from underdraft.memory.notes.profile import MARKDOWN_MAXIMUM, as_noted, read_own, show, take_in_document
from underdraft.memory.notes.record import (
    ACTIVE,
    GONE,
    MemoryItem,
    check_item,
    in_state,
)
from underdraft.memory.notes.replacing import Opposed, mark
from underdraft.memory.notes.rows import LISTS, item_of, load, packed, to_plain, write
from underdraft.memory.settings import privacy_enabled
from underdraft.project.files import DiskFiles, decoded
from underdraft.project.source_files import SourceFiles
from underdraft.text.clean import abstract, canonical_text
from underdraft.types.checks import check_length, refuse
from underdraft.types.sessions import Profile
from underdraft.types.values import frozen

KIND, PROFILE_KIND = "memory", "profile"
VERSION_MAXIMUM = 1_000_000_000
"""Largest version that a line may bring: every later write adds one."""

BATCH = 200
"""Memories a transaction: other processes get their turn in between."""

SUFFIX = ".jsonl"
BYTES_MAXIMUM = 200_000_000
OWNER_ONLY = 0o600

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\Z")


@frozen(kw_only=True)
class Imported:
    """The result of an import: memories made, changed by a newer line, and left as they were."""

    created: int
    updated: int
    unchanged: int


def export_lines(database: Database, project_id: str | None, *, everywhere: bool = False) -> Iterator[str]:
    """Yield the profile, then one line a record in the order of writing, deleted ones too; a project's and the global, or all."""
    c = MEMORY_ITEM.c
    conditions = () if everywhere else (or_(c.scope == "global", c.project_id == project_id),)
    with database.read() as connection:
        own = read_own(connection)
        if own.markdown:
            line = {"kind": PROFILE_KIND, "markdown": own.markdown, "updatedAt": own.updated_at}
            yield packed(line)
        for row in connection.execute(as_noted(*conditions)).mappings():
            plain = to_plain(item_of(row))
            yield packed({"kind": KIND} | {json_key(name): plain[name] for name in FIELDS})


def import_lines(
    records: UserMemory, lines: Iterable[str], project_id: str | None = None, *, everywhere: bool = False
) -> Imported:
    """Take in what :func:`export_lines` gave, or any lines with ``content``.

    All lines are checked before the first is written. A memory that is here already changes only when the line
    is newer. Writing goes in batches: after a failure the same import finishes the rest. An error names the
    number of the first malformed line; then nothing is written.

    Args:
        records: The store's.
        lines: One JSON object each.
        project_id: Memories that are here already must be this project's or global.
        everywhere: They may be any project's.
    """
    database = records.database
    now = database.clock()
    given = {number: read_line(line, number, now) for number, line in enumerate(lines, 1) if line.strip()}
    items = {number: one for number, one in given.items() if isinstance(one, MemoryItem)}
    if not everywhere:
        check_lines(database, items, project_id)
    counts = {"created": 0, "updated": 0, "unchanged": 0}
    for profile in (one for one in given.values() if isinstance(one, Profile)):
        with database.write() as connection:
            counts[take_in_document(connection, profile, now)] += 1
    ordered = list(items.values())
    for start in range(0, len(ordered), BATCH):
        with database.write() as connection:
            bare = privacy_enabled(connection)
            for item in ordered[start : start + BATCH]:
                kept = attrs.evolve(item, evidence=tuple(abstract(item.evidence))) if bare else item
                counts[take_in(connection, kept, now, records.opposed)] += 1
            show(connection, actor="import", at=now)
    records.written()
    return Imported(**counts)


def check_lines(database: Database, items: Mapping[int, MemoryItem], project_id: str | None) -> None:
    """See that no line would change another project's memory.

    Raises:
        NotFound: One would.
    """
    c = MEMORY_ITEM.c
    foreign = select(c.id).where(c.project_id.is_not(None), c.project_id.is_distinct_from(project_id))
    with database.read() as connection:
        found = select_in(connection, foreign, c.id, [item.id for item in items.values()])
        for number, item in items.items():
            if item.id in found and changes(existing(connection, item.id), item):
                raise NotFound(f"line {number}: id: there is no such memory here", details={"line": number})


def take_in(connection: Connection, item: MemoryItem, now: str, opposed: Opposed) -> str:
    """Write one memory unless the store's own is as new; the name of the count that it adds to."""
    before = load(connection, item.id)
    if before is not None and not changes(before, item):
        return "unchanged"
    against = list(opposed(connection, item)) if item.state == ACTIVE else []
    item = attrs.evolve(item, replaces=tuple(dict.fromkeys([*item.replaces, *(o.id for o in against)])))
    if before is not None:
        item = attrs.evolve(item, **{name: getattr(before, name) for name in NOT_TAKEN})
    write(connection, before, item, action="import", actor="import", at=now)
    mark(connection, against, item.id, actor="import", at=now)
    return "created" if before is None else "updated"


def changes(before: MemoryItem, item: MemoryItem) -> bool:
    """Whether a line's memory is other than the store's, and newer."""
    given = ("version", "created_at", "updated_at", "said_at", *NOT_TAKEN)
    same = attrs.evolve(in_state(item), **{name: getattr(before, name) for name in given})
    return same != before and (item.updated_at, item.version) > (before.updated_at, before.version)


def read_line(line: str, number: int, now: str) -> MemoryItem | Profile:
    """Read the record or the profile on a line; errors name the number, from 1, and ``now`` is for lines without a time."""
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidArgument(f"line {number}: expected JSON", details={"line": number}) from None
    kind = plain.get("kind", KIND) if isinstance(plain, Mapping) else None
    if kind not in (KIND, PROFILE_KIND):
        raise InvalidArgument(f"line {number}: expected a memory or a profile", details={"line": number})
    try:
        return read_item(plain, now) if kind == KIND else read_document(plain, now)
    except InvalidArgument as error:
        raise InvalidArgument(f"line {number}: {error.message}", details={"line": number}) from None
    except TypeError:
        raise InvalidArgument(
            f"line {number}: content: required field is missing", details={"line": number}
        ) from None


def read_item(plain: Mapping[str, Any], now: str) -> MemoryItem:
    """Read a record; a missing content is a ``TypeError``."""
    values: dict[str, Any] = {name: plain[json_key(name)] for name in FIELDS if json_key(name) in plain}
    values |= {name: tuple(values[name]) for name in LISTS if isinstance(values.get(name), list)}
    values = {"type": "note", "scope": "project" if values.get("project_id") else "global"} | values
    if values.get("origin", "manual") == "manual":
        values.setdefault("source", "imported")
    set_times(values, now)
    values.setdefault("id", id_of(values))
    item = MemoryItem(**values)
    check_item(item)
    return item


def read_document(plain: Mapping[str, Any], now: str) -> Profile:
    """Read the writer's own part of the profile."""
    markdown, at = plain.get("markdown"), plain.get("updatedAt", now)
    if not isinstance(markdown, str):
        refuse("markdown", "a text")
    check_time("updatedAt", at)
    clean = canonical_text(markdown).strip()
    check_length("markdown", clean, MARKDOWN_MAXIMUM)
    return Profile(markdown=clean, updated_at=at)


def set_times(values: dict[str, Any], now: str) -> None:
    """Fill in the times and the version, and refuse malformed ones."""
    values.setdefault("created_at", now)
    values.setdefault("updated_at", values["created_at"])
    values.setdefault("said_at", values["created_at"])
    if values.get("state") in GONE:
        values.setdefault("deleted_at", values["updated_at"])
    for name in ("created_at", "updated_at", "said_at", "deleted_at"):
        value = values.get(name)
        if value is not None or name != "deleted_at":
            check_time(json_key(name), value)
    version = values.setdefault("version", 1)
    if type(version) is not int or not 1 <= version <= VERSION_MAXIMUM:
        raise InvalidArgument(f"version: expected a whole number from 1 to {VERSION_MAXIMUM:,}")


def check_time(field: str, value: object) -> None:
    """Refuse what is no time of a calendar, in the one form that times have here."""
    with suppress(ValueError):
        if isinstance(value, str) and _TIME.match(value) and datetime.fromisoformat(value):
            return
    refuse(field, "a time such as 2026-01-31T12:00:00.000Z")


def id_of(values: Mapping[str, Any]) -> str:
    """The same id for the same memory each time, for lines that bring none."""
    same = [values.get(name) for name in ("type", "scope", "project_id", "document_id", "content")]
    return "import-" + hashlib.sha256(repr(same).encode("utf-8", "replace")).hexdigest()[:32]


def read_lines(files: DiskFiles | SourceFiles, path: str) -> list[str]:
    """Read the lines for an import from a UTF-8 file of at most :data:`BYTES_MAXIMUM` bytes."""
    content = files.read_bytes(path, BYTES_MAXIMUM)
    if content is None:
        raise InvalidArgument("path: there is no such file")
    return decoded(path, content).split("\n")


def write_lines(files: DiskFiles | SourceFiles, path: str, lines: Iterable[str]) -> int:
    """Write lines to a ``.jsonl`` file, whole or not at all; returns how many."""
    if not path.endswith(SUFFIX):
        raise InvalidArgument(f"path: expected a file ending in {SUFFIX}")
    count = 0

    def encoded() -> Iterator[bytes]:
        nonlocal count
        for count, line in enumerate(lines, 1):  # noqa: B007 - how many is asked at the end
            yield f"{line}\n".encode()

    files.write(path, encoded(), make_folders=True, mode=OWNER_ONLY)
    return count


NOT_TAKEN = {"session_id", "topic_id", "pole"}
"""Attributes that are of one store alone: its sessions, and its ledger of signals."""

FIELDS = tuple(a.name for a in attrs.fields(MemoryItem) if a.name not in NOT_TAKEN)
"""Attributes of a line."""
