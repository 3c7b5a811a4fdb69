"""Nobody is in two places at one time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.model import Event, StoryGraph
from underdraft.knowledge.graph.story_time import StoryTime

MAX_NESTING = 20


def check_places(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Two events of one person at the same story time."""
    together = defaultdict[tuple[str, StoryTime], list[Event]](list)
    for event in graph.events:
        for name in event.who if event.place else ():
            together[name, event.at].append(event)
    for (who, at), events in together.items():
        for one, other in combinations(events, 2):
            place, elsewhere = one.place or "", other.place or ""
            if not _joined(graph, place, elsewhere):
                names, refs = (who, place, elsewhere), (*other.refs, *one.refs)
                yield messages.finding(
                    "TWO_PLACES", "two_places", names, refs, place=place, other=elsewhere, at=at
                )


def _places_around(graph: StoryGraph, place: str) -> list[str]:
    """The place and those that it is a part of."""
    found = [place]
    while len(found) < MAX_NESTING:
        entity = graph.by_name.get(found[-1])
        if entity is None or entity.within is None or entity.within in found:
            break
        found.append(entity.within)
    return found


def _joined(graph: StoryGraph, one: str, other: str) -> bool:
    return one in _places_around(graph, other) or other in _places_around(graph, one)
