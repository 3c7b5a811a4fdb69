"""The last run's prefix and how long a provider has it cached: known before anything is fetched."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

import attrs

from underdraft.cache.prices import Prices
from underdraft.types.prefix import LastPrefix


@attrs.frozen(kw_only=True)
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


def plan_prefix(
    last: LastPrefix | None, *, now: str, lifetime_s: float | None, prices: Prices | None = None
) -> PrefixPlan:
    """The plan of a run that begins at ``now``; ``lifetime_s`` are the seconds that the provider keeps a prefix."""
    if last is None or not lifetime_s:
        return PrefixPlan()
    until = last.created_at + timedelta(seconds=lifetime_s)
    return PrefixPlan(
        last=last,
        warm_until=until.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        warm=datetime.fromisoformat(now) < until,
        prices=prices,
    )
