"""Which episodes must go when there is no room: a pure function of what is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

import attrs


@attrs.frozen(kw_only=True)
class Occupant:
    """An episode as eviction sees it."""

    id: str
    created_at: str
    used_seq: Annotated[
        int,
        "Its place in the order of use: recording and recalling give the next number, so that a clock which is set back makes nothing look cold.",
    ]
    recall_count: int = 0
    importance: Annotated[float, "0 to 1."] = 0.0
    user_confirmed: Annotated[bool, "It may not go."] = False


@attrs.frozen(kw_only=True)
class EvictionPlan:
    """What goes, in this order, and what is still lacking."""

    expired: Annotated[tuple[str, ...], "Ids of what has outlived its time, oldest first."] = ()
    coldest: Annotated[tuple[str, ...], "Ids of what was used longest ago, coldest first."] = ()
    missing: Annotated[int, "Places that cannot be freed, because the rest may not go."] = 0

    @property
    def ids(self) -> tuple[str, ...]:
        """All that goes."""
        return self.expired + self.coldest


def coldest_first(occupants: Iterable[Occupant]) -> list[Occupant]:
    """Least recently used first; among what was used at once, the less recalled and less important."""
    return sorted(occupants, key=lambda o: (o.used_seq, o.recall_count, o.importance, o.id))


def plan_eviction(
    candidates: Sequence[Occupant], *, total: int, incoming: int, budget: int, expired_before: str
) -> EvictionPlan:
    """What must go so that ``total + incoming`` fits the budget.

    While everything fits, nothing goes. Otherwise all that has expired goes, and if that is not enough, as few
    of the coldest as will do. What the writer confirmed stays. Of the candidates it needs the expired ones and
    as many of the coldest as there are too many.
    """
    excess = total + incoming - budget
    if excess <= 0:
        return EvictionPlan()
    movable = [o for o in candidates if not o.user_confirmed]
    expired = sorted(
        (o for o in movable if o.created_at <= expired_before), key=lambda o: (o.created_at, o.id)
    )
    living = [o for o in movable if o.created_at > expired_before]
    coldest = coldest_first(living)[: max(0, excess - len(expired))]
    return EvictionPlan(
        expired=tuple(o.id for o in expired),
        coldest=tuple(o.id for o in coldest),
        missing=max(0, excess - len(expired) - len(coldest)),
    )
