"""Layer 3: what the story graph knows of the scene: states, relations and events, each with its ref."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Chunk, Fetched, Fetcher, Layer, Part, RunInputs, hookimpl, strings

COLD_MS = 15_000
"""The first run of a large project reads all knowledge files once; later ones take milliseconds."""


def fetch_story(inputs: RunInputs) -> Fetched:
    """One list, as of the run's chapter: nothing of later ones is shown; the budget drops the weakest lines."""
    if inputs.knowledge is None:
        return Fetched()
    lines, chapter, warnings = inputs.knowledge.story(inputs)
    if not lines:
        return Fetched(warnings=warnings)
    words = strings("knowledge_graph", inputs.locale)
    until = words["until"].format(chapter=chapter) if chapter is not None else ""
    chunk = Chunk(
        text=f"{words['head']}{until}",
        source="knowledge:story",
        kind="knowledge",
        parts=tuple(
            Part(text=line.text, id=line.id, score=line.score, reason="concerns who is named in the scene")
            for line in lines
        ),
        reason="asked for by the skill",
    )
    return Fetched(chunks=[chunk], warnings=warnings)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """After the files: what the writer wrote by hand comes first."""
    return [
        Fetcher(
            name="knowledge_graph",
            layer=Layer.PROJECT,
            fetch=fetch_story,
            rule="knowledge_graph",
            priority=60,
            stable=True,
            timeout_ms=COLD_MS,
            awaited=True,
        )
    ]
