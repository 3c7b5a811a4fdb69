"""Facts that were learned from sessions (atomic facts)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.arguments import (
    OWN,
    Cursor,
    ProjectId,
    SeenVersion,
    admit,
    memory_of,
    patched,
    records_of,
)
from underdraft.channels.parts import Service
from underdraft.memory.db.paging import Page
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.sections import FACT_PATCHABLE, FACTS
from underdraft.types.copies import copied
from underdraft.types.sessions import AtomicMemory

FactId = Annotated[str, "A fact's id."]


def atomic_of(item: MemoryItem) -> AtomicMemory:
    """A record as a fact."""
    return copied(
        AtomicMemory,
        item,
        timestamp=item.said_at,
        create_time=item.created_at,
        origin="extracted" if item.source == "said" else "manual",
        contradicts=item.replaces,
        contradicted_by=item.replaced_by,
    )


class Facts(Service):
    """Facts."""

    @served("atomic:create")
    def create(
        self,
        *,
        content: Annotated[str, "The fact, complete in itself."],
        tags: Annotated[tuple[str, ...], "Short words to find it by."] = (),
        session_id: Annotated[str | None, "The session in which it was said."] = None,
        project_id: ProjectId = OWN,
    ) -> AtomicMemory:
        """Write a fact down; with a null project it is true for all."""
        if session_id is not None:
            admit(self.workspace, session_id, project_id)
        made = records_of(self.workspace).create(
            type="fact",
            section=FACTS,
            scope="global" if project_id is None else "project",
            content=content,
            tags=tags,
            session_id=session_id,
            project_id=project_id,
        )
        return atomic_of(made)

    @served("atomic:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        session_id: Annotated[str | None, "Only those said in this session."] = None,
        tag: Annotated[str | None, "Only those with this tag."] = None,
        include_deleted: Annotated[bool, "Deleted ones, too."] = False,
        limit: Annotated[int, "Most items of a page, 1 to 1,000."] = 100,
        cursor: Cursor = None,
    ) -> Page[AtomicMemory]:
        """The project's facts and those for all, newest first."""
        if session_id is not None:
            admit(self.workspace, session_id, project_id)
        page = records_of(self.workspace).list(
            section=FACTS,
            project_id=project_id,
            session_id=session_id,
            tag=tag,
            include_deleted=include_deleted,
            limit=limit,
            cursor=cursor,
        )
        return Page(items=tuple(map(atomic_of, page.items)), next_cursor=page.next_cursor)

    @served("atomic:update")
    def update(
        self,
        *,
        id: FactId,
        patch: Annotated[
            Mapping[str, object], "New values of `content`, `tags` ...; a refusal names the others."
        ],
        project_id: ProjectId = OWN,
        expected_version: SeenVersion = None,
    ) -> AtomicMemory:
        """Change a fact; the writer's edit also confirms it."""
        changes = patched(patch, FACT_PATCHABLE)
        memory_of(self.workspace, id, project_id, FACTS)
        return atomic_of(records_of(self.workspace).update(id, changes, expected_version=expected_version))

    @served("atomic:delete")
    def delete(
        self, *, id: FactId, project_id: ProjectId = OWN, expected_version: SeenVersion = None
    ) -> AtomicMemory:
        """Hide a fact; it can be restored, and is not learned again by itself."""
        memory_of(self.workspace, id, project_id, FACTS)
        return atomic_of(records_of(self.workspace).delete(id, expected_version=expected_version))
