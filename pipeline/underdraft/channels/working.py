"""Working memory of a session, held in RAM only."""

from __future__ import annotations

from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.arguments import OWN, ProjectId, ProjectOrNone, SessionId, admit
from underdraft.channels.parts import Service
from underdraft.memory.sessions.working import FOCUS_DEFAULT, Put
from underdraft.types.episodes import WorkingView


class Working(Service):
    """Working memory of a session."""

    @served("working:put")
    def put(
        self,
        *,
        session_id: SessionId,
        project_id: ProjectOrNone,
        kind: Annotated[
            str,
            "What it is, e.g. `note`, `task`, `instruction` or `reference`; a `preference` or `preference_signal` "
            "may outlive the session.",
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
        """List the working memory of a session, in the order in which it was put."""
        admit(self.workspace, session_id, project_id)
        return self.workspace.store.working.list(session_id)
