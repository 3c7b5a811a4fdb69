"""Layer 2: the writer's memories, one line each, in the order that does not depend on the query."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from functools import partial

from underdraft import Chunk, Excluded, Fetched, Fetcher, Layer, Part, RunInputs, hookimpl
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.memory import (
    INJECTION_SOURCE,
    InjectionItem,
    InjectionPreview,
    injection_header,
    injection_line,
)
from underdraft_plugins.fetchers.store_reading import chunk_of, injection_of, unavailable, warnings_of

REASON = "layer_cap"

log = logging.getLogger("underdraft.memory")


def fetch_injection(inputs: RunInputs) -> Fetched:
    """The memories as one chunk; what goes wrong is a warning, never an error."""
    if inputs.memory is None:
        return Fetched()
    try:
        preview = injection_of(inputs, inputs.memory)
        inside = {item.id for item in preview.items}
        missing = inputs.pinned_ids - inside if inside else frozenset()
        beyond = (
            inputs.memory.injectable(missing, inputs.project_id, inputs.request.document_id)
            if missing
            else ()
        )
        return Fetched(
            chunks=chunks_of(preview.items, beyond, inputs.locale),
            warnings=warnings_of(preview.diagnostics),
            excluded=excluded_of(preview),
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on without memories
        log.warning("memories are not injected: %s", type(error).__name__)
        return unavailable(inputs)


@cached_for_same_objects
def chunks_of(
    items: Sequence[InjectionItem], beyond: Sequence[InjectionItem], locale: str
) -> tuple[Chunk, ...]:
    """One chunk with a part for each memory; none when there are no memories.

    ``beyond`` are those that the cap has no room for, and that the last prompt held.
    """
    parts = (
        Part(
            text=injection_line(item.content, item.origin, locale),
            id=item.id,
            reason=str(item.reason["kind"]),
            match=item.content,
        )
        for item in (*items, *beyond)
    )
    return chunk_of(
        parts, source=INJECTION_SOURCE, kind="preferences", reason="injection", text=injection_header(locale)
    )


def excluded_of(preview: InjectionPreview) -> tuple[Excluded, ...]:
    """List what a cap kept out, for the receipt: the first few by name, the others as one line.

    So a receipt does not grow with the store; ``memory:injection:preview`` lists all of them.
    """
    line = partial(Excluded, layer=Layer.PROFILE, source=INJECTION_SOURCE, plugin="")
    named = tuple(line(reason=left.reason, tokens=left.tokens, id=left.id) for left in preview.excluded)
    if preview.left_out <= len(named):
        return named
    tokens = preview.left_out_tokens - sum(left.tokens for left in named)
    rest = line(reason=REASON, tokens=tokens, count=preview.left_out - len(named))
    return (*named, rest)


@hookimpl
def underdraft_fetchers() -> Iterable[Fetcher]:
    """On by the rule ``user_preferences``."""
    return [
        Fetcher(
            name="memory_injection",
            layer=Layer.PROFILE,
            fetch=fetch_injection,
            rule="user_preferences",
            priority=50,
            stable=True,
            inline=True,
        )
    ]
