"""The budgets of a project, and the times after which episodes expire."""

from __future__ import annotations

from underdraft.memory.episodes.limits import EpisodeLimits, days_before

NOW = "2026-03-01T00:00:00.000Z"


def test_each_kind_has_its_budget_and_its_time():
    """Active and compressed ones are counted apart and live for different times."""
    limits = EpisodeLimits(active=2, compressed=3, active_ttl_days=1, compressed_ttl_days=29)
    assert [limits.budget(compressed=kind) for kind in (False, True)] == [2, 3]
    assert limits.expired_before(NOW, compressed=False) == "2026-02-28T00:00:00.000Z"
    assert limits.expired_before(NOW, compressed=True) == "2026-01-31T00:00:00.000Z"


def test_days_before_has_the_stores_form():
    """Milliseconds and a Z, so that times compare as texts do."""
    assert days_before("2026-01-01T00:00:00.001Z", 1) == "2025-12-31T00:00:00.001Z"
