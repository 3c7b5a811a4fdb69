"""Layer 5: what is at hand in the session, before the manuscript."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetcher, Layer, Part, RunInputs, hookimpl
from underdraft_plugins.fetchers.store_reading import chunk_of

SOURCE = "memory:working"


def fetch_working(inputs: RunInputs) -> tuple[Chunk, ...]:
    """One entry an item, in the order in which they were put; where some must go, the least important first."""
    session = inputs.request.session_id
    if inputs.working is None or session is None:
        return ()
    at_hand = inputs.working.list(session).items
    parts = (
        Part(
            text="- " + " ".join(item.content.split()),
            id=item.id,
            reason=f"{item.kind}; importance {item.importance:g}, focus {item.focus:g}; ref:working:{item.id}",
            score=item.importance,
            match=item.content,
        )
        for item in at_hand
        if item.project_id == inputs.project_id
    )
    return chunk_of(parts, source=SOURCE, kind="working_memory", reason="session")


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``working_memory``; it reads memory only."""
    return [
        Fetcher(
            name="working_memory",
            layer=Layer.CURRENT,
            fetch=fetch_working,
            rule="working_memory",
            priority=25,
            inline=True,
        )
    ]
