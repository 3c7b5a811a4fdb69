"""Evidence of a run as values: what was cut, what stood in the prompt, what was left out, what it used."""

from __future__ import annotations

import attrs

from underdraft.layers import Layer

__all__ = ["Excluded", "Injected", "Trim", "Usage"]


@attrs.frozen(kw_only=True)
class Trim:
    """Evidence of one cut.

    Attributes:
        layer: Where it was cut.
        source: The chunk's source.
        plugin: The chunk's plugin.
        id: Id of the chunk or of the part that went.
        tokens_before: Tokens of the chunk before.
        tokens_after: Tokens of the chunk after; 0 when it is gone.
        reason: ``"layer_cap"`` or ``"capacity"``.
    """

    layer: Layer
    source: str
    plugin: str
    tokens_before: int
    tokens_after: int
    reason: str
    id: str | None = None


@attrs.frozen(kw_only=True)
class Injected:
    """One line of the receipt: something that stands in the prompt, and why."""

    layer: Layer
    source: str
    plugin: str
    tokens: int
    reason: str
    id: str | None = None
    ref: str | None = None


@attrs.frozen(kw_only=True)
class Excluded:
    """One line of the receipt: something that was found and left out, and why."""

    layer: Layer
    source: str
    plugin: str
    reason: str
    tokens: int = 0
    id: str | None = None


@attrs.frozen(kw_only=True)
class Usage:
    """Tokens as the provider counted them.

    Attributes:
        prompt_tokens: All input tokens, cached ones included.
        completion_tokens: Output tokens.
        cached_tokens: Input tokens that the provider read from its cache.
        cache_write_tokens: Input tokens that it wrote into its cache, where it says so.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
        )
