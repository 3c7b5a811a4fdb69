"""The last run's prefix and how long a provider has it cached: known before anything is fetched."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated

from underdraft.cache.prices import Prices, prices_of
from underdraft.cache.provider_rules import warm_seconds
from underdraft.run.fetch import Registered
from underdraft.run.prepare import RunSettings
from underdraft.text.clean import sha256
from underdraft.types.identity import cached_for_same_objects
from underdraft.types.layers import Layer
from underdraft.types.prefix import LastPrefix, LastPrefixes
from underdraft.types.run_inputs import RunInputs
from underdraft.types.skill import ContextRules
from underdraft.types.values import frozen


@frozen(kw_only=True)
class PrefixPlan:
    """Plan for the prefix by the last run's; made before anything is fetched."""

    last: Annotated[
        LastPrefix | None, "The last run whose prefix may be cached; `None`: canonical order."
    ] = None
    warm_until: Annotated[str | None, "When its cache expires."] = None
    warm: bool = False
    prices: Prices | None = None

    @property
    def pinned_ids(self) -> frozenset[str]:
        """Ids of memories that stay in layer 2 although others would take their room."""
        return self.last.pin.ids if self.last is not None and self.warm else frozenset()


def plan_prefix(inputs: RunInputs, settings: RunSettings, before: LastPrefixes) -> PrefixPlan:
    """The plan of a run by those before it."""
    last = before.of_family(skill_family(inputs, settings))
    if last is None or settings.prefix_updates != "when_cold":
        return PrefixPlan()
    family, ttl = settings.config.cache_family, settings.config.cache_ttl
    lifetime_s = warm_seconds(settings.model, family, ttl)
    if not lifetime_s:
        return PrefixPlan()
    until = last.created_at + timedelta(seconds=lifetime_s)
    return PrefixPlan(
        last=last,
        warm_until=until.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        warm=datetime.fromisoformat(inputs.now) < until,
        prices=prices_of(settings.model, family=family, ttl=ttl),
    )


def skill_family(inputs: RunInputs, settings: RunSettings) -> str:
    """A hash of what decides which layers 0-3 a skill gets: its rules for them, and their caps."""
    return _family(settings.fetchers, inputs.rules, settings.caps, "off" if inputs.memory is None else "")


@cached_for_same_objects
def _family(
    fetchers: Sequence[Registered], rules: ContextRules, caps: Mapping[Layer, int], memory: str
) -> str:
    decide = {r.fetcher.rule for r in fetchers if r.fetcher.layer.stable and r.fetcher.rule}
    asked = {rule: rules.get(rule) for rule in decide}
    stable = {layer.name: tokens for layer, tokens in caps.items() if layer.stable}
    return sha256(json.dumps([asked, stable, *([memory] if memory else [])], sort_keys=True))[:16]
