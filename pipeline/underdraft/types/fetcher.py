"""A fetcher, and what it gives."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable
from typing import Annotated

import attrs

from underdraft.types.chunk import Chunk
from underdraft.types.layers import Layer
from underdraft.types.prompt import Excluded, Message
from underdraft.types.run_inputs import RunInputs
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Fetched:
    """Chunks with warnings, earlier turns or exclusions, from one fetcher."""

    chunks: Annotated[tuple[Chunk, ...], "In the order of the prompt."] = attrs.field(
        default=(), converter=tuple[Chunk, ...]
    )
    warnings: Annotated[tuple[str, ...], "Each begins with a stable code."] = attrs.field(
        default=(), converter=tuple[str, ...]
    )
    history: Annotated[tuple[Message, ...], "Earlier turns exactly as they were sent, from one fetcher."] = (
        attrs.field(default=(), converter=tuple[Message, ...])
    )
    history_stays: Annotated[bool, "Whether the next runs will mostly begin so."] = False
    excluded: Annotated[tuple[Excluded, ...], "Left out on purpose, for the receipt."] = attrs.field(
        default=(), converter=tuple[Excluded, ...]
    )


FetchResult = Fetched | Iterable[Chunk] | None
FetchFunction = Callable[[RunInputs], "FetchResult | Awaitable[FetchResult] | AsyncIterable[Chunk]"]


@frozen(kw_only=True)
class Fetcher:
    """Fills a layer."""

    name: Annotated[str, "Unique among all fetchers; lower case, `[a-z0-9_.:-]`."]
    layer: Layer
    fetch: Annotated[
        FetchFunction,
        "Takes the inputs; sync (run in a worker thread), async, or a (sync or async) generator of "
        "chunks. It may return :class:`Fetched`, an iterable of chunks or `None`.",
    ]
    rule: Annotated[str | None, "The `context_rules` key that switches it on; `None` means always."] = None
    priority: Annotated[int, "Place within the layer, lower first; ties by plugin and name."] = 100
    timeout_ms: Annotated[int, "Its own limit, over 0."] = 2_000
    required: Annotated[bool, "A failure stops the run with `CONTEXT_LAYER_FAILED`."] = False
    awaited: Annotated[
        bool, "Too slow, it stops the run in the same way: no prompt goes out with a gap where it stands."
    ] = False
    stable: Annotated[bool, "The promise that equal content gives equal bytes; layers 0-3 demand it."] = False
    inline: Annotated[
        bool | Callable[[RunInputs], bool],
        "The sync function does no I/O worth a thread: call it on the loop. A function of the inputs, which does "
        "none itself, says it of one run.",
    ] = False
