"""The writer's memories: create, list, change, delete, restore, undo; every write leaves a revision."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import attrs
from sqlalchemy import Connection, and_, func, or_, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.items.item import (
    KEEPS_PLACE,
    LIST_LIMIT,
    LIST_MAXIMUM,
    ORIGINS,
    PATCHABLE,
    SCOPES,
    MemoryItem,
    check_item,
)
from underdraft.memory.items.rows import from_plain, item_of, load, write
from underdraft.memory.runs.texts import abstract
from underdraft.types.checks import check_known, check_limit, check_one_of, check_version, refuse
from underdraft.types.copies import copied


@attrs.frozen(kw_only=True)
class Revision:
    """One write to a memory; ``before`` is ``None`` when it was created."""

    version: int
    action: str
    actor: str
    at: str
    before: MemoryItem | None
    after: MemoryItem


@attrs.frozen
class UserMemory:
    """The memories of one store; safe to use from any thread.

    ``privacy`` is asked inside the writing transaction, ``written`` is called after each committed write.
    """

    database: Database
    privacy: Callable[[Connection], bool] = lambda _: False
    written: Callable[[], None] = lambda: None

    def last_written(self) -> str | None:
        """When a memory was last written, or ``None`` where there is none."""
        with self.database.read() as connection:
            at: str | None = connection.scalar(select(func.max(MEMORY_ITEM.c.updated_at)))
            return at

    def create(
        self,
        *,
        type: str,  # noqa: A002 - the contract's word
        content: str,
        scope: str = "global",
        project_id: str | None = None,
        document_id: str | None = None,
        origin: str = "manual",
        confidence: float = 1.0,
        evidence: tuple[Any, ...] = (),
        metadata: Mapping[str, Any] | None = None,
        user_confirmed: bool | None = None,
        item_id: str | None = None,
        actor: str = "user",
        dry_run: bool = False,
    ) -> MemoryItem:
        """Remember something; with ``dry_run`` only say what would be written, here and in the other writes.

        ``user_confirmed`` is, unless given, whether it is manual; ``item_id`` is a deterministic id, for
        learning. In privacy mode only ids, tags and numbers of the evidence are kept.

        Raises:
            InvalidArgument: A field is wrong.
            Conflict: ``item_id`` exists already.
        """
        now = self.database.clock()
        item = MemoryItem(
            id=item_id or self.database.new_id(),
            type=type,
            scope=scope,
            content=content,
            origin=origin,
            project_id=project_id,
            document_id=document_id,
            confidence=confidence,
            evidence=tuple(evidence),
            metadata=metadata or {},
            created_at=now,
            updated_at=now,
            user_confirmed=origin == "manual" if user_confirmed is None else user_confirmed,
        )
        check_item(item)
        if dry_run:
            return item
        with self.database.write() as connection:
            if item_id is not None and load(connection, item_id) is not None:
                raise Conflict("id: a memory of this id exists already", details={"field": "id"})
            if item.evidence and self.privacy(connection):
                item = attrs.evolve(item, evidence=tuple(abstract(item.evidence)))
            item = write(connection, None, item, action="create", actor=actor, at=now)
        self.written()
        return item

    def get(self, item_id: str) -> MemoryItem:
        """One memory, deleted or not, else ``NotFound``."""
        with self.database.read() as connection:
            return existing(connection, item_id)

    def list(
        self,
        *,
        project_id: str | None = None,
        scope: str | None = None,
        type: str | None = None,  # noqa: A002 - the contract's word
        origin: str | None = None,
        include_deleted: bool = False,
        limit: int = LIST_LIMIT,
        cursor: str | None = None,
    ) -> Page[MemoryItem]:
        """Memories by time of creation, newest first: the global ones and those of ``project_id``.

        Pages do not shift when memories are edited or added meanwhile.
        """
        if scope is not None:
            check_one_of("scope", scope, SCOPES)
            if scope == "project" and project_id is None:
                refuse("projectId", "a project's id, because scope is project")
        if origin is not None:
            check_one_of("origin", origin, ORIGINS)
        if type is not None and not isinstance(type, str):
            refuse("type", "a word")
        check_limit(limit, LIST_MAXIMUM)
        columns = MEMORY_ITEM.c
        own = and_(columns.scope == "project", columns.project_id == project_id)
        wanted = {
            None: or_(columns.scope == "global", own),
            "global": columns.scope == "global",
            "project": own,
        }
        query = select(MEMORY_ITEM).where(columns.scope == "global" if project_id is None else wanted[scope])
        for column, value in ((columns.type, type), (columns.origin, origin)):
            query = query if value is None else query.where(column == value)
        if not include_deleted:
            query = query.where(columns.deleted_at.is_(None))
        with self.database.read() as connection:
            return read_page(
                connection,
                query,
                columns.created_at,
                columns.id,
                limit=limit,
                cursor=cursor,
                value_of=item_of,
            )

    def update(
        self,
        item_id: str,
        patch: Mapping[str, Any],
        *,
        expected_version: int | None = None,
        actor: str = "user",
        dry_run: bool = False,
    ) -> MemoryItem:
        """Change some attributes; a writer's edit also confirms the memory.

        Raises:
            InvalidArgument: A field is unknown or wrong.
            NotFound: There is no such memory.
            Conflict: Another version is stored, or the memory is deleted.
        """
        check_known("patch", patch, PATCHABLE)
        changes = dict(patch)
        if isinstance(changes.get("evidence"), list):
            changes["evidence"] = tuple(changes["evidence"])
        if changes.get("scope") == "global":
            changes.setdefault("project_id", None)

        def edit(before: MemoryItem, now: str, _: Connection) -> MemoryItem:
            if before.deleted_at is not None:
                raise Conflict("id: the memory is deleted; restore it first", details={"field": "id"})
            if actor == "user":
                changes.setdefault("user_confirmed", True)
            after = attrs.evolve(before, **changes)
            check_item(after)
            moved = any(getattr(before, n) != getattr(after, n) for n in PATCHABLE - KEEPS_PLACE)
            return attrs.evolve(after, updated_at=now) if moved else after

        return self._change(item_id, edit, "update", actor, expected_version, dry_run=dry_run)

    def delete(
        self,
        item_id: str,
        *,
        expected_version: int | None = None,
        actor: str = "user",
        dry_run: bool = False,
    ) -> MemoryItem:
        """Hide a memory from lists and prompts; a second time changes nothing."""

        def hide(item: MemoryItem, now: str, _: Connection) -> MemoryItem:
            return attrs.evolve(item, deleted_at=item.deleted_at or now)

        return self._change(item_id, hide, "delete", actor, expected_version, dry_run=dry_run)

    def restore(
        self, item_id: str, *, expected_version: int | None = None, actor: str = "user"
    ) -> MemoryItem:
        """Bring a deleted memory back; of one that is not deleted nothing changes."""

        def show(item: MemoryItem, _: str, __: Connection) -> MemoryItem:
            return attrs.evolve(item, deleted_at=None)

        return self._change(item_id, show, "restore", actor, expected_version)

    def history(self, item_id: str) -> tuple[Revision, ...]:
        """Every write to a memory, oldest first; ``NotFound`` without one."""
        with self.database.read() as connection:
            existing(connection, item_id)
            return revisions(connection, item_id)

    def undo(
        self,
        item_id: str,
        *,
        to_version: int | None = None,
        expected_version: int | None = None,
        actor: str = "user",
    ) -> MemoryItem:
        """Take a memory back to what it was; this is a write too, and can itself be undone.

        ``to_version`` is the version to go back to, ``None`` the one before the last write; undoing the
        creation deletes.
        """

        def go_back(item: MemoryItem, now: str, connection: Connection) -> MemoryItem:
            past = revisions(connection, item_id)
            if to_version is None:
                target = past[-1].before
            else:
                found = [r.after for r in past if r.version == to_version]
                if not found:
                    raise InvalidArgument(
                        "toVersion: there is no such version", details={"field": "toVersion"}
                    )
                target = found[-1]
            if target is None:
                return attrs.evolve(item, deleted_at=item.deleted_at or now)
            same = target.content == item.content and target.type == item.type
            return target if same else attrs.evolve(target, updated_at=now)

        return self._change(item_id, go_back, "undo", actor, expected_version)

    def _change(
        self,
        item_id: str,
        change: Callable[[MemoryItem, str, Connection], MemoryItem],
        action: str,
        actor: str,
        expected_version: int | None,
        *,
        dry_run: bool = False,
    ) -> MemoryItem:
        """Read, change and write in one transaction; nothing is written when nothing differs."""
        now = self.database.clock()
        with self.database.read() if dry_run else self.database.write() as connection:
            before = existing(connection, item_id)
            check_version(expected_version, before.version, "memory")
            after = change(before, now, connection)
            if attrs.evolve(after, version=before.version) == before:
                return before
            if dry_run:
                return attrs.evolve(after, version=before.version + 1)
            after = write(connection, before, after, action=action, actor=actor, at=now)
        self.written()
        return after


def existing(connection: Connection, item_id: str) -> MemoryItem:
    """The memory of this id, else ``NotFound``."""
    item = load(connection, item_id)
    if item is None:
        raise NotFound("id: there is no such memory", details={"field": "id"})
    return item


def revisions(connection: Connection, item_id: str) -> tuple[Revision, ...]:
    """A memory's revisions, oldest first."""
    rows = connection.execute(
        select(MEMORY_REVISION).where(MEMORY_REVISION.c.memory_id == item_id).order_by(MEMORY_REVISION.c.seq)
    )

    def item(packed: str | None) -> MemoryItem | None:
        return None if packed is None else from_plain(json.loads(packed))

    return tuple(copied(Revision, row, before=item(row.before), after=item(row.after)) for row in rows)
