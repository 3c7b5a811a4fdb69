"""A fetcher, and what it gives."""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable

import attrs

from underdraft.types.chunk import Chunk
from underdraft.types.facts import RunFacts
from underdraft.types.layers import Layer
from underdraft.types.prompt import Excluded, Message


# One converter for each type: mypy does not carry a type variable through ``converter=tuple``.
def _tuple_of_chunks(items: Iterable[Chunk]) -> tuple[Chunk, ...]:
    return tuple(items)


def _tuple_of_texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(items)


def _tuple_of_messages(items: Iterable[Message]) -> tuple[Message, ...]:
    return tuple(items)


def _tuple_of_exclusions(items: Iterable[Excluded]) -> tuple[Excluded, ...]:
    return tuple(items)


@attrs.frozen(kw_only=True)
class Fetched:
    """What a fetcher gives when it has more to say than its chunks.

    Attributes:
        chunks: In the order of the prompt.
        warnings: Each begins with a stable code.
        history: Earlier turns exactly as they were sent; only one fetcher of a run may give them.
        excluded: What the fetcher left out on purpose, for the receipt.
    """

    chunks: tuple[Chunk, ...] = attrs.field(default=(), converter=_tuple_of_chunks)
    warnings: tuple[str, ...] = attrs.field(default=(), converter=_tuple_of_texts)
    history: tuple[Message, ...] = attrs.field(default=(), converter=_tuple_of_messages)
    excluded: tuple[Excluded, ...] = attrs.field(default=(), converter=_tuple_of_exclusions)


FetchResult = Fetched | Iterable[Chunk] | None
FetchFunction = Callable[[RunFacts], "FetchResult | Awaitable[FetchResult] | AsyncIterable[Chunk]"]


@attrs.frozen(kw_only=True)
class Fetcher:
    """Fills a layer.

    Attributes:
        name: Unique among all fetchers; lower case, ``[a-z0-9_.:-]``.
        layer: The layer that its chunks go to.
        fetch: Takes the facts; sync (run in a worker thread), async, or a (sync or async)
            generator of chunks. It may return :class:`Fetched`, an iterable of chunks or ``None``.
        rule: The ``context_rules`` key that switches it on; ``None`` means always.
        priority: Place within the layer, lower first; ties by plugin and name.
        timeout_ms: Its own limit, over 0.
        required: A failure stops the run with ``CONTEXT_LAYER_FAILED``.
        stable: The promise that equal content gives equal bytes; layers 0-3 demand it.
        inline: The sync function does no I/O worth a thread: call it on the loop.
    """

    name: str
    layer: Layer
    fetch: FetchFunction
    rule: str | None = None
    priority: int = 100
    timeout_ms: int = 2_000
    required: bool = False
    stable: bool = False
    inline: bool = False
