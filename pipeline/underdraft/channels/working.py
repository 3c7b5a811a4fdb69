"""What is at hand in a session, in memory only."""

from __future__ import annotations

from typing import Annotated, Literal

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, ProjectId, ProjectOrNone, SeenVersion, SessionId, admit
from underdraft.channels.parts import Service
from underdraft.memory.sessions.working import FOCUS_DEFAULT, Put
from underdraft.types.episodes import WorkingItem, WorkingView


class Working(Service):
    """What is at hand in a session."""

    @served("working:put")
    def put(
        self,
        *,
        session_id: SessionId,
        project_id: ProjectOrNone,
        kind: Annotated[
            Literal["note", "task", "instruction", "reference", "preference", "preference_signal"],
            "What it is; a `preference` or `preference_signal` may outlive the session.",
        ],
        content: Annotated[str, "The text."],
        importance: Annotated[float, "0 to 1."],
        focus: Annotated[float, "How near it is to what is being edited, 0 to 1."] = FOCUS_DEFAULT,
        token_count: Annotated[int | None, "Its tokens, where they have been counted."] = None,
    ) -> Put:
        """Put something at hand in a session, in memory only; what is least worth keeping makes room for it."""
        admit(self.workspace, session_id, project_id)
        return self.workspace.store.working.put(
            session_id,
            project_id=project_id,
            kind=kind,
            content=content,
            importance=importance,
            focus=focus,
            token_count=token_count,
        )

    @served("working:list")
    def list(self, *, session_id: SessionId, project_id: ProjectId = OWN) -> WorkingView:
        """What is at hand in a session, in the order in which it was put."""
        admit(self.workspace, session_id, project_id)
        return self.workspace.store.working.list(session_id)

    @served("working:update")
    def update(
        self,
        *,
        session_id: SessionId,
        project_id: ProjectId = OWN,
        id: Annotated[str, "The item's id."],
        content: Annotated[str | None, "The new text."] = None,
        importance: Annotated[float | None, "0 to 1."] = None,
        focus: Annotated[float | None, "0 to 1."] = None,
        expected_version: SeenVersion = None,
        remove: Annotated[bool, "Take it out instead; the answer is what it was."] = False,
    ) -> WorkingItem:
        """Change something at hand in its place, or remove it."""
        admit(self.workspace, session_id, project_id)
        if remove:
            return self.workspace.store.working.remove(session_id, id)
        return self.workspace.store.working.update(
            session_id,
            id,
            content=content,
            importance=importance,
            focus=focus,
            expected_version=expected_version,
        )
