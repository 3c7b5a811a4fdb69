"""Sessions: begun and ended, what was said in them, what is at hand, and what they were about."""

from __future__ import annotations

from typing import Annotated, Literal

import attrs

from underdraft.boundary.channel import channel
from underdraft.channels.answers import List
from underdraft.channels.arguments import (
    Cursor,
    ProjectId,
    ProjectOrNone,
    SeenVersion,
    SessionId,
    admit,
    conversation_of,
)
from underdraft.memory.db.paging import Page
from underdraft.memory.sessions.lifecycle import Ended, SessionRecord
from underdraft.memory.sessions.working import FOCUS_DEFAULT, Put
from underdraft.run.provider_rules import block_for
from underdraft.types.episodes import WorkingItem, WorkingView
from underdraft.types.prompt import Message
from underdraft.types.sessions import SessionSummary, StoredMessage
from underdraft.workspace import Workspace

MessageId = Annotated[str, "A message's id."]
Title = Annotated[str, "One line."]
Snippet = Annotated[str, "One or two sentences."]


@attrs.frozen(kw_only=True)
class SessionStarted:
    """The session that has begun."""

    session_id: str


@attrs.frozen(kw_only=True)
class WindowAnswer:
    """The earlier messages as the next request sends them."""

    messages: tuple[Message, ...]


@attrs.frozen(kw_only=True)
class MessagesDeleted:
    """How many messages went."""

    deleted: int


@channel("session:start")
def start_session(workspace: Workspace, *, project_id: ProjectId) -> SessionStarted:
    """Begin a session."""
    return SessionStarted(session_id=workspace.store.sessions.start(project_id))


@channel("session:end")
def end_session(workspace: Workspace, *, session_id: SessionId, project_id: ProjectId) -> Ended:
    """End a session: archive what is worth it of what is at hand, drop the rest."""
    admit(workspace, session_id, project_id)
    return workspace.store.sessions.end(session_id)


@channel("session:list")
def list_sessions(
    workspace: Workspace,
    *,
    project_id: ProjectId,
    limit: Annotated[int, "Most items, 1 to 500."] = 50,
) -> List[SessionRecord]:
    """The project's sessions, newest first."""
    return List(workspace.store.sessions.list(project_id, limit=limit))


@channel("working:put")
def put(
    workspace: Workspace,
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
    admit(workspace, session_id, project_id)
    return workspace.store.working.put(
        session_id,
        project_id=project_id,
        kind=kind,
        content=content,
        importance=importance,
        focus=focus,
        token_count=token_count,
    )


@channel("working:list")
def list_working(workspace: Workspace, *, session_id: SessionId, project_id: ProjectId) -> WorkingView:
    """What is at hand in a session, in the order in which it was put."""
    admit(workspace, session_id, project_id)
    return workspace.store.working.list(session_id)


@channel("working:update")
def update_working(
    workspace: Workspace,
    *,
    session_id: SessionId,
    project_id: ProjectId,
    id: Annotated[str, "The item's id."],
    content: Annotated[str | None, "The new text."] = None,
    importance: Annotated[float | None, "0 to 1."] = None,
    focus: Annotated[float | None, "0 to 1."] = None,
    expected_version: SeenVersion = None,
) -> WorkingItem:
    """Change something at hand in its place."""
    admit(workspace, session_id, project_id)
    return workspace.store.working.update(
        session_id, id, content=content, importance=importance, focus=focus, expected_version=expected_version
    )


@channel("working:remove")
def remove_working(
    workspace: Workspace,
    *,
    session_id: SessionId,
    project_id: ProjectId,
    id: Annotated[str, "The item's id."],
) -> WorkingItem:
    """Take something out of a session's working memory; the answer is what it was."""
    admit(workspace, session_id, project_id)
    return workspace.store.working.remove(session_id, id)


@channel("conversation:append")
def append(
    workspace: Workspace,
    *,
    session_id: SessionId,
    role: Annotated[Literal["user", "assistant"], "Who said it."],
    content: Annotated[str, "What was said."],
    project_id: ProjectId,
) -> StoredMessage:
    """Add a message that no run made."""
    return conversation_of(workspace).transcript.append(session_id, project_id, role=role, content=content)


@channel("conversation:list")
def list_messages(
    workspace: Workspace,
    *,
    session_id: SessionId,
    project_id: ProjectId,
    collected: Annotated[bool, "Only favourites."] = False,
    limit: Annotated[int, "Most items of a page, 1 to 2,000."] = 200,
    cursor: Cursor = None,
) -> Page[StoredMessage]:
    """All messages of a session, also those that the window has dropped."""
    return conversation_of(workspace).transcript.list(
        session_id, project_id, collected=collected, limit=limit, cursor=cursor
    )


@channel("conversation:window")
def window(workspace: Workspace, *, session_id: SessionId, project_id: ProjectId) -> WindowAnswer:
    """The earlier messages as the next request would send them."""
    messages = conversation_of(workspace).history(
        session_id,
        project_id,
        auto_block=block_for(workspace.config.model, workspace.config.cache_family),
    )
    return WindowAnswer(messages=messages)


@channel("conversation:get")
def get_message(workspace: Workspace, *, id: MessageId, project_id: ProjectId) -> StoredMessage:
    """One message."""
    return message_of(workspace, id, project_id)


@channel("conversation:collect")
def collect(
    workspace: Workspace,
    *,
    id: MessageId,
    collected: Annotated[bool, "Whether it is one."],
    project_id: ProjectId,
) -> StoredMessage:
    """Mark a message as a favourite, or no longer."""
    message_of(workspace, id, project_id)
    return conversation_of(workspace).transcript.collect(id, collected=collected)


@channel("conversation:delete")
def delete_messages(
    workspace: Workspace,
    *,
    session_id: SessionId,
    id: Annotated[str | None, "Only the turn of this message."] = None,
    project_id: ProjectId,
) -> MessagesDeleted:
    """Delete a transcript, or one turn of it."""
    gone = conversation_of(workspace).transcript.delete(session_id, project_id, message_id=id)
    return MessagesDeleted(deleted=gone)


@channel("summary:list")
def list_summaries(
    workspace: Workspace,
    *,
    limit: Annotated[int, "Most items, 1 to 1,000."] = 50,
    project_id: ProjectId,
) -> List[SessionSummary]:
    """What the project's sessions were about, newest first."""
    return List(conversation_of(workspace).summaries.list(project_id, limit=limit))


@channel("summary:get")
def get_summary(workspace: Workspace, *, session_id: SessionId, project_id: ProjectId) -> SessionSummary:
    """What one session was about."""
    return summary_of(workspace, session_id, project_id)


@channel("summary:create")
def create_summary(
    workspace: Workspace,
    *,
    session_id: SessionId,
    title: Title,
    snippet: Snippet,
    project_id: ProjectId,
) -> SessionSummary:
    """Write a session's summary by hand."""
    admit(workspace, session_id, project_id)
    return conversation_of(workspace).summaries.create(
        session_id=session_id, project_id=project_id, title=title, snippet=snippet
    )


@channel("summary:update")
def update_summary(
    workspace: Workspace,
    *,
    session_id: SessionId,
    title: Annotated[str | None, "One line; it stays if missing."] = None,
    snippet: Annotated[str | None, "One or two sentences; they stay if missing."] = None,
    project_id: ProjectId,
) -> SessionSummary:
    """Change a session's summary."""
    summary_of(workspace, session_id, project_id)
    return conversation_of(workspace).summaries.update(session_id, title=title, snippet=snippet)


@channel("summary:delete")
def delete_summary(workspace: Workspace, *, session_id: SessionId, project_id: ProjectId) -> SessionSummary:
    """Hide a session's summary for good; the session gets no other by itself."""
    summary_of(workspace, session_id, project_id)
    return conversation_of(workspace).summaries.delete(session_id)


def message_of(workspace: Workspace, message_id: str, project_id: str | None) -> StoredMessage:
    """A message of a session that may be seen. Raises as :func:`admit`."""
    message = conversation_of(workspace).transcript.get(message_id)
    admit(workspace, message.session_id, project_id)
    return message


def summary_of(workspace: Workspace, session_id: str, project_id: str | None) -> SessionSummary:
    """The summary of a session that may be seen. Raises as :func:`admit`."""
    admit(workspace, session_id, project_id)
    return conversation_of(workspace).summaries.get(session_id)
