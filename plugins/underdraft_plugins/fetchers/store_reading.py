"""Shared parts of the fetchers over the store: a store that cannot be read costs a warning, never the run."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from underdraft import Chunk, Fetched, Layer, Part, RunInputs, StoreError, strings
from underdraft.errors import MEMORY_DEGRADED
from underdraft.types.memory import Degradation, InjectionPreview
from underdraft.types.run_inputs import MemoryReader

RECALL_TIMEOUT_MS = 4_000
"""The first recall may wait for the embedder to load (up to 2 s); later ones take some 10 ms."""

SURE = 0.5
"""Confidence from which on an inferred scene narrows the search."""

NAMED = 5
"""Maximum number of memories that a receipt names as kept out by a cap."""

NOT_CONFIGURED = "EMBEDDER_NONE"
"""The one degradation that the writer has chosen, and is not warned of."""


def warn_if_unavailable(fetch: Callable[[RunInputs], Fetched]) -> Callable[[RunInputs], Fetched]:
    """A fetcher that gives nothing but a warning when the store cannot be read."""

    @functools.wraps(fetch)
    def guarded(inputs: RunInputs) -> Fetched:
        try:
            return fetch(inputs)
        except StoreError:
            return unavailable(inputs)

    return guarded


def unavailable(inputs: RunInputs) -> Fetched:
    """Nothing but the warning that the store could not be read, in the project's language."""
    return Fetched(warnings=(strings("injection", inputs.locale)["unavailable"],))


def embeds_nothing(inputs: RunInputs) -> bool:
    """Whether what fits the query is found without waiting for an embedder."""
    return inputs.memory is None or not inputs.query.strip() or inputs.memory.at_hand(inputs.query)


def injection_of(inputs: RunInputs, memory: MemoryReader) -> InjectionPreview:
    """Return the memories of layer 2 in this run, and the first few that its cap kept out."""
    return memory.preview_injection(
        inputs.project_id,
        inputs.request.document_id,
        cap_tokens=inputs.caps.get(Layer.PROFILE),
        excluded_limit=NAMED,
    )


def sure_scene(inputs: RunInputs) -> str | None:
    """The kind of scene that narrows a search; none where it is only guessed."""
    scene = inputs.scene
    return scene.type if scene is not None and (scene.given or scene.confidence >= SURE) else None


def warnings_of(diagnostics: Degradation | None) -> tuple[str, ...]:
    """Return the warning about a degradation, if there is one."""
    if diagnostics is None or diagnostics.code == NOT_CONFIGURED:
        return ()
    return (f"{MEMORY_DEGRADED}: {diagnostics.reason}",)


def chunk_of(
    parts: Iterable[Part], *, source: str, kind: str, reason: str, text: str = "", scored: bool = False
) -> tuple[Chunk, ...]:
    """One chunk of all parts; none when there are none.

    ``scored``: it has its best part's score.
    """
    lines = tuple(parts)
    if not lines:
        return ()
    best = max((part.score for part in lines if part.score is not None), default=None) if scored else None
    return (Chunk(text=text, source=source, kind=kind, reason=reason, score=best, parts=lines),)
