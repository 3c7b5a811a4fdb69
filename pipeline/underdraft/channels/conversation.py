"""The messages of sessions."""

from __future__ import annotations

from typing import Annotated, Literal

from underdraft.boundary.channel import served
from underdraft.cache.provider_rules import block_for
from underdraft.channels.arguments import OWN, Cursor, ProjectId, SessionId, admit, conversation_of
from underdraft.channels.parts import Service
from underdraft.memory.db.paging import Page
from underdraft.types.prompt import Message
from underdraft.types.sessions import StoredMessage
from underdraft.types.values import frozen

MessageId = Annotated[str, "A message's id."]


@frozen(kw_only=True)
class WindowAnswer:
    """The earlier messages as the next request sends them."""

    messages: tuple[Message, ...]


@frozen(kw_only=True)
class MessagesDeleted:
    """How many messages went."""

    deleted: int


class Conversation(Service):
    """The messages of a session."""

    @served("conversation:append")
    def append(
        self,
        *,
        session_id: SessionId,
        role: Annotated[Literal["user", "assistant"], "Who said it."],
        content: Annotated[str, "What was said."],
        project_id: ProjectId = OWN,
    ) -> StoredMessage:
        """Add a message that no run made."""
        return conversation_of(self.workspace).transcript.append(
            session_id, project_id, role=role, content=content
        )

    @served("conversation:list")
    def list(
        self,
        *,
        session_id: SessionId,
        project_id: ProjectId = OWN,
        collected: Annotated[bool, "Only favourites."] = False,
        limit: Annotated[int, "Most items of a page, 1 to 2,000."] = 200,
        cursor: Cursor = None,
    ) -> Page[StoredMessage]:
        """All messages of a session, also those that the window has dropped."""
        return conversation_of(self.workspace).transcript.list(
            session_id, project_id, collected=collected, limit=limit, cursor=cursor
        )

    @served("conversation:window")
    def window(self, *, session_id: SessionId, project_id: ProjectId = OWN) -> WindowAnswer:
        """The earlier messages as the next request would send them."""
        messages = conversation_of(self.workspace).transcript.window(
            session_id,
            project_id,
            auto_block=block_for(self.workspace.config.model, self.workspace.config.cache_family),
        )
        return WindowAnswer(messages=tuple(Message(role=m.role, content=m.content) for m in messages))

    @served("conversation:collect")
    def collect(
        self,
        *,
        id: MessageId,
        collected: Annotated[bool, "Whether it is one."],
        project_id: ProjectId = OWN,
    ) -> StoredMessage:
        """Mark a message as a favourite, or no longer."""
        self._check(id, project_id)
        return conversation_of(self.workspace).transcript.collect(id, collected=collected)

    @served("conversation:delete")
    def delete(
        self,
        *,
        session_id: SessionId,
        id: Annotated[str | None, "Only the turn of this message."] = None,
        project_id: ProjectId = OWN,
    ) -> MessagesDeleted:
        """Delete a transcript, or one turn of it."""
        gone = conversation_of(self.workspace).transcript.delete(session_id, project_id, message_id=id)
        return MessagesDeleted(deleted=gone)

    def _check(self, message_id: str, project_id: str | None) -> None:
        """See that a message may be reached from the project. Raises as :func:`admit`."""
        message = conversation_of(self.workspace).transcript.get(message_id)
        admit(self.workspace, message.session_id, project_id)
