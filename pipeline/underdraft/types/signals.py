"""Implicit signals: a writer's reaction without words, as one signal and its weight; a pure function."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Final

from underdraft.errors import InvalidArgument
from underdraft.types.checks import check_fraction, check_whole
from underdraft.types.values import frozen


class Signal(enum.StrEnum):
    """The signals of docs/contract.md, section 5, in the order in which they are looked for."""

    UNDO_AFTER_ACCEPT = "UNDO_AFTER_ACCEPT"
    FULL_REJECT = "FULL_REJECT"
    DIRECT_ACCEPT = "DIRECT_ACCEPT"
    LIGHT_EDIT = "LIGHT_EDIT"
    HEAVY_REWRITE = "HEAVY_REWRITE"
    REPEATED_SCENE_SKILL = "REPEATED_SCENE_SKILL"
    NEUTRAL = "NEUTRAL"


LIGHT_EDIT_BELOW: Final = 0.20
"""Edit distance (0 to 1) under which an edit is light; docs/contract.md, section 5."""

HEAVY_REWRITE_ABOVE: Final = 0.60
"""Edit distance (0 to 1) over which an edit is a rewrite; docs/contract.md, section 5."""

UNRELATED_DISTANCE: Final = 0.85
"""Edit distance above which the kept text is a new text and no edit of this one: it shows nothing."""

REPEAT_STEP: Final = 0.15
"""Weight that each earlier run of the same skill in the same scene adds; docs/contract.md, section 5."""

REPEAT_MAXIMUM: Final = 1.00
"""Maximum weight of repeated use; docs/contract.md, section 5."""

UNDO_WINDOW_MS: Final = 30_000
"""How long after an accept an undo counts, both ends included; docs/contract.md, section 5."""

WEIGHTS: Final[Mapping[Signal, float]] = MappingProxyType(
    {
        Signal.UNDO_AFTER_ACCEPT: -1.00,
        Signal.FULL_REJECT: -0.80,
        Signal.DIRECT_ACCEPT: 1.00,
        Signal.LIGHT_EDIT: 0.45,
        Signal.HEAVY_REWRITE: -0.45,
        Signal.REPEATED_SCENE_SKILL: REPEAT_STEP,  # for one earlier run; implicit_signal multiplies
        Signal.NEUTRAL: 0.0,
    }
)
"""Weight of each signal, -1 to 1; docs/contract.md, section 5."""


@frozen(kw_only=True)
class Outcome:
    """The writer's choice among one run's candidates, and what followed."""

    selected_index: Annotated[int | None, "The candidate taken, from 0; -1: none; `None`: not known."] = 0
    candidate_count: Annotated[int, "How many there were."] = 1
    edit_distance: Annotated[float | None, "To the kept text, 0 (equal) to 1; `None`: not known."] = 0.0
    earlier_runs: Annotated[int, "Earlier runs of this skill in this scene and project."] = 0
    undone: Annotated[bool, "Whether an accept was taken back in time."] = False


@frozen
class ImplicitSignal:
    """The one signal of an outcome and its weight, -1 to 1."""

    signal: Signal
    weight: float


def implicit_signal(outcome: Outcome) -> ImplicitSignal:
    """The signal of an outcome, which must not contradict itself.

    The first that fits counts: undo, full reject, direct accept, light edit, heavy rewrite, repeated
    use, neutral. A distance that is not known lies neither in the light nor in the heavy range.
    """
    check_outcome(outcome)
    signal = _signal(outcome)
    if signal is Signal.REPEATED_SCENE_SKILL:
        return ImplicitSignal(signal, min(REPEAT_MAXIMUM, round(REPEAT_STEP * outcome.earlier_runs, 2)))
    return ImplicitSignal(signal, WEIGHTS[signal])


def _signal(outcome: Outcome) -> Signal:
    if outcome.undone:
        return Signal.UNDO_AFTER_ACCEPT
    if outcome.candidate_count == 0 or outcome.selected_index == -1:
        return Signal.FULL_REJECT
    if outcome.selected_index is None:
        return Signal.NEUTRAL
    by_edit = None if outcome.edit_distance is None else _edit_signal(outcome.edit_distance)
    return by_edit or (Signal.REPEATED_SCENE_SKILL if outcome.earlier_runs else Signal.NEUTRAL)


def _edit_signal(distance: float) -> Signal | None:
    """Return the signal of the distance alone; none from 0.20 to 0.60, both included."""
    if distance == 0:
        return Signal.DIRECT_ACCEPT
    if distance < LIGHT_EDIT_BELOW:
        return Signal.LIGHT_EDIT
    return Signal.HEAVY_REWRITE if distance > HEAVY_REWRITE_ABOVE else None


def check_outcome(outcome: Outcome) -> None:
    """See that the numbers are in range and fit together; a refusal names the field."""
    index, count, distance = outcome.selected_index, outcome.candidate_count, outcome.edit_distance
    check_whole("candidateCount", count, 0)
    if index is not None and (type(index) is not int or not -1 <= index < max(count, 1)):
        raise InvalidArgument("selectedIndex: expected -1 (none) or the place of a candidate, from 0")
    if distance is not None:
        check_fraction("editDistance", distance)
    check_whole("earlierRuns", outcome.earlier_runs, 0)


def edit_distance(candidate: str, kept: str) -> float:
    """Levenshtein distance over code points by the longer length: 0 for equal texts, 1 for nothing shared."""
    from rapidfuzz.distance import Levenshtein

    return float(Levenshtein.normalized_distance(candidate, kept))


def undo_in_time(accepted_at: str, undone_at: str) -> bool:
    """Whether an undo is within :data:`UNDO_WINDOW_MS` of the accept; times are ISO 8601 with a zone.

    Where the clock was set back meanwhile, nothing says that it is too late.
    """
    elapsed = datetime.fromisoformat(undone_at) - datetime.fromisoformat(accepted_at)
    return elapsed.total_seconds() * 1000 <= UNDO_WINDOW_MS
