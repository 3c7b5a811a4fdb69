"""The writer's memories: made, listed, changed, taken back, shown as they are injected, moved, removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.cache.provider_rules import caps_of
from underdraft.channels.answers import List, Revisions
from underdraft.channels.arguments import (
    OWN,
    Cursor,
    ProjectId,
    SeenVersion,
    conversation_of,
    disk_of,
    episode_of,
    memory_of,
    patched,
    records_of,
)
from underdraft.channels.facts import atomic_of
from underdraft.channels.parts import Service
from underdraft.channels.runs import RecordedRun, Runs
from underdraft.channels.shown import (
    ShownItem,
    ShownSession,
    shown_session,
)
from underdraft.errors import InvalidArgument
from underdraft.memory.db.paging import Page
from underdraft.memory.notes.import_export import (
    Imported,
    export_lines,
    import_lines,
    read_lines,
    write_lines,
)
from underdraft.memory.notes.record import LIST_LIMIT, MemoryItem
from underdraft.memory.notes.rows import Revision
from underdraft.memory.notes.search import search
from underdraft.memory.notes.search_tool import TimeRange
from underdraft.memory.purge import Purged, purge
from underdraft.memory.sections import FACTS, MEMORIES, PATCHABLE
from underdraft.types.checks import refuse
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.layers import Layer
from underdraft.types.memory import Found, InjectionPreview
from underdraft.types.request import OWN_PROJECT, Own
from underdraft.types.sessions import AtomicMemory
from underdraft.types.values import frozen

LINES_MAXIMUM = 100_000
MemoryId = Annotated[str, "A memory's id."]


@frozen(kw_only=True)
class Exported:
    """The number of exported records, and their lines or file."""

    exported: Annotated[int, "How many lines: the profile, memories, facts and rules."]
    lines: Annotated[tuple[str, ...] | None, "One JSON object a line, when no path was given."] = OMIT_NONE
    path: Annotated[str | None, "The file that was written."] = OMIT_NONE


class Memories(Service):
    """The writer's memories."""

    @served("memory:create")
    def create(
        self,
        *,
        type: Annotated[str, "`preference`, `fact`, `note` or another lower-case word."],
        content: Annotated[str, "What to remember."],
        scope: Annotated[
            str | None, "`global` or `project`; if missing, whether there is one decides."
        ] = None,
        project_id: Annotated[
            str | Own | None, "Its project; if missing the own, for the scope `project`."
        ] = OWN_PROJECT,
        document_id: Annotated[str | None, "Inject it for this document only."] = None,
    ) -> MemoryItem:
        """Remember something."""
        given = self.workspace.config.project_id if isinstance(project_id, Own) else project_id
        scope = scope or ("global" if given is None else "project")
        owner = None if isinstance(project_id, Own) and scope != "project" else given
        return records_of(self.workspace).create(
            type=type,
            scope=scope,
            content=content,
            project_id=owner,
            document_id=document_id,
        )

    @served("memory:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        scope: Annotated[str | None, "Only `global` or only `project`."] = None,
        type: Annotated[str | None, "Only this type."] = None,
        source: Annotated[
            str | None,
            "Only this source: `typed`, `said`, `imported`, `measured`, `worded`, `distilled` or `plugin`; "
            "facts, too.",
        ] = None,
        state: Annotated[
            str | None,
            "Only this state: `proposed`, `active`, `outdated`, `retired`, `refused` or `deleted`; facts, too.",
        ] = None,
        words: Annotated[str | None, "Only what has each of these words, at most 200 characters."] = None,
        include_deleted: Annotated[bool, "Deleted ones, too."] = False,
        limit: Annotated[int, "Most items of a page, 1 to 1,000."] = LIST_LIMIT,
        cursor: Cursor = None,
    ) -> Page[MemoryItem]:
        """The project's memories and the global ones, newest first; with a source or state, all that is remembered."""
        return records_of(self.workspace).list(
            section=MEMORIES if source is None and state is None else None,
            project_id=project_id,
            scope=scope,
            type=type,
            source=source,
            state=state,
            words=words,
            include_deleted=include_deleted,
            limit=limit,
            cursor=cursor,
        )

    @served("memory:update")
    def update(
        self,
        *,
        id: MemoryId,
        patch: Annotated[
            Mapping[str, object],
            "New values of `type`, `scope`, `projectId`, `documentId`, `content`, `confidence`, "
            "`evidence`, `metadata` or `userConfirmed`.",
        ],
        project_id: ProjectId = OWN,
        expected_version: SeenVersion = None,
    ) -> MemoryItem:
        """Change a memory; the writer's edit also confirms it."""
        changes = patched(patch, PATCHABLE)
        memory_of(self.workspace, id, project_id)
        return records_of(self.workspace).update(id, changes, expected_version=expected_version)

    @served("memory:delete")
    def delete(
        self,
        *,
        id: MemoryId,
        project_id: ProjectId = OWN,
        expected_version: SeenVersion = None,
    ) -> MemoryItem:
        """Hide a memory; it can be restored."""
        memory_of(self.workspace, id, project_id)
        return records_of(self.workspace).delete(id, expected_version=expected_version)

    @served("memory:restore")
    def restore(
        self,
        *,
        id: Annotated[str, "A memory or a fact."],
        project_id: ProjectId = OWN,
        to_version: Annotated[
            int | None, "Take it back to what it was in this version instead; 0: to before it was written."
        ] = None,
        expected_version: SeenVersion = None,
    ) -> MemoryItem | AtomicMemory:
        """Bring back a memory or fact that was deleted or replaced, or take it back to an earlier version.

        What had replaced it is outdated then.
        """
        memory_of(self.workspace, id, project_id)
        done = records_of(self.workspace).restore(
            id, to_version=to_version, expected_version=expected_version
        )
        return atomic_of(done) if done.section == FACTS else done

    @served("memory:history")
    def history(
        self, *, id: Annotated[str, "A memory or a fact."], project_id: ProjectId = OWN
    ) -> Revisions[Revision]:
        """Every write to a memory or fact."""
        memory_of(self.workspace, id, project_id)
        return Revisions(records_of(self.workspace).history(id))

    @served("memory:purge")
    def purge(
        self,
        *,
        id: Annotated[str | None, "A memory, a fact, or what an earlier purge has `left`."] = None,
        project_id: Annotated[
            str | Own | None,
            "Without an id, the project that is removed; with one, where it is reached from.",
        ] = OWN_PROJECT,
        all: Annotated[bool, "Everything."] = False,
        confirm: Annotated[bool, "Must be true, because a purge cannot be undone."] = False,
        dry_run: Annotated[bool, "Only count what would be reached; needs no confirmation."] = False,
    ) -> Purged:
        """Remove for good: exactly one of a memory, a project's memories and runs, or everything."""
        if not (confirm or dry_run):
            raise InvalidArgument("confirm: expected true, because a purge cannot be undone")
        if id is not None:
            memory_of(self.workspace, id, self.workspace.config.project_meant(project_id))
        chosen = project_id if id is None and isinstance(project_id, str) else None
        store = self.workspace.store
        store.settle()
        return purge(
            store.database,
            store.areas,
            item_id=id,
            project_id=chosen,
            everything=all,
            only_count=dry_run,
            forget=store.working.purge,
        )

    @served("memory:injection:preview")
    def preview(
        self,
        *,
        project_id: ProjectId = OWN,
        document_id: Annotated[str | None, "For a run on this document."] = None,
        query_text: Annotated[str | None, "Order by nearness to this text."] = None,
    ) -> InjectionPreview:
        """Show the memories that a prompt would get, in order, each with its reason."""
        cap = caps_of(self.workspace.config)[Layer.PROFILE]
        memory = self.workspace.store.memory
        return memory.preview_injection(project_id, document_id, query_text, cap_tokens=cap)

    @served("memory:export")
    def export(
        self,
        *,
        path: Annotated[
            str | None, "A file `*.jsonl` of the workspace; if missing the answer has the lines."
        ] = None,
        project_id: ProjectId = OWN,
        all: Annotated[bool, "Those of all projects, whatever the project is."] = False,
    ) -> Exported:
        """All that is remembered for a project and for all, as JSON lines: profile, memories, facts and rules, deleted ones too."""
        lines = export_lines(self.workspace.store.database, project_id, everywhere=all)
        if path is None:
            found = tuple(lines)
            return Exported(exported=len(found), lines=found)
        return Exported(exported=write_lines(disk_of(self.workspace), path, lines), path=path)

    @served("memory:import")
    def import_lines(
        self,
        *,
        path: Annotated[str | None, "A file of JSON lines in the workspace."] = None,
        lines: Annotated[Sequence[str] | None, "One JSON object a line, at most 100,000."] = None,
        project_id: ProjectId = OWN,
        all: Annotated[
            bool, "They may change memories of all projects, not just this one's and global ones."
        ] = False,
    ) -> Imported:
        """Take in what was exported, from a file or as lines; a second time nothing changes."""
        if (path is None) == (lines is None):
            raise InvalidArgument("expected exactly one of path and lines")
        found = read_lines(disk_of(self.workspace), path) if path is not None else lines or []
        if len(found) > LINES_MAXIMUM:
            raise InvalidArgument(f"lines: expected at most {LINES_MAXIMUM}")
        return import_lines(self.workspace.store.memory.items, found, project_id, everywhere=all)

    @served("memory:search")
    def search(
        self,
        *,
        keyword: Annotated[str, "One or a few words; any of them is enough, more are nearer."],
        time_range: Annotated[TimeRange | None, "When it was said."] = None,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "Most hits, 1 to 100."] = 10,
    ) -> List[Found]:
        """Find what is remembered, by keyword and time."""
        conversation_of(self.workspace)
        store = self.workspace.store
        return List(
            search(
                store.database,
                keyword,
                time_range,
                overruled=store.overruled,
                project_id=project_id,
                limit=limit,
            )
        )

    @served("memory:show")
    def show(
        self,
        *,
        ref: Annotated[str, "`run:<id>`, `session:<id>`, `episode:<id>`, `atomic:<id>` or `memory:<id>`."],
        project_id: ProjectId = OWN,
    ) -> RecordedRun | ShownSession | ShownItem:
        """The whole thing behind a reference."""
        kind, _, name = ref.removeprefix("ref:").partition(":")
        short = f"{kind}:{name}"
        match kind if name else "":
            case "run":
                return Runs(self.workspace).get(run_id=name, project_id=project_id)
            case "session":
                return shown_session(self.workspace.store, short, name, project_id)
            case "episode":
                return ShownItem(ref=short, kind=kind, item=episode_of(self.workspace, name, project_id))
            case "atomic":
                return ShownItem(
                    ref=short, kind=kind, item=atomic_of(memory_of(self.workspace, name, project_id, FACTS))
                )
            case "memory":
                return ShownItem(ref=short, kind=kind, item=memory_of(self.workspace, name, project_id))
            case _:
                return refuse("ref", "run:<id>, session:<id>, episode:<id>, atomic:<id>, memory:<id>")
