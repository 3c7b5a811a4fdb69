"""Layer 4: what the project's recent sessions were about."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Fetched, Fetcher, Layer, Part, RunInputs, hookimpl, strings
from underdraft_plugins.fetchers.store_reading import chunk_of, warn_if_unavailable

SOURCE = "memory:sessions"


@warn_if_unavailable
def fetch_summaries(inputs: RunInputs) -> Fetched:
    """One line a session, newest first, without the session that is going on."""
    if inputs.conversation is None:
        return Fetched()
    summaries = inputs.conversation.session_summaries(inputs)
    colon = strings("punctuation", inputs.locale)["colon"]
    parts = (
        Part(text=f"- {s.title}{colon}{s.snippet}", id=f"session:{s.session_id}", reason="recent session")
        for s in summaries
    )
    return Fetched(chunks=chunk_of(parts, source=SOURCE, kind="session_summaries", reason="recent sessions"))


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
            inline=True,
        )
    ]
