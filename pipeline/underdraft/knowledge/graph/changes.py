"""Changes of people and things, by the effects of events."""

from __future__ import annotations

from collections import defaultdict

from underdraft.knowledge.graph.model import Effect, Event, StoryGraph

KINDS = ("dies", "injured", "sets", "gains", "loses")
"""Kinds of changes, in the order in which they are shown."""

StoryChange = tuple[Effect, Event]
"""An effect that still holds, and the event that brought it about."""


def changes_by_name(graph: StoryGraph) -> dict[str, list[StoryChange]]:
    """Return what has changed for everybody after the graph's events; a thing has one holder at a time."""
    found: dict[tuple[str, str, str], StoryChange] = {}
    for event in graph.events:
        for effect in event.effects:
            who, kind, what = key = (effect.who, effect.kind, effect.what)
            if kind == "gains":
                held = [other for other in found if other[1:] == ("gains", what)]
                for gone in (*held, (who, "loses", what)):
                    found.pop(gone, None)
            elif kind == "loses":
                found.pop((who, "gains", what), None)
            elif kind == "returns":
                found.pop((who, "dies", ""), None)
            if kind != "returns":
                found[key] = (effect, event)
    by_name = defaultdict[str, list[StoryChange]](list)
    for effect, event in sorted(found.values(), key=lambda change: KINDS.index(change[0].kind)):
        by_name[effect.who].append((effect, event))
    return dict(by_name)
