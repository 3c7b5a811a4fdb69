"""Atomic memories: facts that are complete in themselves; create, list, change, delete, restore."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.errors import Conflict, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY
from underdraft.memory.facts.rows import (
    add,
    atomic_of,
    find_contradicted,
    find_replaced,
    find_twin,
    free_contradicted,
    load,
    write,
)
from underdraft.memory.items.rows import packed
from underdraft.memory.settings import read_settings
from underdraft.types.checks import check_known, check_limit, check_text, check_version, refuse
from underdraft.types.sessions import AtomicMemory

LIST_LIMIT = 100
LIST_MAXIMUM = 1_000
TAG_MAXIMUM = 64
TAGS_MAXIMUM = 32
PATCHABLE = frozenset({"content", "tags", "project_id", "about", "value"})


@attrs.frozen
class AtomicMemories:
    """The atomic memories of one store; safe between threads. ``written`` is called after each committed write."""

    database: Database
    written: Callable[[], None] = lambda: None

    def create(
        self,
        *,
        content: str,
        tags: tuple[str, ...] = (),
        session_id: str | None = None,
        project_id: str | None = None,
        about: str = "",
        value: str = "",
        timestamp: str | None = None,
    ) -> AtomicMemory:
        """Write a fact down by hand. One that is there already, and not deleted, is given back as it is.

        ``about`` is what it gives the one value of: another ``value`` later contradicts it. Without a
        ``project_id`` it is true for all projects, without a ``timestamp`` it was said now.
        """
        now = self.database.clock()
        memory = AtomicMemory(
            id=self.database.new_id(),
            timestamp=timestamp or now,
            content=content,
            tags=tuple(tags),
            session_id=session_id,
            project_id=project_id,
            create_time=now,
            about=about,
            value=value,
            user_confirmed=True,
            updated_at=now,
        )
        with self.database.write() as connection:
            check_memory(connection, memory)
            found = find_twin(connection, memory)
            if found is not None and found.deleted_at is None:
                return found
            memory = add(connection, memory)
        self.written()
        return memory

    def get(self, memory_id: str) -> AtomicMemory:
        """One memory, deleted or not, else ``NotFound``."""
        with self.database.read() as connection:
            return existing(connection, memory_id)

    def list(
        self,
        *,
        project_id: str | None = None,
        session_id: str | None = None,
        tag: str | None = None,
        include_deleted: bool = False,
        limit: int = LIST_LIMIT,
        cursor: str | None = None,
    ) -> Page[AtomicMemory]:
        """Memories by time of writing, newest first: those for all projects and those of ``project_id``.

        Contradicted ones are listed, and say by which.
        """
        check_limit(limit, LIST_MAXIMUM)
        c = ATOMIC_MEMORY.c
        query = select(ATOMIC_MEMORY).where(or_(c.project_id.is_(None), c.project_id == project_id))
        if session_id is not None:
            query = query.where(c.session_id == session_id)
        if not include_deleted:
            query = query.where(c.deleted_at.is_(None))
        if tag is not None:
            query = query.where(c.tags.contains(packed(tag), autoescape=True))
        with self.database.read() as connection:
            return read_page(
                connection, query, c.create_time, c.id, limit=limit, cursor=cursor, value_of=atomic_of
            )

    def update(
        self, memory_id: str, patch: Mapping[str, Any], *, expected_version: int | None = None
    ) -> AtomicMemory:
        """Change some fields; the writer's edit also confirms the memory.

        Raises:
            InvalidArgument: A field is unknown or wrong.
            NotFound: There is no such memory.
            Conflict: Another version is stored, or the memory is deleted.
        """
        check_known("patch", patch, PATCHABLE)
        changes = dict(patch)
        if isinstance(changes.get("tags"), list):
            changes["tags"] = tuple(changes["tags"])
        with self.database.write() as connection:
            before = self._at_version(connection, memory_id, expected_version)
            if before.deleted_at is not None:
                raise Conflict("id: the memory is deleted; restore it first", details={"field": "id"})
            if "content" in changes and "value" not in changes and changes["content"] != before.content:
                changes |= {"about": changes.get("about", ""), "value": ""}  # what it was about is not known
            after = attrs.evolve(before, **changes, user_confirmed=True)
            check_memory(connection, after)
            if attrs.evolve(after, user_confirmed=before.user_confirmed) == before and before.user_confirmed:
                return before
            replaced = [other.id for other in find_replaced(connection, before)]
            free_contradicted(connection, memory_id)
            against = [*find_contradicted(connection, after), *load(connection, replaced).values()]
            after = attrs.evolve(
                after,
                updated_at=self.database.clock(),
                contradicted_by=None,
                contradicts=tuple(other.id for other in against),
            )
            after = write(connection, before, after)
            for other in against:
                write(connection, other, attrs.evolve(other, contradicted_by=memory_id))
        self.written()
        return after

    def delete(self, memory_id: str, *, expected_version: int | None = None) -> AtomicMemory:
        """Hide a memory; a second time changes nothing. What it had contradicted is recalled again."""
        with self.database.write() as connection:
            before = self._at_version(connection, memory_id, expected_version)
            if before.deleted_at is not None:
                return before
            after = write(connection, before, attrs.evolve(before, deleted_at=self.database.clock()))
            free_contradicted(connection, memory_id)
        self.written()
        return after

    def restore(self, memory_id: str, *, expected_version: int | None = None) -> AtomicMemory:
        """Bring a deleted memory back; of one that is not deleted nothing changes."""
        with self.database.write() as connection:
            before = self._at_version(connection, memory_id, expected_version)
            if before.deleted_at is None:
                return before
            against = find_contradicted(connection, before)
            newer = next((other.id for other in against), None)
            after = attrs.evolve(before, deleted_at=None, user_confirmed=True, contradicted_by=newer)
            after = write(connection, before, after)
        self.written()
        return after

    def _at_version(
        self, connection: Connection, memory_id: str, expected_version: int | None
    ) -> AtomicMemory:
        before = existing(connection, memory_id)
        check_version(expected_version, before.version, "memory")
        return before


def existing(connection: Connection, memory_id: str) -> AtomicMemory:
    """The memory of this id, else ``NotFound``."""
    found = load(connection, [memory_id]).get(memory_id)
    if found is None:
        raise NotFound("id: there is no such atomic memory", details={"field": "id"})
    return found


def check_memory(connection: Connection, memory: AtomicMemory) -> None:
    """See that everything a caller may choose is in order."""
    check_text("content", memory.content, int(read_settings(connection)["memory.atomic_content_max_length"]))
    if len(memory.tags) > TAGS_MAXIMUM:
        refuse("tags", f"at most {TAGS_MAXIMUM} tags")
    for tag in memory.tags:
        check_text("tags", tag, TAG_MAXIMUM)
    for field, value in (("about", memory.about), ("value", memory.value)):
        if value:
            check_text(field, value, TAG_MAXIMUM * 2)
