"""Replays all events in story time and looks at each for what cannot be, given what came before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.model import Event, State, StoryGraph
from underdraft.knowledge.graph.state import EntityState, apply, entity_states


def check_replay(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Dead people acting, things used that are gone or elsewhere, knowledge and attributes without a cause."""
    now = entity_states(graph, events=())
    learned = {(e.who, e.value): event for event in graph.events for e in event.effects if e.kind == "learns"}
    states = list(graph.states)
    for event in graph.events:
        while states and states[0].at < event.at:
            yield from _shown(states.pop(0), now, messages)
        yield from _dead(event, now, messages)
        yield from _things(event, now, messages)
        yield from _knowledge(event, now, learned, messages)
        apply(event, now)
    for state in states:
        yield from _shown(state, now, messages)


def _dead(event: Event, now: Mapping[str, EntityState], messages: Messages) -> Iterator[Finding]:
    back = {e.who for e in event.effects if e.kind == "returns"}
    dying = {e.who for e in event.effects if e.kind == "dies"}
    for name in (*event.who, *event.uses):
        if name not in back and not (name in dying and name in event.who):
            ended = now[name].ended if name in now else None
            if ended is not None:
                key = "thing_gone" if name in event.uses else "acts_when_dead"
                yield messages.finding(
                    "ACTS_WHEN_DEAD", key, (name,), ended.refs, of=event, since=ended.since
                )


def _things(event: Event, now: Mapping[str, EntityState], messages: Messages) -> Iterator[Finding]:
    """A thing that is used must be with somebody who takes part, if it is known with whom it is."""
    given = {e.value for e in event.effects if e.kind == "gains"}
    for thing in event.uses:
        if thing not in given and not (thing in now and now[thing].ended):
            yield from _not_in_hand(thing, event.who, event, now, messages)


def _not_in_hand(
    thing: str, who: tuple[str, ...], fact: Event | State, now: Mapping[str, EntityState], messages: Messages
) -> Iterator[Finding]:
    """The fact as a finding, if somebody else has the thing, or it was lost."""
    holder = next((s for s in now.values() if thing in s.held), None)
    loser = next((s for s in now.values() if thing in s.lost), None)
    if not who or (holder is not None and holder.name in who):
        return
    if holder is not None:
        held, key, names = holder.held[thing], "not_held", [who[0], thing, holder.name]
    elif loser is not None:
        held, key, names = loser.lost[thing], "lost", [who[0], thing]
    else:
        return
    said: dict[str, Any] = {"thing": thing, "holder": names[-1], "since": held.since}
    yield messages.finding("NOT_IN_HAND", key, names, held.refs, of=fact, **said)


def _knowledge(
    event: Event,
    now: Mapping[str, EntityState],
    learned: Mapping[tuple[str, str], Event],
    messages: Messages,
) -> Iterator[Finding]:
    gains = {(e.who, e.value) for e in event.effects if e.kind == "learns"}
    for pair in event.knows:
        name, fact = pair
        later = learned.get(pair)
        if later is None or pair in gains or (name in now and fact in now[name].learned):
            continue
        said: dict[str, Any] = {"fact": fact, "since": later.at}
        yield messages.finding("KNOWS_TOO_EARLY", "knows_too_early", (name,), later.refs, of=event, **said)


def _shown(state: State, now: Mapping[str, EntityState], messages: Messages) -> Iterator[Finding]:
    """Compare the state that the text shows of an entity with the state after the events."""
    known = now.get(state.who)
    if known is None:
        return
    for attribute in state.has:
        held = known.attributes.get(attribute.name)
        if held is not None and held.value != attribute.value:
            said: dict[str, Any] = {
                "attribute": attribute.name,
                "value": attribute.value,
                "known": held.value,
            }
            yield messages.finding(
                "ATTRIBUTE_CHANGED", "attribute_changed", (state.who,), held.refs, of=state, **said
            )
    for thing in state.holds:
        yield from _not_in_hand(thing, (state.who,), state, now, messages)
