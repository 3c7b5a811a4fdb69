"""What holds for an entity at a point of the story, replayed from the effects of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.knowledge.graph.story_time import BEFORE, StoryTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from underdraft.knowledge.graph.model import Attribute, Event, StoryGraph


@attrs.frozen(kw_only=True)
class Told:
    """One thing that holds, since when and by which event (``None``: from the beginning)."""

    value: str
    since: StoryTime = BEFORE
    event: Event | None = None
    attribute: Attribute | None = None


@attrs.define(kw_only=True)
class EntityState:
    """What holds for an entity.

    Attributes:
        name: The entity.
        ended: Its death or destruction, or ``None``.
        attributes: The value of each attribute.
        injuries: In order of time.
        held: Things that it has.
        lost: Things that it had and lost.
        learned: Facts that it knows.
        place: Where it was last.
    """

    name: str
    ended: Told | None = None
    attributes: dict[str, Told] = attrs.field(factory=dict)
    injuries: list[Told] = attrs.field(factory=list)
    held: dict[str, Told] = attrs.field(factory=dict)
    lost: dict[str, Told] = attrs.field(factory=dict)
    learned: dict[str, Told] = attrs.field(factory=dict)
    place: Told | None = None

    def changes(self) -> Iterator[tuple[str, Told]]:
        """What has changed since the beginning, as ``(kind, what)``."""
        if self.ended:
            yield "dies", self.ended
        for told in self.injuries:
            yield "injured", told
        for told in self.attributes.values():
            if told.event is not None:
                yield "sets", told
        for told in self.held.values():
            if told.event is not None:
                yield "gains", told
        for told in self.lost.values():
            yield "loses", told


def entity_states(graph: StoryGraph, events: Iterable[Event] | None = None) -> dict[str, EntityState]:
    """What holds for everybody after the events, in order of story time.

    Args:
        graph: Its entities give the beginning.
        events: The events to replay; ``None`` takes all of the graph's.
    """
    found = {entity.name: EntityState(name=entity.name) for entity in graph.entities}
    for entity in graph.entities:
        for attribute in entity.attributes:
            told = Told(value=attribute.value, attribute=attribute)
            found[entity.name].attributes.setdefault(attribute.name, told)
    for event in graph.events if events is None else events:
        for name in event.who:
            if event.place:
                _of(found, name).place = Told(value=event.place, since=event.at, event=event)
        apply(event, found)
    return found


def apply(event: Event, found: dict[str, EntityState]) -> None:
    """Put an event's effects into effect."""
    for effect in event.effects:
        state = _of(found, effect.who)
        told = Told(value=effect.value, since=event.at, event=event, attribute=effect.attribute)
        match effect.kind:
            case "dies" | "returns":
                state.ended = told if effect.kind == "dies" else None
            case "sets" if effect.attribute is not None:
                state.attributes[effect.attribute.name] = told
            case "injured":
                state.injuries.append(told)
            case "gains" | "loses":
                _hand_over(state, told, found, gains=effect.kind == "gains")
            case "learns":
                state.learned.setdefault(effect.value, told)
            case "moves":
                state.place = told


def _hand_over(state: EntityState, told: Told, found: dict[str, EntityState], *, gains: bool) -> None:
    """A thing has one holder at a time."""
    holders = found.values() if gains else (state,)
    for holder in holders:
        holder.held.pop(told.value, None)
    if gains:
        state.held[told.value] = told
        state.lost.pop(told.value, None)
    else:
        state.lost[told.value] = told


def _of(found: dict[str, EntityState], name: str) -> EntityState:
    return found.setdefault(name, EntityState(name=name))
