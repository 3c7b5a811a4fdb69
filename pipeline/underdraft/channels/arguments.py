"""Arguments that several channels take, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from underdraft.boundary.shape import json_key
from underdraft.errors import InvalidArgument
from underdraft.memory.sessions.service import ConversationService
from underdraft.project.source_files import refuse_path
from underdraft.types.request import Own
from underdraft.workspace import Workspace

ProjectOrOwn = Annotated[str | Own | None, "A project's id, or null for none; if missing the workspace's."]
SeenVersion = Annotated[int | None, "The version seen; if another one is stored, the answer is `CONFLICT`."]
SessionId = Annotated[str, "A session's id."]
RunId = Annotated[str, "A run's id."]
AlsoGlobal = Annotated[str | None, "This project's and those for all; only those for all if missing."]
Cursor = Annotated[str | None, "The `nextCursor` of the page before."]
Chapter = Annotated[int | None, "Only what is so by the end of this chapter, from 0 to 9999."]
Deadline = Annotated[int | None, "Limit in milliseconds; null takes the default."]


def root_of(workspace: Workspace) -> Path:
    """The project's folder.

    Raises:
        InvalidArgument: It is in none.
    """
    return workspace.root or refuse_path()


def project_of(workspace: Workspace, project_id: str | Own | None) -> str | None:
    """The project that is meant: a missing one is the workspace's."""
    if isinstance(project_id, Own):
        return workspace.config.project.id if workspace.config.project else None
    return project_id


def conversation_of(workspace: Workspace) -> ConversationService:
    """What sessions have said and left behind; work that an earlier process left undone is taken up."""
    service = workspace.store.conversation
    service.worker.wake()
    return service


def patched(patch: Mapping[str, object], known: frozenset[str]) -> dict[str, object]:
    """A patch by the names of attributes; a key that belongs to none of ``known`` is refused."""
    names = {json_key(name): name for name in known}
    if any(key not in names for key in patch):
        raise InvalidArgument("patch: unknown field; known are " + ", ".join(sorted(names)))
    return {names[key]: value for key, value in patch.items()}
