"""How much is remembered, and for how long (docs/contract.md, section 6)."""

from __future__ import annotations

from typing import Annotated

from underdraft.memory.db.jobs import later
from underdraft.types.values import frozen


@frozen(kw_only=True)
class EpisodeLimits:
    """The budgets of one project, and the times."""

    active: Annotated[int, "Most episodes with their texts."] = 1_000
    compressed: Annotated[int, "Most episodes of which a summary is left."] = 5_000
    active_ttl_days: Annotated[int, "Age, from `created_at`, at which an active episode has expired."] = 180
    compressed_ttl_days: Annotated[int, "The same for a compressed one."] = 365
    compress_after_days: Annotated[
        int,
        "Age from which on weekly compression takes an episode, unless it was recalled since; a month of work stays at hand whole.",
    ] = 30

    def budget(self, *, compressed: bool) -> int:
        """Return the maximum number of episodes of the kind."""
        return self.compressed if compressed else self.active

    def expired_before(self, now: str, *, compressed: bool) -> str:
        """Episodes of the kind that were made at this time or earlier have expired."""
        return days_before(now, self.compressed_ttl_days if compressed else self.active_ttl_days)


def days_before(now: str, days: int) -> str:
    """A time in the store's form, so many days before ``now``."""
    return later(now, -86_400 * days)
