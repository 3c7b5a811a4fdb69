"""Layer 2: the writer's profile document, while ``memory.enable_user_profile`` is on."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetched, Fetcher, Layer, RunInputs, hookimpl
from underdraft_plugins.fetchers.store_reading import warn_if_unavailable

SOURCE = "memory:profile"


@warn_if_unavailable
def fetch_profile(inputs: RunInputs) -> Fetched:
    """The document as the writer sees it; nothing when it is empty or switched off."""
    if inputs.conversation is None:
        return Fetched()
    markdown = inputs.conversation.profile()
    if not markdown.strip():
        return Fetched()
    return Fetched(
        chunks=[Chunk(text=markdown, source=SOURCE, kind="profile", reason="the writer's profile")]
    )


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Always on: the setting, and not a skill, decides."""
    return [
        Fetcher(
            name="profile", layer=Layer.PROFILE, fetch=fetch_profile, priority=10, stable=True, inline=True
        )
    ]
