"""Nobody is in two places at one time, nor quicker from one to the other than the way allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.model import Event, StoryGraph

MAX_NESTING = 20


def check_places(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Two events of one person at the same story time, or on one day too close for the way between."""
    by_person: dict[str, list[Event]] = {}
    for event in graph.events:
        for name in event.who if event.place else ():
            by_person.setdefault(name, []).append(event)
    for name, events in by_person.items():
        by_time: dict[object, list[Event]] = {}
        for event in events:
            by_time.setdefault(event.at, []).append(event)
            if event.day is not None and event.clock is not None:
                by_time.setdefault(("day", event.day), []).append(event)
        for key, together in by_time.items():
            for one, other in combinations(together, 2):
                finding = _apart(graph, name, one, other, messages, by_clock=isinstance(key, tuple))
                if finding:
                    yield finding


def _apart(
    graph: StoryGraph, name: str, one: Event, other: Event, messages: Messages, *, by_clock: bool
) -> Finding | None:
    place, elsewhere = one.place or "", other.place or ""
    if _joined(graph, place, elsewhere):
        return None
    apart = partial(
        messages.finding,
        "TWO_PLACES",
        names=(name, place, elsewhere),
        refs=(*other.refs, *one.refs),
        place=place,
        other=elsewhere,
    )
    if not by_clock:
        return apart("two_places", at=one.at)
    between = abs((other.clock or 0) - (one.clock or 0))
    minutes = _minutes(graph, place, elsewhere)
    if between >= max(minutes, 1):
        return None
    clock, other_clock = _hours(one.clock), _hours(other.clock)
    return apart("no_way", day=one.day, clock=clock, other_clock=other_clock, minutes=minutes)


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


def _minutes(graph: StoryGraph, one: str, other: str) -> int:
    """The least time between two places, 0 where nobody has said."""
    here, there = set(_places_around(graph, one)), set(_places_around(graph, other))
    return max(
        (
            j.minutes
            for j in graph.journeys
            if (j.between[0] in here and j.between[1] in there)
            or (j.between[1] in here and j.between[0] in there)
        ),
        default=0,
    )


def _hours(clock: int | None) -> str:
    return f"{(clock or 0) // 60}:{(clock or 0) % 60:02}"
