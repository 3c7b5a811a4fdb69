"""Providers' rules about caching, and the windows of models.

The rules are data: ``providers.toml``, with the day on which each was read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import attrs

from underdraft.cache.model_map import entry_of, family_window
from underdraft.errors import InvalidArgument
from underdraft.project.config import Config
from underdraft.text.user_cache import user_cached
from underdraft.types.layers import Layer, caps_for
from underdraft.types.values import frozen

Marker = Literal["cache_control", "prompt_cache_breakpoint"]

Reuse = Literal["none", "prefix", "marks", "units"]


@frozen(kw_only=True)
class ProviderRules:
    """One provider's rules about caching."""

    family: Annotated[str, 'The provider\'s name in the data file, or `"unknown"`.'] = "unknown"
    marker: Annotated[Marker | None, "Its key for an explicit breakpoint on a content block, or `None`."] = (
        None
    )
    max_breakpoints: Annotated[int, "How many of them one request may carry."] = 0
    min_tokens: Annotated[int, "Shortest prefix in tokens that is cached; 0 when it does not say."] = 0
    block_tokens: Annotated[int, "A hit is a whole number of these; 0 for whole breakpoints or unknown."] = 0
    takes_cache_key: Annotated[
        bool, "Takes `prompt_cache_key`, which leads equal prefixes to one machine."
    ] = False
    write_prices: Annotated[
        Mapping[str, float], "Lifetime to the price of a cache write, as a multiple of the input price."
    ] = attrs.field(factory=dict)
    default_ttl: Annotated[str | None, "The lifetime of a request that names none."] = None
    read_price: Annotated[float, "The price of a cached token, as a multiple of the input price."] = 1.0
    reuse: Annotated[
        Reuse,
        "What a request can find: any common beginning, only where a mark stood, or whole stored units.",
    ] = "none"
    lifetime: Annotated[
        str | None, 'How long what was not marked stays, e.g. `"10m"`; `None`: not known.'
    ] = None
    lookback_blocks: Annotated[int, "Content blocks before a mark that are looked at; 0: all."] = 0
    keeps_requests: Annotated[int, "How many of the last requests are held; 0: all that are alive."] = 0
    keeps_reply: Annotated[bool, "Whether what was generated can be found, too."] = False
    marks_last: Annotated[bool, "Whether the end of a request is marked without being asked."] = False
    recomputes: Annotated[int, "Last tokens of a request that are never read from the cache."] = 0
    reports: Annotated[bool, "Whether its usage says how many tokens were cached."] = True
    as_of: Annotated[str, "ISO date on which the provider's pages were read."] = ""
    source: str = ""
    note: str = ""
    context_tokens: Annotated[int, "Window of a model that the price map does not know; 0: not known."] = 0

    def life_s(self, ttl: str | None) -> float | None:
        """Seconds that a request with this ``ttl`` stays after it was last read; ``None``: not known."""
        return seconds_of((ttl or self.default_ttl) if self.reuse == "marks" else self.lifetime)


_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DURATION = re.compile(r"(\d+)([smh])")

LONGEST_LIFE_S = 3_600.0
"""Seconds that a prefix counts as cached where a provider, or a server of one's own, names no lifetime."""

AUTO_BLOCK = 10
"""Messages that leave a full window at once where a provider can keep the others."""

OPENED_BY_SERVER = frozenset({"llama.cpp", "offline", "ollama", "sglang", "vllm"})
"""Families whose window is what a server of one's own was started with, whatever the model could take."""


def rules_for(model: str, family: str | None = None) -> ProviderRules:
    """The rules of a model's provider, or of ``family``; those of ``"unknown"`` when the data file has none.

    Raises:
        InvalidArgument: There is no such family.
    """
    known = [entry["name"] for entry in _file()["family"]]
    if family is not None and family not in known:
        raise InvalidArgument(f"cache_family: expected one of {', '.join(known)}")
    return _rules_of(model.strip(), family)


def seconds_of(duration: str | None) -> float | None:
    """Seconds of ``"5m"`` or ``"1h"``; ``None`` for anything else."""
    found = _DURATION.fullmatch(duration or "")
    return float(int(found[1]) * _SECONDS[found[2]]) if found else None


def warm_seconds(model: str, family: str | None = None, ttl: str | None = None) -> float | None:
    """Return how long a prefix of this model can still be cached after it was last read; ``None``: it has no cache."""
    rules = rules_for(model, family)
    if rules.reuse == "none":
        return None
    return rules.life_s(ttl if ttl in rules.write_prices else None) or LONGEST_LIFE_S


def block_for(model: str, family: str | None = None) -> int:
    """Messages that had better leave a full window at once: 0 for a model of which no cache is known."""
    return 0 if rules_for(model, family).reuse == "none" else AUTO_BLOCK


def window_for(model: str, config: Config) -> int:
    """Tokens of a model's window: as configured, and no more than Ollama is asked to open, else what is known of it."""
    ollama = rules_for(model).family == "ollama"
    opened = config.model_options.get("num_ctx") if ollama else None
    told = [int(tokens) for tokens in (config.window_tokens, opened) if tokens]
    return min(told, default=0) or window_of(model)


def caps_of(config: Config) -> dict[Layer, int]:
    """The layers' caps for the configured model."""
    return caps_for(window_for(config.model, config) - config.output_reserve_tokens, config.caps)


def window_of(model: str) -> int:
    """Return the tokens of a prompt and its reply together (or of the prompt alone, where a provider counts so).

    The map of models knows most (litellm itself is not imported). For a name that it does not have its provider's window
    is taken, or that of its family (see :func:`underdraft.cache.model_map.family_window`), then 32,768: small enough for
    what people run at home.
    """
    rules, known = rules_for(model), entry_of(model, "max_input_tokens")
    context = known.get("max_input_tokens") or rules.context_tokens or entry_of(model).get("max_tokens")
    if not context and rules.family not in OPENED_BY_SERVER:
        context = family_window(model)
    return int(context or _file()["default"]["context_tokens"])


@cache
def _rules_of(model: str, name: str | None) -> ProviderRules:
    low = model.lower()
    for family in _file()["family"]:
        if family["name"] == name if name else any(re.search(pattern, low) for pattern in family["match"]):
            override: dict[str, Any] = next(
                (m for m in family.get("models", []) if re.search(m["match"], low)), {}
            )
            return _rules({**family, **override})
    figures = entry_of(model)
    whole, read = figures.get("input_cost_per_token", 0), figures.get("cache_read_input_token_cost", 0)
    if not name and 0 < read <= whole:
        return _rules_of(model, "priced")
    return _rules({name: _file()["default"][name] for name in ("name", "note")})


def _rules(entry: Mapping[str, Any]) -> ProviderRules:
    values = {key: value for key, value in entry.items() if key not in {"match", "models", "name"}}
    as_of = str(values.get("as_of", _file()["as_of"]))
    return ProviderRules(**{**values, "family": entry["name"], "as_of": as_of})


@cache
def _file() -> dict[str, Any]:
    text = (files("underdraft.cache") / "providers.toml").read_text(encoding="utf-8")
    return user_cached(text, tomllib.loads) or tomllib.loads(text)
