from __future__ import annotations

from datetime import UTC, datetime

import attrs

from run.prompt_parts import setting
from underdraft.run.prefix_plan import PrefixPlan, plan_prefix, skill_family
from underdraft.testing import inputs
from underdraft.types.prefix import LastPrefix, LastPrefixes, Pin


def planned(minute, *, family=None, **options):
    """The plan of a run so many minutes after one of its family, or of another."""
    run = attrs.evolve(inputs(), now=f"2026-01-01T10:{minute:02}:00.000Z")
    told = setting(**{"model": "claude-sonnet-4-5", "cache_ttl": "5m", **options})
    pin = Pin(family=family or skill_family(run, told), above="", chunks=())
    last = LastPrefix(run_id="r", created_at=datetime(2026, 1, 1, 10, tzinfo=UTC), pin=pin)
    return plan_prefix(run, told, LastPrefixes(runs=(last,)))


def test_a_plan_is_warm_until_the_lifetime_is_over():
    """The last run's time and the provider's lifetime decide."""
    for minute, warm in {0: True, 4: True, 5: False}.items():
        plan = planned(minute)
        assert (plan.warm, plan.warm_until) == (warm, "2026-01-01T10:05:00.000Z")
        assert plan.prices is not None


def test_a_run_without_a_plan():
    """Nothing is pinned without a cache, after no run of its family of skills, or where updates are wanted at once."""
    for options in ({"model": "offline"}, {"family": "another"}, {"prefix_updates": "at_once"}):
        assert planned(0, **options) == PrefixPlan()
