"""Layer 1: what ``config.toml`` says of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft import Chunk, Fetcher, Layer, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft import RunFacts

WORDS = {
    "zh": {"name": "作品", "language": "语言", "genre": "体裁", "document_kind": "文稿类型"},
    "en": {"name": "Title", "language": "Language", "genre": "Genre", "document_kind": "Kind of document"},
}


def fetch_session(facts: RunFacts) -> list[Chunk]:
    """One line a fact that is set, in a fixed order; nothing for a run without a project."""
    if facts.project is None:
        return []
    words = WORDS.get(facts.locale.split("-")[0], WORDS["en"])
    separator = "：" if facts.locale.startswith("zh") else ": "
    lines = [
        f"- {word}{separator}{' '.join(str(value).split())}"
        for field, word in words.items()
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
