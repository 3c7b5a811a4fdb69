"""Puts the facts of many files and rows together into one graph with one name for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import attrs

from underdraft.knowledge.graph.model import Effect, Entity, Event, StoryGraph

_T = TypeVar("_T")


def merge(parts: Sequence[StoryGraph]) -> StoryGraph:
    """One graph: entities of the same name become one, all names full names, everything in a fixed order.

    The result does not depend on the order of the parts but where they disagree: then an earlier part's
    kind, place and attribute are kept, and the check reports differing attributes.
    """
    entities = _merged_entities(e for part in parts for e in part.entities)
    known = StoryGraph(entities=entities)

    def full(name: str) -> str:
        return known.resolve(name) or name

    def effect(e: Effect) -> Effect:
        value = full(e.value) if e.kind in {"gains", "loses"} else e.value
        return attrs.evolve(e, who=full(e.who), value=value)

    def event(e: Event) -> Event:
        return attrs.evolve(
            e,
            place=full(e.place) if e.place else None,
            who=known.resolved(e.who),
            about=known.resolved(e.about),
            uses=known.resolved(e.uses),
            effects=tuple(effect(x) for x in e.effects),
        )

    return StoryGraph(
        entities=tuple(attrs.evolve(e, within=full(e.within) if e.within else None) for e in entities),
        relations=_ordered(
            (
                attrs.evolve(r, source=full(r.source), target=full(r.target))
                for p in parts
                for r in p.relations
            ),
            lambda r: (r.since, r.source, r.kind, r.target, str(r.until or "")),
        ),
        events=_ordered((event(e) for p in parts for e in p.events), lambda e: (e.at, e.id)),
        claims=_ordered(
            (attrs.evolve(c, subject=full(c.subject)) for p in parts for c in p.claims),
            lambda c: (c.at, c.subject, c.category, c.attribute, c.value),
        ),
        chapters=tuple(sorted({pair for p in parts for pair in p.chapters})),
    )


def _ordered(items: Iterable[_T], key: Callable[[_T], Any]) -> tuple[_T, ...]:
    """Sorted, without repetitions."""
    return tuple(dict.fromkeys(sorted(items, key=key)))


def _merged_entities(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    table: dict[str, Entity] = {}
    for entity in entities:
        before = table.get(entity.name)
        table[entity.name] = _joined(before, entity) if before else entity
    return tuple(table[name] for name in sorted(table))


def _joined(first: Entity, second: Entity) -> Entity:
    return attrs.evolve(
        first,
        aliases=tuple(dict.fromkeys((*first.aliases, *second.aliases))),
        attributes=tuple(dict.fromkeys((*first.attributes, *second.attributes))),
        within=first.within or second.within,
        refs=tuple(dict.fromkeys((*first.refs, *second.refs))),
    )
