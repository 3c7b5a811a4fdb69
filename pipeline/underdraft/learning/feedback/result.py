"""The answer to a feedback."""

from __future__ import annotations

from typing import Annotated

from underdraft.memory.notes.record import MemoryItem
from underdraft.types.feedback import Noticed
from underdraft.types.json_marks import OMIT_EMPTY, OMIT_NONE
from underdraft.types.observation import Observation
from underdraft.types.values import frozen


@frozen(kw_only=True)
class FeedbackResult:
    """The outcome of one feedback."""

    recorded: Annotated[bool, "The event is in the store (also when it had been before)."]
    ignored: Annotated[bool, "Nothing was learned from it."]
    signal: str
    weight: Annotated[float, "Its weight, -1 to 1."]
    score: Annotated[float, "The evidence's score after this: accepts - rejects - 0.5 x partials."]
    threshold: Annotated[int, "The score that makes a preference."]
    ignored_reason: Annotated[str | None, "Why nothing was learned."] = OMIT_NONE
    learned: Annotated[MemoryItem | None, "The preference that this created or strengthened."] = OMIT_NONE
    observations: Annotated[tuple[Observation, ...], "What the edit shows."] = OMIT_EMPTY
    noticed: Annotated[
        tuple[Noticed, ...], "Habits that the edit speaks for, the surest first, 5 at most."
    ] = OMIT_EMPTY
