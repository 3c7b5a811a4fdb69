"""The writer's memories: made, listed, changed, taken back, shown as they are injected, moved, removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.answers import Revisions
from underdraft.channels.arguments import (
    Cursor,
    ProjectId,
    SeenVersion,
    fact_of,
    memory_of,
    patched,
    root_of,
)
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.db.paging import Page
from underdraft.memory.items.crud import Revision
from underdraft.memory.items.export_file import read_lines, write_lines
from underdraft.memory.items.import_export import Imported
from underdraft.memory.items.item import LIST_LIMIT, PATCHABLE, MemoryItem
from underdraft.memory.purge import Purged
from underdraft.memory.settings import SettingValue
from underdraft.run.change_price import ChangePrice, price_change
from underdraft.run.provider_rules import caps_of
from underdraft.types.copies import copied
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.layers import Layer
from underdraft.types.memory import InjectionItem, InjectionPreview, NotInjected
from underdraft.types.request import OWN_PROJECT, Own
from underdraft.workspace import Workspace

LINES_MAXIMUM = 100_000
MemoryId = Annotated[str, "A memory's id."]
DryRun = Annotated[bool, "Write nothing; only say what it would be and what it would cost."]


@attrs.frozen(kw_only=True)
class PreviewDegradation:
    """Why the order of injection is not the one asked for."""

    degraded_from: Annotated[str, "What was asked for."]
    reason: Annotated[str, "One sentence for a person."]
    code: str
    suggestion: Annotated[str | None, "What the writer can do."] = OMIT_NONE


@attrs.frozen(kw_only=True)
class InjectionAnswer:
    """The memories of layer 2 in the order of injection."""

    items: Annotated[tuple[InjectionItem, ...], "What is injected."]
    mode: Annotated[Literal["deterministic", "semantic"], "How it was ordered."]
    excluded: Annotated[tuple[NotInjected, ...], "What a cap kept out."]
    diagnostics: Annotated[PreviewDegradation | None, "Why the order is not the one asked for."] = OMIT_NONE

    @classmethod
    def of(cls, preview: InjectionPreview) -> InjectionAnswer:
        """The preview as it is answered."""
        found = preview.diagnostics
        return copied(cls, preview, diagnostics=copied(PreviewDegradation, found) if found else None)


@attrs.frozen(kw_only=True)
class WrittenMemory(MemoryItem):
    """A memory as it was written, or with ``dryRun`` as it would be."""

    price: Annotated[ChangePrice | None, "What it would cost the provider's cache; with `dryRun` only."] = (
        OMIT_NONE
    )


@attrs.frozen(kw_only=True)
class Exported:
    """What was exported."""

    exported: Annotated[int, "How many memories."]
    lines: Annotated[tuple[str, ...] | None, "One JSON object a line, when no path was given."] = OMIT_NONE
    path: Annotated[str | None, "The file that was written."] = OMIT_NONE


@attrs.frozen(kw_only=True)
class Reindexed:
    """How many vectors were made."""

    vectors: int


@channel("memory:create")
def create(
    workspace: Workspace,
    *,
    type: Annotated[str, "`preference`, `fact`, `note` or another lower-case word."],
    scope: Annotated[str, "`global`, or `project`."],
    content: Annotated[str, "What to remember."],
    project_id: Annotated[
        str | Own | None, "Its project; if missing the own, for the scope `project`."
    ] = OWN_PROJECT,
    document_id: Annotated[str | None, "Inject it for this document only."] = None,
    dry_run: DryRun = False,
) -> WrittenMemory:
    """Remember something."""
    own = workspace.config.project_id if scope == "project" else None
    owner = own if isinstance(project_id, Own) else project_id
    made = workspace.store.memory.items.create(
        type=type, scope=scope, content=content, project_id=owner, document_id=document_id, dry_run=dry_run
    )
    return written(workspace, made, workspace.config.project_id, dry_run=dry_run)


def written(
    workspace: Workspace, item: MemoryItem, project_id: str | None, *, dry_run: bool
) -> WrittenMemory:
    """The answer of a write, with its price where nothing was written."""
    price = price_change(workspace.store, item, project_id, now=workspace.clock()) if dry_run else None
    return copied(WrittenMemory, item, price=price)


@channel("memory:list")
def list_items(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    scope: Annotated[str | None, "Only `global` or only `project`."] = None,
    type: Annotated[str | None, "Only this type."] = None,
    include_deleted: Annotated[bool, "Deleted ones, too."] = False,
    limit: Annotated[int, "Most items of a page, 1 to 1,000."] = LIST_LIMIT,
    cursor: Cursor = None,
) -> Page[MemoryItem]:
    """The project's memories and the global ones, newest first."""
    return workspace.store.memory.items.list(
        project_id=project_id,
        scope=scope,
        type=type,
        include_deleted=include_deleted,
        limit=limit,
        cursor=cursor,
    )


@channel("memory:update")
def update(
    workspace: Workspace,
    *,
    id: MemoryId,
    patch: Annotated[
        Mapping[str, object],
        "New values of `type`, `scope`, `projectId`, `documentId`, `content`, `confidence`, "
        "`evidence`, `metadata` or `userConfirmed`.",
    ],
    project_id: ProjectId,
    expected_version: SeenVersion = None,
    dry_run: DryRun = False,
) -> WrittenMemory:
    """Change a memory; the writer's edit also confirms it."""
    changes = patched(patch, PATCHABLE)
    memory_of(workspace, id, project_id)
    done = workspace.store.memory.items.update(
        id, changes, expected_version=expected_version, dry_run=dry_run
    )
    return written(workspace, done, project_id, dry_run=dry_run)


@channel("memory:delete")
def delete(
    workspace: Workspace,
    *,
    id: MemoryId,
    project_id: ProjectId,
    expected_version: SeenVersion = None,
    dry_run: DryRun = False,
) -> WrittenMemory:
    """Hide a memory; it can be restored."""
    memory_of(workspace, id, project_id)
    done = workspace.store.memory.items.delete(id, expected_version=expected_version, dry_run=dry_run)
    return written(workspace, done, project_id, dry_run=dry_run)


@channel("memory:restore")
def restore(
    workspace: Workspace, *, id: MemoryId, project_id: ProjectId, expected_version: SeenVersion = None
) -> MemoryItem:
    """Bring a deleted memory back."""
    memory_of(workspace, id, project_id)
    return workspace.store.memory.items.restore(id, expected_version=expected_version)


@channel("memory:history")
def history(
    workspace: Workspace,
    *,
    id: MemoryId,
    project_id: ProjectId,
    expected_version: Annotated[int | None, "Has no effect here."] = None,
) -> Revisions[Revision]:
    """Every write to a memory."""
    del expected_version
    memory_of(workspace, id, project_id)
    return Revisions(workspace.store.memory.items.history(id))


@channel("memory:undo")
def undo(
    workspace: Workspace,
    *,
    id: MemoryId,
    project_id: ProjectId,
    to_version: Annotated[int | None, "The version to go back to; if missing the one before."] = None,
    expected_version: SeenVersion = None,
) -> MemoryItem:
    """Take a memory back to what it was."""
    memory_of(workspace, id, project_id)
    return workspace.store.memory.items.undo(id, to_version=to_version, expected_version=expected_version)


@channel("memory:purge")
def purge(
    workspace: Workspace,
    *,
    id: Annotated[str | None, "A memory or a fact."] = None,
    project_id: Annotated[
        str | Own | None, "Without an id, the project that is removed; with one, where it is reached from."
    ] = OWN_PROJECT,
    all: Annotated[bool, "Everything."] = False,
    confirm: Annotated[bool, "Must be true, because a purge cannot be undone."] = False,
    dry_run: Annotated[bool, "Only count what would be reached; needs no confirmation."] = False,
) -> Purged:
    """Remove for good: exactly one of a memory, a project's memories and runs, or everything."""
    if not (confirm or dry_run):
        raise InvalidArgument("confirm: expected true, because a purge cannot be undone")
    if id is not None:
        reach_any(workspace, id, workspace.config.project_meant(project_id))
    chosen = project_id if id is None and isinstance(project_id, str) else None
    workspace.store.settle()
    return workspace.store.memory.purge(item_id=id, project_id=chosen, everything=all, only_count=dry_run)


def reach_any(workspace: Workspace, memory_id: str, project_id: str | None) -> None:
    """See that a memory or fact may be reached from the project, else ``NotFound``."""
    try:
        memory_of(workspace, memory_id, project_id)
    except NotFound:
        fact_of(workspace, memory_id, project_id)


@channel("memory:settings:get")
def get_settings(workspace: Workspace) -> Mapping[str, SettingValue]:
    """All settings by their keys."""
    return workspace.store.memory.settings.get()


@channel("memory:settings:update")
def update_settings(
    workspace: Workspace, *, patch: Annotated[Mapping[str, object], "New values by key."]
) -> Mapping[str, SettingValue]:
    """Change some settings; all come back."""
    return workspace.store.memory.settings.update(patch)


@channel("memory:injection:preview")
def preview_injection(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    document_id: Annotated[str | None, "For a run on this document."] = None,
    query_text: Annotated[str | None, "Order by nearness to this text."] = None,
) -> InjectionAnswer:
    """What would be injected, in which order and why."""
    cap = caps_of(workspace.config)[Layer.PROFILE]
    memory = workspace.store.memory
    return InjectionAnswer.of(memory.preview_injection(project_id, document_id, query_text, cap_tokens=cap))


@channel("memory:export")
def export_memories(
    workspace: Workspace,
    *,
    path: Annotated[
        str | None, "A file `*.jsonl` of the workspace; if missing the answer has the lines."
    ] = None,
    project_id: ProjectId,
    all: Annotated[bool, "Those of all projects, whatever the project is."] = False,
) -> Exported:
    """A project's memories and the global ones as JSON lines, deleted ones too."""
    lines = workspace.store.memory.export_lines(project_id, everywhere=all)
    if path is None:
        found = tuple(lines)
        return Exported(exported=len(found), lines=found)
    return Exported(exported=write_lines(root_of(workspace), path, lines), path=path)


@channel("memory:import")
def import_memories(
    workspace: Workspace,
    *,
    path: Annotated[str | None, "A file in the workspace."] = None,
    lines: Annotated[list[str] | None, "One JSON object a line, at most 100,000."] = None,
    project_id: ProjectId,
    all: Annotated[
        bool, "They may change memories of all projects, not just this one's and global ones."
    ] = False,
) -> Imported:
    """Take memories in, from a file or as lines; a second time nothing changes."""
    if (path is None) == (lines is None):
        raise InvalidArgument("expected exactly one of path and lines")
    found = read_lines(root_of(workspace), path) if path is not None else lines or []
    if len(found) > LINES_MAXIMUM:
        raise InvalidArgument(f"lines: expected at most {LINES_MAXIMUM}")
    return workspace.store.memory.import_lines(found, project_id, everywhere=all)


@channel("memory:reindex")
def reindex(workspace: Workspace) -> Reindexed:
    """Make the lexical index and all vectors anew."""
    return Reindexed(vectors=workspace.store.memory.reindex())
