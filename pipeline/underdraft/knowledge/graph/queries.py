"""Questions to the story graph: neighbourhood, path, and what has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import ClassVar

import attrs

from underdraft.errors import NotFound
from underdraft.knowledge.graph.model import Effect, Event, Evidence, Step, StoryGraph, StoryTime
from underdraft.types.json_marks import HIDE, INLINE, OfPart
from underdraft.types.values import frozen

MAX_DEPTH = 6
"""Six steps connect anybody with anybody; more only costs."""

KINDS = ("dies", "injured", "sets", "gains", "loses")
"""Kinds of changes, in the order in which they are shown."""


@frozen(kw_only=True)
class StoryChange:
    """One thing that has changed for an entity: an effect that still holds, and the event that brought it about."""

    effect: Effect = INLINE
    event: Event = attrs.field(metadata=HIDE)
    since: ClassVar[OfPart[StoryTime]] = OfPart("event.at", "Since when.")
    ref: ClassVar[OfPart[Evidence | None]] = OfPart("event.ref", "Where it is written, or null.")


def full_name(graph: StoryGraph, name: str) -> str:
    """The full name; one that nobody has is ``NotFound``."""
    found = graph.resolve(name)
    if found is None:
        raise NotFound("entity: nobody and nothing in the story graph has this name")
    return found


def neighbourhood(graph: StoryGraph, name: str, *, depth: int = 1) -> StoryGraph:
    """Entities within ``depth`` steps, with all relations and events among them that touch one within a step less.

    A relation is one step; so is an event that two take part in.
    """
    inner = near = {full_name(graph, name)}
    for _ in range(depth):
        inner, near = near, near | _next_steps(graph, near).keys()
    return StoryGraph(
        entities=tuple(e for e in graph.entities if e.name in near),
        relations=tuple(
            r for r in graph.relations if {r.source, r.target} <= near and {r.source, r.target} & inner
        ),
        events=tuple(e for e in graph.events if set(e.concerned) & inner),
    )


def path_between(graph: StoryGraph, one: str, other: str) -> tuple[Step, ...]:
    """A shortest way from one entity to another; empty when there is none. Relations go before events."""
    start, end = full_name(graph, one), full_name(graph, other)
    last: dict[str, Step] = {}
    while end != start and end not in last:
        found = _next_steps(graph, {start, *last})
        if not found:
            return ()
        last |= found
    way: list[Step] = []
    while end != start:
        way.insert(0, last[end])
        end = last[end].source
    return tuple(way)


def _next_steps(graph: StoryGraph, near: Collection[str]) -> dict[str, Step]:
    """Map each name one step further than the near ones to that step; of several steps a relation counts first."""
    known = {entity.name for entity in graph.entities}
    found: dict[str, Step] = {}
    for relation in graph.relations:
        for source, target in ((relation.source, relation.target), (relation.target, relation.source)):
            if source in near:
                found.setdefault(target, Step(source, target, relation))
    for event in graph.events:
        names = (*event.who, *event.about, *event.uses, *(e.who for e in event.effects))
        begin = next((name for name in names if name in near), None)
        if begin is not None:
            found |= {name: Step(begin, name, event) for name in names if name not in found}
    return {name: step for name, step in found.items() if name in known and name not in near}


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
                found[key] = StoryChange(effect=effect, event=event)
    by_name = defaultdict[str, list[StoryChange]](list)
    for change in sorted(found.values(), key=lambda change: KINDS.index(change.effect.kind)):
        by_name[change.effect.who].append(change)
    return dict(by_name)
