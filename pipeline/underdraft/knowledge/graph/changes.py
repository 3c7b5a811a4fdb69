"""Changes of people and things, by the effects of events."""

from __future__ import annotations

from collections import defaultdict

import attrs

from underdraft.knowledge.graph.model import Effect, Event, StoryGraph

KINDS = ("dies", "injured", "sets", "gains", "loses")
"""Kinds of changes, in the order in which they are shown."""


@attrs.frozen
class StoryChange:
    """An effect that still holds, and the event that brought it about."""

    effect: Effect
    event: Event

    @property
    def what(self) -> str:
        """The attribute that has changed, or the thing or injury itself."""
        return self.effect.attribute.name if self.effect.attribute else self.effect.value


def changes_by_name(graph: StoryGraph) -> dict[str, list[StoryChange]]:
    """Return what has changed for everybody after the graph's events; a thing has one holder at a time."""
    found: dict[tuple[str, str, str], StoryChange] = {}
    for event in graph.events:
        for effect in event.effects:
            change = StoryChange(effect, event)
            who, kind, what = key = (effect.who, effect.kind, change.what)
            if kind == "gains":
                held = [other for other in found if other[1:] == ("gains", what)]
                for gone in (*held, (who, "loses", what)):
                    found.pop(gone, None)
            elif kind == "loses":
                found.pop((who, "gains", what), None)
            elif kind == "returns":
                found.pop((who, "dies", ""), None)
            if kind != "returns":
                found[key] = change
    by_name = defaultdict[str, list[StoryChange]](list)
    for change in sorted(found.values(), key=lambda c: KINDS.index(c.effect.kind)):
        by_name[change.effect.who].append(change)
    return dict(by_name)
