"""States of entities at a point of the story, replayed from the effects of events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import attrs

from underdraft.knowledge.graph.model import Attribute, Event, Evidence, StoryGraph
from underdraft.knowledge.graph.story_time import BEFORE, StoryTime


@attrs.frozen(kw_only=True)
class StateValue:
    """One thing that holds, since when and by which event (``None``: from the beginning)."""

    value: str
    since: StoryTime = BEFORE
    event: Event | None = None
    attribute: Attribute | None = None

    @property
    def refs(self) -> tuple[Evidence, ...]:
        """Where the event is written; nothing for what holds from the beginning."""
        return self.event.refs if self.event else ()


@attrs.define(kw_only=True)
class EntityState:
    """The state of an entity."""

    name: str
    ended: Annotated[StateValue | None, "Its death or destruction, or `None`."] = None
    attributes: dict[str, StateValue] = attrs.field(factory=dict)
    injuries: Annotated[list[StateValue], "In order of time."] = attrs.field(factory=list)
    held: dict[str, StateValue] = attrs.field(factory=dict)
    lost: Annotated[dict[str, StateValue], "Things that it had and lost."] = attrs.field(factory=dict)
    learned: dict[str, StateValue] = attrs.field(factory=dict)

    def changes(self) -> Iterator[tuple[str, StateValue]]:
        """Yield the changes since the beginning, as ``(kind, what)``."""
        if self.ended:
            yield "dies", self.ended
        for known in self.injuries:
            yield "injured", known
        for known in self.attributes.values():
            if known.event is not None:
                yield "sets", known
        for known in self.held.values():
            if known.event is not None:
                yield "gains", known
        for known in self.lost.values():
            yield "loses", known


def entity_states(graph: StoryGraph, events: Iterable[Event] | None = None) -> dict[str, EntityState]:
    """Return everybody's state after the events (all of the graph's, unless given), in order of story time."""
    found = {entity.name: EntityState(name=entity.name) for entity in graph.entities}
    for entity in graph.entities:
        for attribute in entity.attributes:
            known = StateValue(value=attribute.value, attribute=attribute)
            found[entity.name].attributes.setdefault(attribute.name, known)
    for event in graph.events if events is None else events:
        apply(event, found)
    return found


def apply(event: Event, found: dict[str, EntityState]) -> None:
    """Change the states as the event's effects say."""
    for effect in event.effects:
        state = _of(found, effect.who)
        known = StateValue(value=effect.value, since=event.at, event=event, attribute=effect.attribute)
        match effect.kind:
            case "dies" | "returns":
                state.ended = known if effect.kind == "dies" else None
            case "sets" if effect.attribute is not None:
                state.attributes[effect.attribute.name] = known
            case "injured":
                state.injuries.append(known)
            case "gains" | "loses":
                _hand_over(state, known, found, gains=effect.kind == "gains")
            case "learns":
                state.learned.setdefault(effect.value, known)


def _hand_over(state: EntityState, known: StateValue, found: dict[str, EntityState], *, gains: bool) -> None:
    """A thing has one holder at a time."""
    holders = found.values() if gains else (state,)
    for holder in holders:
        holder.held.pop(known.value, None)
    if gains:
        state.held[known.value] = known
        state.lost.pop(known.value, None)
    else:
        state.lost[known.value] = known


def _of(found: dict[str, EntityState], name: str) -> EntityState:
    return found.setdefault(name, EntityState(name=name))
