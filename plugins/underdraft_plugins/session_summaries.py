"""Layer 4: what the project's recent sessions were about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft import Chunk, Fetched, Fetcher, Layer, Part, StoreError, hookimpl, strings
from underdraft.errors import MEMORY_UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft import RunFacts

SOURCE = "memory:sessions"


def fetch_summaries(facts: RunFacts) -> Fetched:
    """One line a session, newest first, without the session that is going on."""
    if facts.conversation is None:
        return Fetched()
    project = facts.project.id if facts.project else None
    try:
        summaries = facts.conversation.session_summaries(project, exclude_session=facts.request.session_id)
    except StoreError:
        return Fetched(warnings=(MEMORY_UNAVAILABLE,))
    colon = strings("punctuation", facts.locale)["colon"]
    parts = tuple(
        Part(text=f"- {s.title}{colon}{s.snippet}", id=f"session:{s.session_id}", reason="recent session")
        for s in summaries
    )
    if not parts:
        return Fetched()
    chunk = Chunk(text="", source=SOURCE, kind="session_summaries", reason="recent sessions", parts=parts)
    return Fetched(chunks=[chunk])


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``session_summaries``; how many is a setting."""
    return [
        Fetcher(
            name="session_summaries",
            layer=Layer.RECENT,
            fetch=fetch_summaries,
            rule="session_summaries",
            priority=50,
        )
    ]
