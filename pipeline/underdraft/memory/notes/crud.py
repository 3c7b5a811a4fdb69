"""Records: create, list, change, delete, restore, undo; every write leaves a revision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.last_change import UNDO, LastChange, find_last_change, last_purge
from underdraft.memory.notes.profile import replace_profile
from underdraft.memory.notes.record import (
    ACTIVE,
    DELETED,
    GONE,
    KEEPS_PLACE,
    LIST_LIMIT,
    LIST_MAXIMUM,
    OUTDATED,
    PROPOSED,
    SCOPES,
    SOURCES,
    STATES,
    TAG_MAXIMUM,
    WORDS_MAXIMUM,
    MemoryItem,
    check_item,
    in_state,
)
from underdraft.memory.notes.replacing import RESTORE, Opposed, add, find_twin, rewrite
from underdraft.memory.notes.rows import Revision, item_of, load, packed, revisions
from underdraft.memory.sections import ANY_PATCHABLE, MEMORIES, SECTIONS, section_of
from underdraft.memory.settings import privacy_enabled, read_settings
from underdraft.text.clean import abstract
from underdraft.types.checks import (
    check_known,
    check_length,
    check_limit,
    check_one_of,
    check_version,
    refuse,
)
from underdraft.types.values import frozen


@frozen
class UserMemory:
    """The records of one store; safe to use from any thread.

    ``opposed`` is asked inside the writing transaction, ``written`` is called after each committed write.
    """

    database: Database
    written: Callable[[], None] = lambda: None
    opposed: Opposed = lambda *_: ()

    def create(self, **fields: Any) -> MemoryItem:
        """Remember something.

        ``fields`` are those of a record, less its id and times. In privacy mode only ids, tags and numbers of the
        evidence are stored. A fact that exists already, and is not deleted, is returned as it is.

        Raises:
            InvalidArgument: A field is wrong.
        """
        now = self.database.clock()
        fields = {"scope": "global", "user_confirmed": fields.get("origin") != "learned", **fields}
        item = MemoryItem(id=self.database.new_id(), created_at=now, updated_at=now, **fields)
        kind = section_of(item)
        if not kind.heard:
            check_item(item)
        with self.database.write() as connection:
            check_in(connection, item)
            twin = find_twin(connection, item, sections=(item.section,)) if kind.distinct else None
            if twin is not None and twin.deleted_at is None:
                return twin
            if item.evidence and privacy_enabled(connection):
                item = attrs.evolve(item, evidence=tuple(abstract(item.evidence)))
            against = self.opposed(connection, item)
            item = add(connection, item, actor=USER, at=now, replaced=against)
        self.written()
        return item

    def get(self, item_id: str, section: str | None = None) -> MemoryItem:
        """One record (of a section), deleted or not, else ``NotFound``."""
        with self.database.read() as connection:
            return existing(connection, item_id, section)

    def present(self, ids: Collection[str]) -> set[str]:
        """Those of some ids whose records are there and not deleted."""
        there = select(MEMORY_ITEM.c.id).where(MEMORY_ITEM.c.deleted_at.is_(None))
        with self.database.read() as connection:
            return select_in(connection, there, MEMORY_ITEM.c.id, ids)

    def list(
        self,
        *,
        section: str | None = MEMORIES,
        project_id: str | None = None,
        scope: str | None = None,
        type: str | None = None,  # noqa: A002 - the contract's word
        source: str | None = None,
        state: str | None = None,
        session_id: str | None = None,
        tag: str | None = None,
        words: str | None = None,
        include_deleted: bool = False,
        limit: int = LIST_LIMIT,
        cursor: str | None = None,
    ) -> Page[MemoryItem]:
        """Records by time of creation, newest first: the global ones and those of ``project_id``.

        ``section`` is ``None`` for all of them. Without a ``state`` those in use and outdated ones are listed.
        ``words`` are parts of the content, in any order, each of which it must have.
        Pages do not shift when records are edited or added meanwhile.
        """
        for field, value, known in (
            ("scope", scope, SCOPES),
            ("source", source, SOURCES),
            ("state", state, STATES),
        ):
            if value is not None:
                check_one_of(field, value, known)
        if scope == "project" and project_id is None:
            refuse("projectId", "a project's id, because scope is project")
        check_limit(limit, LIST_MAXIMUM)
        columns = MEMORY_ITEM.c
        query = select(MEMORY_ITEM).where(or_(columns.scope == "global", columns.project_id == project_id))
        given = {"section": section, "scope": scope, "type": type, "source": source}
        for name, value in {**given, "state": state, "session_id": session_id}.items():
            query = query if value is None else query.where(columns[name] == value)
        if state is None:
            shown = (ACTIVE, OUTDATED, *(GONE if include_deleted else ()))
            query = query.where(columns.state.in_(sorted(shown)))
        if tag is not None:
            check_length("tag", tag, TAG_MAXIMUM)
            query = query.where(columns.tags.contains(packed(tag), autoescape=True))
        if words is not None:
            check_length("words", words, WORDS_MAXIMUM)
            for word in words.split():
                query = query.where(columns.content.icontains(word, autoescape=True))
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
    ) -> MemoryItem:
        """Change some attributes; a writer's edit also confirms the record.

        Raises:
            InvalidArgument: A field is unknown or wrong.
            NotFound: There is no such memory.
            Conflict: Another version is stored, or the memory is deleted.
        """
        check_known("patch", patch, ANY_PATCHABLE)
        changes = dict(patch)
        for name in ("evidence", "tags"):
            if isinstance(changes.get(name), list):
                changes[name] = tuple(changes[name])
        if changes.get("scope") == "global":
            changes.setdefault("project_id", None)

        def edit(before: MemoryItem, now: str, connection: Connection) -> MemoryItem:
            offered = {"user_confirmed"} if before.state == PROPOSED else set()
            check_known("patch", patch, section_of(before).patchable | offered)
            if before.deleted_at is not None:
                raise Conflict("id: the memory is deleted; restore it first", details={"field": "id"})
            changes.setdefault("user_confirmed", True)
            changes.update(implied(before, changes))
            after = attrs.evolve(before, **changes)
            check_in(connection, after)
            moved = any(getattr(before, n) != getattr(after, n) for n in MOVING)
            return attrs.evolve(after, updated_at=now) if moved else after

        return self._change(item_id, edit, "update", expected_version)

    def delete(self, item_id: str, *, expected_version: int | None = None) -> MemoryItem:
        """Hide a record from lists and prompts; a second time changes nothing. What it replaced is free again."""

        def hide(item: MemoryItem, now: str, _: Connection) -> MemoryItem:
            return attrs.evolve(item, deleted_at=item.deleted_at or now)

        return self._change(item_id, hide, "delete", expected_version)

    def restore(
        self, item_id: str, *, to_version: int | None = None, expected_version: int | None = None
    ) -> MemoryItem:
        """Bring back a record that was deleted or replaced, or take it back to an earlier version.

        Whatever replaced it is outdated then. This is a write, too, and can itself be taken back.
        """

        def show(item: MemoryItem, _: str, __: Connection) -> MemoryItem:
            if item.deleted_at is None:
                return attrs.evolve(item, replaced_by=None)
            confirmed = item.user_confirmed or section_of(item).distinct
            return attrs.evolve(item, deleted_at=None, replaced_by=None, user_confirmed=confirmed)

        if to_version is None:
            return self._change(item_id, show, RESTORE, expected_version)
        return self._change(item_id, partial(at_version, to_version), UNDO, expected_version)

    def last_change(self, project_id: str | None) -> tuple[LastChange | None, str | None]:
        """The newest change that a project sees and that is not taken back, and when something was purged last."""
        with self.database.read() as connection:
            return find_last_change(connection, project_id), last_purge(connection)

    def undo(self, project_id: str | None) -> LastChange | None:
        """Take the newest change back, all of it or nothing; ``None``: there is none."""
        now = self.database.clock()
        with self.database.write() as connection:
            change = find_last_change(connection, project_id)
            for one in change.records if change else ():
                self._write(connection, one.id, partial(at_version, one.version - 1), UNDO, now)
            if change is not None and change.profile is not None:
                replace_profile(connection, change.profile, actor=UNDO, at=now)
        self.written()
        return change

    def history(self, item_id: str) -> tuple[Revision, ...]:
        """Every write to a record, oldest first; ``NotFound`` without one."""
        with self.database.read() as connection:
            existing(connection, item_id)
            return revisions(connection, item_id)

    def _change(
        self,
        item_id: str,
        change: Change,
        action: str,
        expected_version: int | None,
    ) -> MemoryItem:
        """Read, change and write in one transaction; nothing is written when nothing differs."""
        now = self.database.clock()
        with self.database.write() as connection:
            check_version(expected_version, existing(connection, item_id).version, "memory")
            after = self._write(connection, item_id, change, action, now)
        self.written()
        return after

    def _write(
        self, connection: Connection, item_id: str, change: Change, action: str, now: str
    ) -> MemoryItem:
        before = existing(connection, item_id)
        after = in_state(change(before, now, connection))
        if attrs.evolve(after, version=before.version) == before:
            return before
        if after.evidence != before.evidence and privacy_enabled(connection):
            after = attrs.evolve(after, evidence=tuple(abstract(after.evidence)))
        how = {"action": action, "actor": USER, "at": now}
        return rewrite(connection, before, after, opposed=self.opposed, **how)


USER = "user"
"""The actor of these writes, in revisions."""

Change = Callable[[MemoryItem, str, Connection], MemoryItem]
"""Makes what a record is to be of what it is, the time, and the transaction."""

MOVING = ANY_PATCHABLE - KEEPS_PLACE
"""Attributes whose change is a newer statement."""


def at_version(version: int, item: MemoryItem, now: str, connection: Connection) -> MemoryItem:
    """Return a record as it was in a version; 0 is before it was written: then it is deleted, and not refused."""
    past = revisions(connection, item.id)
    if version == 0 and past[0].before is None:
        state = DELETED if past[0].actor == USER else item.state  # else what was learned is refused
        return attrs.evolve(item, deleted_at=item.deleted_at or now, state=state)
    found = next((one.after for one in past if one.version == version), None)
    if found is None:
        raise InvalidArgument("toVersion: there is no such version", details={"field": "toVersion"})
    same = found.content == item.content and found.type == item.type
    return found if same else attrs.evolve(found, updated_at=now)


def implied(before: MemoryItem, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that follow from a change: the scope, unless it can be chosen; new words lose their subject and value."""
    found: dict[str, Any] = {}
    if "project_id" in changes and "scope" not in section_of(before).patchable:
        found["scope"] = "global" if changes["project_id"] is None else "project"
    if "content" in changes and "value" not in changes and changes["content"] != before.content:
        found |= {"about": changes.get("about", ""), "value": ""}
    return found


def check_in(connection: Connection, item: MemoryItem) -> None:
    """See that everything that a caller may choose is in order; of what is heard also the length that is set."""
    heard = section_of(item).heard
    limit = int(read_settings(connection)["memory.atomic_content_max_length"]) if heard else None
    check_item(item, limit)


def existing(connection: Connection, item_id: str, section: str | None = None) -> MemoryItem:
    """The record of this id (and section), else ``NotFound``."""
    item = load(connection, item_id)
    if item is None or section not in {None, item.section}:
        noun = SECTIONS[section or MEMORIES].noun
        raise NotFound(f"id: there is no such {noun}", details={"field": "id"})
    return item
