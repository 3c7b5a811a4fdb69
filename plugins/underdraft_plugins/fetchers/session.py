"""Layer 1: what ``config.toml`` says of the project."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetcher, Layer, RunFacts, hookimpl, strings


def fetch_session(facts: RunFacts) -> list[Chunk]:
    """One line a fact that is set, in a fixed order; nothing for a run without a project."""
    if facts.project is None:
        return []
    colon = strings("punctuation", facts.locale)["colon"]
    lines = [
        f"- {word}{colon}{' '.join(str(value).split())}"
        for field, word in strings("session", facts.locale).items()
        if (value := getattr(facts.project, field))
    ]
    return [Chunk(text="\n".join(lines), source="config:project", kind="session", reason="project facts")]


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """Always on: it costs a few tokens and never changes within a project."""
    return [
        Fetcher(
            name="session", layer=Layer.SESSION, fetch=fetch_session, priority=10, stable=True, inline=True
        )
    ]
