"""How well an episode fits a query: three parts with public weights, shown item by item."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from underdraft.types.episodes import ScorePart

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {"semantic": 0.60, "importance": 0.25, "recency": 0.15}
)
"""Share of each part in the score, together 1: meaning outweighs both others together."""

HALF_LIFE_DAYS: Final = 30.0
"""Age at which an episode's recency has fallen to one half."""

LIMIT_MINIMUM: Final = 3
LIMIT_DEFAULT: Final = 5
LIMIT_MAXIMUM: Final = 5
"""How many episodes a query gives; docs/contract.md, section 6."""

PLACES: Final = 6
"""Scores are rounded to so many places, so that equal texts score equally on every machine."""


def recency(created_at: str, now: str) -> float:
    """1 for now (or a time to come, after a clock was set back), 1/2 after 30 days, towards 0."""
    age = (datetime.fromisoformat(now) - datetime.fromisoformat(created_at)).total_seconds() / 86_400
    return HALF_LIFE_DAYS / (HALF_LIFE_DAYS + max(0.0, age))


def score_of(*, semantic: float, importance: float, recency: float) -> tuple[float, dict[str, ScorePart]]:
    """The score, 0 to 1, of three values of 0 to 1, and the parts that it is the sum of."""
    values = {"semantic": min(1.0, max(0.0, semantic)), "importance": importance, "recency": recency}
    parts = {
        name: ScorePart(
            value=round(value, PLACES), weight=WEIGHTS[name], points=round(WEIGHTS[name] * value, PLACES)
        )
        for name, value in values.items()
    }
    return round(sum(part.points for part in parts.values()), PLACES), parts


def item_count(limit: int | None) -> int:
    """The number of items for a limit that was asked for: 3 to 5, and 5 for none."""
    return LIMIT_DEFAULT if limit is None else min(LIMIT_MAXIMUM, max(LIMIT_MINIMUM, limit))
