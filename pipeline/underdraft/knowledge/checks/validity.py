"""Where in the manuscript something begins to hold: chapter and line, from an event's evidence."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from underdraft.knowledge.graph.model import Claim, Event, StoryGraph

WHOLE = 10_000_000
"""A line beyond the end of any chapter."""


@attrs.frozen
class EventSpan:
    """The lines that tell an event; before ``begin`` it has not happened, after ``end`` it has.

    Both are ``(chapter, line)``.
    """

    begin: tuple[int, int]
    end: tuple[int, int]


BEGINNING = EventSpan((0, 0), (0, 0))


def span_of(fact: Event | Claim, numbers: Mapping[str, int]) -> EventSpan:
    """Return where the text tells an event or claim; without usable evidence its whole chapter."""
    chapter = fact.at.chapter
    lines = [r for r in fact.refs if numbers.get(r.path) == chapter and r.first_line]
    if not lines or chapter == 0:
        return EventSpan((chapter, 0), (chapter, WHOLE if chapter else 0))
    return EventSpan((chapter, min(r.first_line for r in lines)), (chapter, max(r.last_line for r in lines)))


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
