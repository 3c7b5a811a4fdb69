"""Replays all events in story time and looks at each for what cannot be, given what came before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.knowledge.checks.finding import Finding
from underdraft.knowledge.graph.state import Standing, apply, standings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from underdraft.knowledge.checks.messages import Wording
    from underdraft.knowledge.graph.model import Event, Evidence, State, StoryGraph
    from underdraft.knowledge.graph.state import Told


def check_replay(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    """Dead people acting, things used that are gone or elsewhere, knowledge and attributes without a cause."""
    now = standings(graph, events=())
    learned = {(e.who, e.value): event for event in graph.events for e in event.effects if e.kind == "learns"}
    states = list(graph.states)
    for event in graph.events:
        while states and states[0].at < event.at:
            yield from _state(states.pop(0), now, say)
        yield from _dead(event, now, say)
        yield from _things(event, now, say)
        yield from _knowledge(event, now, learned, say)
        yield from _appearance(event, graph, say)
        apply(event, now)
    for state in states:
        yield from _state(state, now, say)


def _dead(event: Event, now: dict[str, Standing], say: Wording) -> Iterator[Finding]:
    back = {e.who for e in event.effects if e.kind == "returns"}
    dying = {e.who for e in event.effects if e.kind == "dies"}
    for name in (*event.who, *event.uses):
        ended = now[name].ended if name in now else None
        if ended is None or name in back or (name in dying and name in event.who):
            continue
        key = "thing_gone" if name in event.uses else "acts_when_dead"
        message = say(key, name=name, since=ended.since, at=event.at, what=event.what)
        yield Finding(
            code="ACTS_WHEN_DEAD", message=message, names=(name,), refs=(*event.refs, *_refs(ended))
        )
    for name in dying:
        ended = now[name].ended if name in now else None
        if ended is not None:
            message = say("dies_twice", name=name, since=ended.since, at=event.at)
            yield Finding(
                code="DIES_TWICE", message=message, names=(name,), refs=(*event.refs, *_refs(ended))
            )


def _things(event: Event, now: dict[str, Standing], say: Wording) -> Iterator[Finding]:
    """A thing that is used must be with somebody who takes part, if it is known with whom it is."""
    given = {e.value for e in event.effects if e.kind == "gains"}
    for thing in event.uses:
        if thing in given or (thing in now and now[thing].ended):
            continue
        yield from _not_in_hand(thing, event.who, str(event.at), event.refs, now, say)


def _not_in_hand(
    thing: str,
    who: tuple[str, ...],
    at: str,
    refs: tuple[Evidence, ...],
    now: dict[str, Standing],
    say: Wording,
) -> Iterator[Finding]:
    if not who:
        return
    holder = next((s for s in now.values() if thing in s.held), None)
    if holder is not None:
        if holder.name not in who:
            told = holder.held[thing]
            message = say("not_held", name=who[0], thing=thing, holder=holder.name, since=told.since, at=at)
            names = (who[0], thing, holder.name)
            yield Finding(code="NOT_IN_HAND", message=message, names=names, refs=(*refs, *_refs(told)))
        return
    loser = next((s for s in now.values() if thing in s.lost), None)
    if loser is not None:
        told = loser.lost[thing]
        message = say("lost", name=who[0], thing=thing, since=told.since, at=at)
        yield Finding(code="NOT_IN_HAND", message=message, names=(who[0], thing), refs=(*refs, *_refs(told)))


def _knowledge(
    event: Event, now: dict[str, Standing], learned: dict[tuple[str, str], Event], say: Wording
) -> Iterator[Finding]:
    gains = {(e.who, e.value) for e in event.effects if e.kind == "learns"}
    for pair in event.knows:
        name, fact = pair
        later = learned.get(pair)
        if later is None or pair in gains or (name in now and fact in now[name].learned):
            continue
        message = say("knows_too_early", name=name, fact=fact, at=event.at, since=later.at)
        yield Finding(code="KNOWS_TOO_EARLY", message=message, names=(name,), refs=(*event.refs, *later.refs))


def _appearance(event: Event, graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    for name in event.who:
        entity = graph.by_name.get(name)
        if entity is None or entity.first_chapter is None or not 0 < event.at.chapter < entity.first_chapter:
            continue
        message = say("too_early", name=name, first=entity.first_chapter, at=event.at, what=event.what)
        yield Finding(code="TOO_EARLY", message=message, names=(name,), refs=(*event.refs, *entity.refs))


def _state(state: State, now: dict[str, Standing], say: Wording) -> Iterator[Finding]:
    standing = now.get(state.who)
    if standing is None:
        return
    for attribute in state.has:
        told = standing.attributes.get(attribute.name)
        if told is not None and told.value != attribute.value:
            message = say(
                "attribute_changed",
                name=state.who,
                attribute=attribute.name,
                at=state.at,
                value=attribute.value,
                known=told.value,
            )
            refs = (*state.refs, *_refs(told))
            yield Finding(code="ATTRIBUTE_CHANGED", message=message, names=(state.who,), refs=refs)
    for thing in state.holds:
        yield from _not_in_hand(thing, (state.who,), str(state.at), state.refs, now, say)


def _refs(told: Told) -> tuple[Evidence, ...]:
    return told.event.refs if told.event else ()
