"""The whole thing behind a reference, as it is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from underdraft.errors import NotFound
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.store import Store
from underdraft.types.checks import check_reach
from underdraft.types.episodes import Episode
from underdraft.types.sessions import AtomicMemory, SessionSummary, StoredMessage
from underdraft.types.values import frozen

SESSION_MESSAGES = 2_000
"""Maximum number of messages that a reference to a session shows."""


@frozen(kw_only=True)
class ShownSession:
    """A session's summary, if it has one, and its messages."""

    ref: str
    kind: Literal["session"] = "session"
    summary: Annotated[SessionSummary | None, "What it was about, or null."]
    messages: Annotated[tuple[StoredMessage, ...], "The first 2,000."]
    next_cursor: Annotated[str | None, "Asks `conversation:list` for the others; null when there are none."]


@frozen(kw_only=True)
class ShownItem:
    """A past run as it is remembered, a fact or a memory, with the reference that led to it."""

    ref: str
    kind: Annotated[str, "The word before the colon: `episode`, `atomic` or `memory`."]
    item: Episode | AtomicMemory | MemoryItem


def shown_session(store: Store, ref: str, name: str, project_id: str | None) -> ShownSession:
    """A session's summary and messages, when there are any that the project may see."""
    page = store.conversation.transcript.list(name, project_id, limit=SESSION_MESSAGES)
    try:
        summary = store.conversation.summaries.get(name)
        check_reach("ref", summary.project_id, project_id, "session")
    except NotFound:
        summary = None
    if not page.items and summary is None:
        raise NotFound("ref: there is no such session", details={"field": "ref"})
    return ShownSession(ref=ref, summary=summary, messages=page.items, next_cursor=page.next_cursor)
