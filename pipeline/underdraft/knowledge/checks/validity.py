"""Where in the manuscript something begins to hold: chapter and line, from an event's evidence."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from underdraft.knowledge.graph.model import Attribute, Event, StoryGraph

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
    """Where the text tells an event; without usable evidence its whole chapter."""
    chapter = event.at.chapter
    lines = [r for r in event.refs if numbers.get(r.path) == chapter and r.first_line]
    if not lines or chapter == 0:
        return EventSpan((chapter, 0), (chapter, WHOLE if chapter else 0))
    return EventSpan((chapter, min(r.first_line for r in lines)), (chapter, max(r.last_line for r in lines)))


@attrs.define
class EventHistory:
    """What becomes of one entity.

    Attributes:
        dead: ``(span of the death, event)``.
        back: Where it returned from death, or ``None``.
        attributes: For each attribute its values with the spans of the events that brought them; the
            first one, without an event, from the beginning.
    """

    dead: tuple[EventSpan, Event] | None = None
    back: EventSpan | None = None
    attributes: dict[str, list[tuple[EventSpan, Attribute, Event | None]]] = attrs.field(factory=dict)


def histories(graph: StoryGraph, numbers: Mapping[str, int]) -> dict[str, EventHistory]:
    """The history of every entity; ``numbers`` are chapter numbers by path."""
    found: dict[str, EventHistory] = {e.name: EventHistory() for e in graph.entities}
    beginning = EventSpan((0, 0), (0, 0))
    for entity in graph.entities:
        for attribute in entity.attributes:
            found[entity.name].attributes.setdefault(attribute.name, [(beginning, attribute, None)])
    for event in graph.events:
        span = span_of(event, numbers)
        for effect in event.effects:
            history = found.setdefault(effect.who, EventHistory())
            match effect.kind:
                case "dies":
                    history.dead, history.back = history.dead or (span, event), None
                case "returns":
                    history.back = span
                case "sets" if effect.attribute is not None:
                    values = history.attributes.setdefault(effect.attribute.name, [])
                    values.append((span, effect.attribute, event))
    return found
