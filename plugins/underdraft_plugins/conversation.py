"""The session's earlier turns, exactly as they were sent, between the system message and the new one."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Fetched, Fetcher, Layer, RunFacts, hookimpl
from underdraft_plugins.store_reading import warn_if_unavailable


@warn_if_unavailable
def fetch_conversation(facts: RunFacts) -> Fetched:
    """The window; a run without a session has none."""
    session_id = facts.request.session_id
    reader, block = facts.conversation, facts.auto_block
    if reader is None or session_id is None:
        return Fetched()
    history = reader.history(session_id, facts.project_id, room_tokens=facts.room_tokens, auto_block=block)
    return Fetched(history=tuple(history), history_stays=reader.window_block(block) > 0)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``conversation``."""
    return [
        Fetcher(
            name="conversation",
            layer=Layer.RECENT,
            fetch=fetch_conversation,
            rule="conversation",
            priority=10,
            inline=True,
        )
    ]
