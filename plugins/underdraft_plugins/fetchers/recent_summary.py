"""Layer 4: the project's last runs in a few words each, with the reference that brings the rest back."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Fetched, Fetcher, Layer, Part, RunInputs, hookimpl, strings
from underdraft.types.sessions import Compact
from underdraft_plugins.fetchers.store_reading import chunk_of, warn_if_unavailable

SOURCE = "memory:compacts"


@warn_if_unavailable
def fetch_compacts(inputs: RunInputs) -> Fetched:
    """One line a run, oldest first; of a chat without those that its history holds."""
    if inputs.conversation is None:
        return Fetched()
    compacts = inputs.conversation.recent_compacts(inputs, int(inputs.rules["recent_summary"]))
    parts = (
        Part(text=line_of(compact, inputs.locale), id=compact.ref, reason="recent run", score=float(place))
        for place, compact in enumerate(compacts)  # where entries must go, the oldest goes first
    )
    return Fetched(chunks=chunk_of(parts, source=SOURCE, kind="recent_summary", reason="recent runs"))


def line_of(compact: Compact, locale: str) -> str:
    """One run on one line; in privacy mode its tags only."""
    said = [
        f"{word}{text}"
        for name, word in strings("recent_summary", locale).items()
        if (text := getattr(compact, name))
    ]
    body = strings("punctuation", locale)["semicolon"].join(said) or " ".join(compact.tags)
    return f"- {compact.skill_id} · {body} · ref:{compact.ref}"


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``recent_summary``, whose number says how many."""
    return [
        Fetcher(
            name="recent_summary",
            layer=Layer.RECENT,
            fetch=fetch_compacts,
            rule="recent_summary",
            priority=20,
            inline=True,
        )
    ]
