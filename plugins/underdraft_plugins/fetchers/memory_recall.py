"""Layer 4: memories that fit what is being asked for, next to those that the prefix always holds."""

from __future__ import annotations

from collections.abc import Iterable

from underdraft import Fetched, Fetcher, Layer, Part, RunInputs, hookimpl
from underdraft.types.run_inputs import MemoryReader
from underdraft_plugins.fetchers.store_reading import (
    chunk_of,
    embeds_nothing,
    injection_of,
    warn_if_unavailable,
    warnings_of,
)

SOURCE = "memory:recall"

TIMEOUT_MS = 10_000
"""The first recall of a process may wait for the embedder to load (up to 2 s), and takes 100,000 memories in (some 4 s)."""


@warn_if_unavailable
def fetch_recall(inputs: RunInputs) -> Fetched:
    """Fetch the memories that fit the query and are not in layer 2 already, as one chunk."""
    memory = inputs.memory
    if memory is None or not inputs.query.strip():
        return Fetched()
    document = inputs.request.document_id
    shown = injected_ids(inputs, memory)
    found = memory.recall(
        inputs.project_id, inputs.query, exclude_ids=shown, document_id=document, passage=inputs.passage
    )
    parts = (
        Part(
            text="- " + " ".join(item.content.split()),
            id=item.id,
            reason=str(item.reason["kind"]),
            score=score_of(item.reason.get("score")),
            match=item.content,
        )
        for item in found.items
    )
    chunks = chunk_of(parts, source=SOURCE, kind="memories", reason=found.mode, scored=True)
    return Fetched(chunks=chunks, warnings=warnings_of(found.diagnostics))


def injected_ids(inputs: RunInputs, memory: MemoryReader) -> frozenset[str]:
    """Return the ids of the memories that layer 2 holds in this run."""
    if not inputs.rules.asks_for("user_preferences"):
        return frozenset()
    return inputs.pinned_ids.union(item.id for item in injection_of(inputs, memory).items)


def score_of(score: object) -> float | None:
    """The score, if it is a number."""
    return float(score) if isinstance(score, int | float) else None


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
            inline=embeds_nothing,
        )
    ]
