"""Arguments that several channels take, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from underdraft.boundary.shape import json_key
from underdraft.channels.parts import WorkspaceParts
from underdraft.errors import InvalidArgument, NotFound
from underdraft.project.files import DiskFiles
from underdraft.project.source_files import SourceFiles
from underdraft.types.checks import check_reach
from underdraft.types.episodes import Episode
from underdraft.types.request import OWN_PROJECT

if TYPE_CHECKING:
    from underdraft.memory.notes.crud import UserMemory
    from underdraft.memory.notes.record import MemoryItem
    from underdraft.memory.runs.store import StoredRun
    from underdraft.memory.sessions.service import ConversationService

ProjectId = Annotated[
    str | None, OWN_PROJECT, "A project's id, or null for none; if missing the workspace's own."
]
"""Where it is missing, ``served`` puts the workspace's own project in."""
OWN: Any = OWN_PROJECT
"""The default of an argument of this type."""
ProjectOrNone = Annotated[str | None, "A project's id, or null for none."]
SeenVersion = Annotated[int | None, "The version seen; if another one is stored, the answer is `CONFLICT`."]
SessionId = Annotated[str, "A session's id."]
RunId = Annotated[str, "A run's id."]
Cursor = Annotated[str | None, "The `nextCursor` of the page before."]
Chapter = Annotated[int | None, "Only what is so by the end of this chapter, from 0 to 9999."]
Deadline = Annotated[int | None, "Limit in milliseconds; null takes the default."]


def disk_of(workspace: WorkspaceParts) -> DiskFiles | SourceFiles:
    """The project's files, to write into; those of a source that only reads are refused."""
    if not workspace.files.writable:
        raise InvalidArgument("path: this project is in no folder", details={"field": "path"})
    return workspace.files


def conversation_of(workspace: WorkspaceParts) -> ConversationService:
    """Return the store's conversations, and resume work that an earlier process left undone."""
    service = workspace.store.conversation
    service.worker.wake()
    return service


def admit(workspace: WorkspaceParts, session_id: str, project_id: str | None) -> None:
    """See that a session may be reached from a project; another one's is ``NotFound``."""
    store = workspace.store
    if store.database.place.exists():  # what is at hand makes no store
        store.conversation.transcript.check_session(session_id, project_id)
    for item in store.working.list(session_id).items:
        check_reach("sessionId", item.project_id, project_id, "session")


def run_of(workspace: WorkspaceParts, run_id: str, project_id: str | None) -> StoredRun:
    """A run that may be reached from the project, else ``NotFound``."""
    stored = workspace.store.runs.get(run_id)
    check_reach("runId", stored.record.project_id, project_id, "run")
    return stored


def records_of(workspace: WorkspaceParts) -> UserMemory:
    """All that is remembered; work that an earlier process left undone is taken up."""
    conversation_of(workspace)
    return workspace.store.memory.items


def memory_of(
    workspace: WorkspaceParts, memory_id: str, project_id: str | None, section: str | None = None
) -> MemoryItem:
    """Return a memory (of a section) that may be reached from the project. Raises as :func:`run_of`."""
    item = records_of(workspace).get(memory_id, section)
    check_reach("id", item.project_id, project_id, "memory")
    return item


def episode_of(workspace: WorkspaceParts, episode_id: str, project_id: str | None) -> Episode:
    """A past run that may be reached from the project. Raises as :func:`run_of`."""
    episode = workspace.store.episodes.get(episode_id)
    if episode is None:
        raise NotFound("ref: there is no such episode", details={"field": "ref"})
    check_reach("ref", episode.project_id, project_id, "episode")
    return episode


def patched(patch: Mapping[str, object], known: frozenset[str]) -> dict[str, object]:
    """A patch by the names of attributes; a key that belongs to none of ``known`` is refused."""
    names = {json_key(name): name for name in known}
    if any(key not in names for key in patch):
        raise InvalidArgument("patch: unknown field; known are " + ", ".join(sorted(names)))
    return {names[key]: value for key, value in patch.items()}
