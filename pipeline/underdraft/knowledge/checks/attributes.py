"""Whether a sentence contradicts what somebody is like: other values' phrases, and what the value itself says."""

from __future__ import annotations

from collections.abc import Sequence

from underdraft.knowledge.checks.against import says_otherwise
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.slots import slots
from underdraft.knowledge.checks.story_sentences import StorySentence
from underdraft.knowledge.checks.validity import EventSpan
from underdraft.knowledge.graph.model import Attribute, Event

Values = Sequence[tuple[EventSpan, Attribute, Event | None]]
"""The values of one attribute in order, with the spans that tell them and the events that brought them."""


def contradicted(
    name: str, values: Values, sentence: StorySentence, cast: Cast, *, phrases: bool
) -> tuple[Attribute, Event | None] | None:
    """The value that holds at a sentence, with its event, if the sentence says another one.

    ``phrases`` says whether the sentence may be taken as one about ``name`` alone, so that a phrase of
    another value is enough.
    """
    at = sentence.paragraph.at
    if any(span.begin <= at <= span.end for span, _, event in values if event is not None):
        return None  # the change is being told: the old and the new may both be named
    past = [(attribute, event) for span, attribute, event in values if span.end < at]
    if not past:
        return None
    known, event = past[-1]
    if phrases:
        others = [a for _, a, _ in values if a.value != known.value]
        wrong = {*known.denies, *(phrase for other in others for phrase in other.says)} - set(known.says)
        if any(phrase in sentence.text for phrase in wrong):
            return known, event
    said = (says_otherwise(slot, sentence, name, cast) for slot in slots(cast, name, known))
    return (known, event) if any(said) else None
