"""Layer 1: what ``config.toml`` says of the project."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetcher, Layer, RunInputs, hookimpl, strings


def fetch_session(inputs: RunInputs) -> list[Chunk]:
    """One line a fact that is set, in a fixed order; nothing for a run without a project."""
    if inputs.project is None:
        return []
    colon = strings("punctuation", inputs.locale)["colon"]
    lines = [
        f"- {word}{colon}{' '.join(str(value).split())}"
        for field, word in strings("session", inputs.locale).items()
        if (value := getattr(inputs.project, field))
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
