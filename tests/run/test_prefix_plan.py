from __future__ import annotations

from datetime import UTC, datetime

from underdraft.run.prefix_plan import PrefixPlan, plan_prefix
from underdraft.types.prefix import LastPrefix, Pin


def test_a_plan_is_warm_until_the_lifetime_is_over():
    """The last run's time and the provider's lifetime decide; without a lifetime nothing is pinned."""
    last = LastPrefix(
        run_id="r", created_at=datetime(2026, 1, 1, 10, tzinfo=UTC), pin=Pin(family="f", above="", chunks=())
    )
    at = {"00": True, "04": True, "05": False}
    for minute, warm in at.items():
        plan = plan_prefix(last, now=f"2026-01-01T10:{minute}:00.000Z", lifetime_s=300.0)
        assert (plan.warm, plan.warm_until) == (warm, "2026-01-01T10:05:00.000Z")
    assert plan_prefix(last, now="2026-01-01T10:00:00.000Z", lifetime_s=None) == PrefixPlan()
