"""Prices of a model's tokens, by a table with a date."""

from __future__ import annotations

from typing import Annotated

from underdraft.cache.model_map import entry_of, source_of
from underdraft.cache.provider_rules import rules_for
from underdraft.types.model_call import Usage
from underdraft.types.values import frozen

MILLION = 1_000_000
_HOUR = "1h"


@frozen(kw_only=True)
class Prices:
    """Prices of a model, in US dollars a million tokens."""

    model: str
    input_usd: Annotated[float, "Tokens that no cache knows."]
    read_usd: Annotated[float, "Tokens read from the cache."]
    write_usd: Annotated[float, "Tokens that are written into the cache while they are read."]
    output_usd: Annotated[float, "Tokens that it writes; 0 where the table does not say."]
    source: Annotated[str, "The table: library and version."]
    as_of: Annotated[str, "ISO date of the table that comes with Underdraft; empty for a library's own."]

    def prompt_usd(self, plain: int, *, read: int, written: int) -> float:
        """Return a prompt's price in US dollars, by tokens that no cache knows, are read from it and are written into it."""
        usd = plain * self.input_usd + read * self.read_usd + written * self.write_usd
        return round(usd / MILLION, 8)


def prices_of(model: str, *, family: str | None = None, ttl: str | None = None) -> Prices | None:
    """A model's prices, or ``None`` where the table does not know the model or its price.

    What the table does not say of reading and writing follows from the provider's rules.
    """
    entry, rules = entry_of(model), rules_for(model, family)
    whole = entry.get("input_cost_per_token")
    if whole is None:
        return None
    kept = ttl or rules.default_ttl or ""
    long = entry.get("cache_creation_input_token_cost_above_1hr") if kept == _HOUR else None
    written = long or entry.get("cache_creation_input_token_cost")
    read = entry.get("cache_read_input_token_cost")
    source, as_of = source_of(model)
    return Prices(
        model=model,
        input_usd=whole * MILLION,
        read_usd=(whole * rules.read_price if read is None else read) * MILLION,
        write_usd=(written or whole * rules.write_prices.get(kept, 1.0)) * MILLION,
        output_usd=entry.get("output_cost_per_token", 0.0) * MILLION,
        source=source,
        as_of=as_of,
    )


def billed_again_usd(tokens: int, prices: Prices | None) -> float | None:
    """Return the extra cost, in US dollars, of writing tokens into the cache instead of reading them from it."""
    if prices is None:
        return None
    return round(tokens * (prices.write_usd - prices.read_usd) / MILLION, 8)


def usd_of(model: str, usage: Usage) -> float | None:
    """Return the price of a model's tokens in US dollars, or ``None`` where it is not known."""
    prices = prices_of(model)
    if prices is None:
        return None
    fresh = usage.prompt_tokens - usage.cached_tokens - usage.cache_write_tokens
    asked = prices.prompt_usd(fresh, read=usage.cached_tokens, written=usage.cache_write_tokens)
    return round(asked + usage.completion_tokens * prices.output_usd / MILLION, 8)
