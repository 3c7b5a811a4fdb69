"""When signals make a preference, when they unmake it: pure functions of stances in order.

Every topic has two poles. ``"accept"`` is the statement itself, ``"reject"`` its opposite (an
avoidance, or the other end of an axis); the signals for one count against the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from underdraft.types.feedback import EVIDENCE_AXIS, Stance
from underdraft.types.values import frozen

Pole = Literal["accept", "reject"]

POLES: tuple[Pole, Pole] = ("accept", "reject")

PARTIAL = 0.5
"""The score that a partial takes away; docs/contract.md, section 5."""

WINDOW_THRESHOLDS = 2
"""A preference is judged by its last ``2 x threshold`` signals: as many contradictions as it took to
learn it are enough to retire it, however old it is."""

UNSAID = 1
"""Extra score that an observed habit needs beyond the threshold: nobody has said it in words, and of twenty random
writers one begins with a streak of three."""

CONSISTENT_SHARE = 0.5
"""Share of the occasions that observed edits must support, at their lower bound, besides the score."""

CONSISTENT_Z = 1.645
"""One-sided 95 % bound (Wilson). Four of four pass, six of seven, not five of six."""


@frozen(kw_only=True)
class Tally:
    """One pole of a topic, judged."""

    pole: Pole
    support: int
    against: int
    partials: Annotated[int, "Half-hearted signals (they weigh against the accept pole alone)."]
    kept: Annotated[int, "Occasions that the writer left alone."]
    score: Annotated[
        float, "For the accept pole accepts - rejects - 0.5 x partials, for the other rejects - accepts."
    ]
    confidence: Annotated[
        float,
        "0 to 1, from the last `2 x threshold` signals; (support + 1) / (all + 2), where partials and kept occasions count half.",
    ]
    reached: Annotated[bool, "The signals make a preference."]
    contradicted: Annotated[bool, "The recent signals speak against it."]


def tally(
    last: Sequence[Stance],
    *,
    pole: Pole,
    threshold: int,
    axis: str = EVIDENCE_AXIS,
    counts: Mapping[Stance, int] | None = None,
) -> Tally:
    """Judge one pole by how many signals count, by stance, and the last ``2 x threshold`` of them or more, oldest first.

    Without ``counts`` the signals given are all that count.
    Axes other than the writer's own words demand consistency, too.
    """
    support, against, partials, kept = counted(Counter(last) if counts is None else counts, pole)
    score = support - against - (PARTIAL * partials if pole == "accept" else 0.0)
    needed = needed_score(threshold, axis)
    steady = axis == EVIDENCE_AXIS or lower_bound(support, support + against + kept) >= CONSISTENT_SHARE
    recent, contrary, doubts, left = counted(Counter(last[-WINDOW_THRESHOLDS * threshold :]), pole)
    contrary_weight = contrary + PARTIAL * (left + (doubts if pole == "accept" else 0))
    return Tally(
        pole=pole,
        support=support,
        against=against,
        partials=partials,
        kept=kept,
        score=score,
        confidence=round((recent + 1) / (recent + contrary_weight + 2), 3),
        reached=support > 0 and score >= needed and steady,
        contradicted=contrary_weight > 0 and recent <= contrary_weight,
    )


def opposite(pole: Pole) -> Pole:
    """The other pole."""
    return "reject" if pole == "accept" else "accept"


def needed_score(threshold: int, axis: str) -> int:
    """The score that makes a preference on this axis."""
    return threshold if axis == EVIDENCE_AXIS else threshold + UNSAID


def counted(counts: Mapping[Stance, int], pole: Pole) -> tuple[int, int, int, int]:
    """Signals for the pole, for the other one, partials, and occasions left alone."""
    return counts.get(pole, 0), counts.get(opposite(pole), 0), counts.get("partial", 0), counts.get("kept", 0)


def lower_bound(hits: int, trials: int) -> float:
    """The share that ``hits`` of ``trials`` show at least (Wilson's lower bound); 0 without trials."""
    if trials == 0:
        return 0.0
    share, z2 = hits / trials, CONSISTENT_Z**2
    spread = CONSISTENT_Z * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return (share + z2 / (2 * trials) - spread) / (1 + z2 / trials)
