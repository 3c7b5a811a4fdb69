"""Sessions: begun and ended, what was said in them, what is at hand, and what they were about."""

from __future__ import annotations

from typing import Annotated

from underdraft.boundary.channel import served
from underdraft.channels.answers import List
from underdraft.channels.arguments import (
    OWN,
    ProjectId,
    SessionId,
    admit,
    conversation_of,
)
from underdraft.channels.parts import Service
from underdraft.memory.sessions.lifecycle import Ended, SessionRecord
from underdraft.types.sessions import SessionSummary
from underdraft.types.values import frozen


@frozen(kw_only=True)
class SessionStarted:
    """The session that has begun."""

    session_id: str


class Sessions(Service):
    """Sessions."""

    @served("session:start")
    def start(self, *, project_id: ProjectId = OWN) -> SessionStarted:
        """Begin a session."""
        return SessionStarted(session_id=self.workspace.store.sessions.start(project_id))

    @served("session:end")
    def end(self, *, session_id: SessionId, project_id: ProjectId = OWN) -> Ended:
        """End a session: archive what is worth it of what is at hand, drop the rest."""
        admit(self.workspace, session_id, project_id)
        return self.workspace.store.sessions.end(session_id)

    @served("session:list")
    def list(
        self,
        *,
        project_id: ProjectId = OWN,
        limit: Annotated[int, "Most items, 1 to 500."] = 50,
    ) -> List[SessionRecord]:
        """The project's sessions, newest first."""
        return List(self.workspace.store.sessions.list(project_id, limit=limit))

    @served("summary:list")
    def summaries(
        self,
        *,
        limit: Annotated[int, "Most items, 1 to 1,000."] = 50,
        project_id: ProjectId = OWN,
    ) -> List[SessionSummary]:
        """List the summaries of the project's sessions, newest first."""
        return List(conversation_of(self.workspace).summaries.list(project_id, limit=limit))

    @served("summary:update")
    def summarise(
        self,
        *,
        session_id: SessionId,
        title: Annotated[str | None, "One line; it stays if missing."] = None,
        snippet: Annotated[str | None, "One or two sentences; they stay if missing."] = None,
        delete: Annotated[bool, "Hide it for good instead; the session gets no other by itself."] = False,
        project_id: ProjectId = OWN,
    ) -> SessionSummary:
        """Change a session's summary; with both texts, write the summary of a session that has none."""
        admit(self.workspace, session_id, project_id)
        summaries = conversation_of(self.workspace).summaries
        if delete:
            return summaries.delete(session_id)
        return summaries.write(session_id, project_id, title=title, snippet=snippet)
