"""Where in the manuscript something begins to hold: chapter and line, from an event's evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import attrs

from underdraft.knowledge.graph.model import Attribute, Claim, Event, StoryGraph

WHOLE = 10_000_000
"""A line beyond the end of any chapter."""


@attrs.frozen
class EventSpan:
    """The lines that tell an event; before ``begin`` it has not happened, after ``end`` it has.

    Both are ``(chapter, line)``.
    """

    begin: tuple[int, int]
    end: tuple[int, int]


def span_of(event: Event, numbers: Mapping[str, int]) -> EventSpan:
    """Return where the text tells an event; without usable evidence its whole chapter."""
    chapter = event.at.chapter
    lines = [r for r in event.refs if numbers.get(r.path) == chapter and r.first_line]
    if not lines or chapter == 0:
        return EventSpan((chapter, 0), (chapter, WHOLE if chapter else 0))
    return EventSpan((chapter, min(r.first_line for r in lines)), (chapter, max(r.last_line for r in lines)))


Values = Sequence[tuple[EventSpan, Attribute, Event | Claim | None]]
"""The values of one attribute in order, with the spans that tell them and the events that brought them."""


def deaths(graph: StoryGraph, numbers: Mapping[str, int]) -> dict[str, tuple[EventSpan, Event]]:
    """Return everybody who dies and does not return, with the death; ``numbers`` are chapter numbers by path."""
    found: dict[str, tuple[EventSpan, Event]] = {}
    for event in graph.events:
        for effect in event.effects:
            if effect.kind == "dies":
                found.setdefault(effect.who, (span_of(event, numbers), event))
            elif effect.kind == "returns":
                found.pop(effect.who, None)
    return found


def attribute_values(graph: StoryGraph, numbers: Mapping[str, int]) -> Mapping[str, Mapping[str, Values]]:
    """The values of everybody's attributes; the first of them, without an event, holds from the beginning."""
    found = defaultdict[str, dict[str, list[tuple[EventSpan, Attribute, Event | Claim | None]]]](dict)
    beginning = EventSpan((0, 0), (0, 0))
    for entity in graph.entities:
        for attribute in entity.attributes:
            found[entity.name].setdefault(attribute.name, [(beginning, attribute, None)])
    for claim in graph.claims:
        if claim.frame == "told" and claim.state == "confirmed":
            at = EventSpan((claim.at.chapter, 0), (claim.at.chapter, WHOLE if claim.at.chapter else 0))
            stated = Attribute(name=claim.attribute, value=claim.value)
            found[claim.subject].setdefault(claim.attribute, []).append((at, stated, claim))
    for event in graph.events:
        for effect in event.effects:
            if effect.attribute is not None:
                values = found[effect.who].setdefault(effect.attribute.name, [])
                values.append((span_of(event, numbers), effect.attribute, event))
    return found
