"""Layer 4: memories that fit what is being asked for, next to those that the prefix always holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft import Chunk, Fetched, Fetcher, Layer, Part, StoreError, hookimpl
from underdraft.errors import MEMORY_DEGRADED, MEMORY_UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from underdraft import RunFacts
    from underdraft.types.facts import MemoryReader
    from underdraft.types.memory import RecallResult

SOURCE = "memory:recall"
NOT_CONFIGURED = "EMBEDDER_NONE"
"""The one degradation that the writer has chosen, and is not warned of."""

TIMEOUT_MS = 4_000
"""The first recall may wait for the embedder to load (about 2 s); later ones take some 10 ms."""


def fetch_recall(facts: RunFacts) -> Fetched:
    """What fits the query and does not stand in layer 2 already."""
    if facts.memory is None or not facts.query.strip():
        return Fetched()
    project = facts.project.id if facts.project else None
    document = facts.request.document_id
    try:
        shown = injected_ids(facts, facts.memory, project, document)
        found = facts.memory.recall(project, facts.query, exclude_ids=shown, document_id=document)
    except StoreError:
        return Fetched(warnings=(MEMORY_UNAVAILABLE,))
    return Fetched(chunks=chunks_of(found), warnings=warnings_of(found))


def injected_ids(
    facts: RunFacts, memory: MemoryReader, project: str | None, document: str | None
) -> frozenset[str]:
    """Ids of what layer 2 holds in this run."""
    if not facts.rules.asks_for("user_preferences"):
        return frozenset()
    return frozenset(item.id for item in memory.preview_injection(project, document).items)


def chunks_of(found: RecallResult) -> tuple[Chunk, ...]:
    """One chunk with a part for each memory; none when nothing fits."""
    parts = tuple(
        Part(
            text="- " + " ".join(item.content.split()),
            id=item.id,
            reason=str(item.reason["kind"]),
            score=score_of(item.reason.get("score")),
            match=item.content,
        )
        for item in found.items
    )
    if not parts:
        return ()
    best = max((part.score for part in parts if part.score is not None), default=None)
    return (Chunk(text="", source=SOURCE, kind="memories", reason=found.mode, score=best, parts=parts),)


def score_of(score: object) -> float | None:
    """The score, if it is a number."""
    return float(score) if isinstance(score, int | float) else None


def warnings_of(found: RecallResult) -> tuple[str, ...]:
    """What the recall says of a degradation."""
    if found.diagnostics is None or found.diagnostics.code == NOT_CONFIGURED:
        return ()
    return (f"{MEMORY_DEGRADED}: {found.diagnostics.reason}",)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``memories``."""
    return [
        Fetcher(
            name="memory_recall",
            layer=Layer.RECENT,
            fetch=fetch_recall,
            rule="memories",
            priority=40,
            timeout_ms=TIMEOUT_MS,
        )
    ]
