"""The session's earlier turns, exactly as they were sent, and in layer 4 what the writer said before them."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import LAYERS, Fetched, Fetcher, Layer, Part, RunInputs, StoreError, hookimpl
from underdraft_plugins.fetchers.store_reading import RECALL_TIMEOUT_MS, chunk_of, warn_if_unavailable

SOURCE = "memory:earlier"

TOKENS_MAXIMUM = 1_500
"""Maximum estimated tokens of earlier words, at most half of layer 4's cap: ten rounds of a window bring
back a talk of some hundred rounds once, since nothing that stands in the window is brought again."""


@warn_if_unavailable
def fetch_conversation(inputs: RunInputs) -> Fetched:
    """The window; a run without a session, or with the transcript of a client, has none."""
    reader = inputs.conversation
    if reader is None or inputs.request.session_id is None or inputs.transcript is not None:
        return Fetched()
    return Fetched(history=reader.history(inputs), history_stays=reader.window_block(inputs) > 0)


@warn_if_unavailable
def fetch_earlier(inputs: RunInputs) -> Fetched:
    """Fetch the writer's words from rounds that the window has dropped, oldest first."""
    reader = inputs.conversation
    if reader is None or inputs.request.session_id is None or not inputs.query.strip():
        return Fetched()
    cap = inputs.caps.get(Layer.RECENT, LAYERS[Layer.RECENT].cap_tokens)
    found = reader.earlier_words(inputs, most_tokens=min(TOKENS_MAXIMUM, cap // 2))
    sent = [message.content for message in inputs.transcript or ()]
    found = [words for words in found if not any(words.text in text for text in sent)]
    parts = (Part(text=f"- {e.text}", reason="said earlier", score=e.score, match=e.text) for e in found)
    return Fetched(
        chunks=chunk_of(parts, source=SOURCE, kind="earlier_words", reason="said earlier", scored=True)
    )


def nothing_earlier(inputs: RunInputs) -> bool:
    """Whether there is nothing to look for: all that the writer said stands in the window."""
    reader = inputs.conversation
    if reader is None or inputs.request.session_id is None or not inputs.query.strip():
        return True
    try:
        return not reader.has_earlier(inputs)
    except StoreError:
        return True  # the fetcher itself declares it


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
        ),
        Fetcher(
            name="earlier_words",
            layer=Layer.RECENT,
            fetch=fetch_earlier,
            rule="conversation",
            priority=60,
            timeout_ms=RECALL_TIMEOUT_MS,
            inline=nothing_earlier,
        ),
    ]
