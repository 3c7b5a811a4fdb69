"""The channels ``memory:*``: payloads, and what each asks the service for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.envelope import Channel, Nothing, camel, to_json
from underdraft.channels.payloads import IdPayload, UpdatePayload
from underdraft.errors import InvalidArgument
from underdraft.hookspecs import hookimpl
from underdraft.memory.items.export_file import read_lines, write_lines
from underdraft.memory.items.item import LIST_LIMIT, PATCHABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft.memory.db.paging import Page
    from underdraft.memory.items.item import MemoryItem
    from underdraft.memory.items.service import MemoryService
    from underdraft.types.memory import InjectionPreview
    from underdraft.workspace import Workspace


LINES_MAXIMUM = 100_000


@attrs.frozen(kw_only=True)
class CreatePayload:
    """``memory:create``."""

    type: str
    scope: str
    content: str
    project_id: str | None = None
    document_id: str | None = None


@attrs.frozen(kw_only=True)
class ListPayload:
    """``memory:list``."""

    project_id: str | None = None
    scope: str | None = None
    type: str | None = None
    include_deleted: bool = False
    limit: int = LIST_LIMIT
    cursor: str | None = None


@attrs.frozen(kw_only=True)
class UndoPayload:
    """``memory:undo``."""

    id: str
    to_version: int | None = None
    expected_version: int | None = None


@attrs.frozen(kw_only=True)
class PurgePayload:
    """``memory:purge``; exactly one of the first three."""

    id: str | None = None
    project_id: str | None = None
    all: bool = False
    confirm: bool = False


@attrs.frozen(kw_only=True)
class PatchPayload:
    """``memory:settings:update``."""

    patch: Any


@attrs.frozen(kw_only=True)
class PreviewPayload:
    """``memory:injection:preview``."""

    project_id: str | None = None
    document_id: str | None = None
    query_text: str | None = None


@attrs.frozen(kw_only=True)
class ExportPayload:
    """``memory:export``: to a file of the workspace, or as lines."""

    path: str | None = None
    project_id: str | None = None


@attrs.frozen(kw_only=True)
class ImportPayload:
    """``memory:import``: a file of the workspace, or lines."""

    path: str | None = None
    lines: list[str] | None = None


def memory_of(workspace: Workspace) -> MemoryService:
    """The workspace's service."""
    service: MemoryService = workspace.store.memory
    return service


def create(workspace: Workspace, payload: CreatePayload) -> MemoryItem:
    """Remember something."""
    return memory_of(workspace).items.create(**attrs.asdict(payload))


def list_items(workspace: Workspace, payload: ListPayload) -> Page[MemoryItem]:
    """Memories, newest first; without ``projectId`` the global ones."""
    return memory_of(workspace).items.list(**attrs.asdict(payload))


def update(workspace: Workspace, payload: UpdatePayload) -> MemoryItem:
    """Change a memory."""
    if not isinstance(payload.patch, Mapping):
        raise InvalidArgument("patch: expected an object")
    names = {camel(name): name for name in PATCHABLE}
    unknown = [key for key in payload.patch if key not in names]
    if unknown:
        raise InvalidArgument("patch: unknown field; known are " + ", ".join(sorted(names)))
    patch = {names[key]: value for key, value in payload.patch.items()}
    return memory_of(workspace).items.update(payload.id, patch, expected_version=payload.expected_version)


def delete(workspace: Workspace, payload: IdPayload) -> MemoryItem:
    """Hide a memory; it can be restored."""
    return memory_of(workspace).items.delete(payload.id, expected_version=payload.expected_version)


def restore(workspace: Workspace, payload: IdPayload) -> MemoryItem:
    """Bring a deleted memory back."""
    return memory_of(workspace).items.restore(payload.id, expected_version=payload.expected_version)


def history(workspace: Workspace, payload: IdPayload) -> dict[str, Any]:
    """Every write to a memory."""
    return {"revisions": memory_of(workspace).items.history(payload.id)}


def undo(workspace: Workspace, payload: UndoPayload) -> MemoryItem:
    """Take a memory back to what it was."""
    return memory_of(workspace).items.undo(
        payload.id, to_version=payload.to_version, expected_version=payload.expected_version
    )


def purge(workspace: Workspace, payload: PurgePayload) -> dict[str, Any]:
    """Remove for good."""
    if not payload.confirm:
        raise InvalidArgument("confirm: expected true, because a purge cannot be undone")
    workspace.store.settle()
    done = memory_of(workspace).purge(
        item_id=payload.id, project_id=payload.project_id, everything=payload.all
    )
    return {"purged": done.purged, "complete": done.complete}


def get_settings(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """All settings."""
    return dict(memory_of(workspace).settings.get())


def update_settings(workspace: Workspace, payload: PatchPayload) -> dict[str, Any]:
    """Change some settings; all come back."""
    return dict(memory_of(workspace).settings.update(payload.patch))


def preview_injection(workspace: Workspace, payload: PreviewPayload) -> dict[str, Any]:
    """What would be injected, in which order and why."""
    return preview_json(memory_of(workspace).preview_injection(**attrs.asdict(payload)))


def preview_json(preview: InjectionPreview) -> dict[str, Any]:
    """A preview as the boundary shows it: ``diagnostics`` and its ``suggestion`` only where there are any."""
    shown = {
        "items": [to_json(item) | {"reason": dict(item.reason)} for item in preview.items],
        "mode": preview.mode,
        "excluded": to_json(preview.excluded),
    }
    if preview.diagnostics is not None:
        shown["diagnostics"] = {k: v for k, v in to_json(preview.diagnostics).items() if v is not None}
    return shown


def export_memories(workspace: Workspace, payload: ExportPayload) -> dict[str, Any]:
    """All memories, or a project's and the global ones, as JSON lines."""
    lines = memory_of(workspace).export_lines(project_id=payload.project_id)
    if payload.path is None:
        found = list(lines)
        return {"exported": len(found), "lines": found}
    return {"exported": write_lines(workspace.root, payload.path, lines), "path": payload.path}


def import_memories(workspace: Workspace, payload: ImportPayload) -> dict[str, Any]:
    """Take memories in; a second time nothing changes."""
    if (payload.path is None) == (payload.lines is None):
        raise InvalidArgument("expected exactly one of path and lines")
    lines = read_lines(workspace.root, payload.path) if payload.path is not None else payload.lines or []
    if len(lines) > LINES_MAXIMUM:
        raise InvalidArgument(f"lines: expected at most {LINES_MAXIMUM}")
    counts: dict[str, Any] = to_json(memory_of(workspace).import_lines(lines))
    return counts


def reindex(workspace: Workspace, _: Nothing) -> dict[str, Any]:
    """Make the lexical index and all vectors anew."""
    return {"vectors": memory_of(workspace).reindex()}


@hookimpl
def underdraft_channels() -> Iterable[Channel]:
    """The writer's memories."""
    table = (
        ("memory:create", CreatePayload, create, "remember something"),
        ("memory:list", ListPayload, list_items, "memories, newest first"),
        ("memory:update", UpdatePayload, update, "change a memory"),
        ("memory:delete", IdPayload, delete, "hide a memory; it can be restored"),
        ("memory:restore", IdPayload, restore, "bring a deleted memory back"),
        ("memory:history", IdPayload, history, "every write to a memory"),
        ("memory:undo", UndoPayload, undo, "take a memory back to what it was"),
        ("memory:purge", PurgePayload, purge, "remove for good"),
        ("memory:settings:get", Nothing, get_settings, "all settings"),
        ("memory:settings:update", PatchPayload, update_settings, "change some settings"),
        ("memory:injection:preview", PreviewPayload, preview_injection, "what would be injected, and why"),
        ("memory:export", ExportPayload, export_memories, "memories as JSON lines"),
        ("memory:import", ImportPayload, import_memories, "take JSON lines in"),
        ("memory:reindex", Nothing, reindex, "make the indexes anew"),
    )
    return [
        Channel(name=name, payload=payload, handle=handle, about=about)
        for name, payload, handle, about in table
    ]
