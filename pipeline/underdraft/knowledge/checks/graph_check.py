"""Checks of the graph against itself: names, order, the dead, intervals and evidence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.graph.anchors import find_quote
from underdraft.knowledge.graph.model import Event, Evidence, StoryGraph, StoryTime
from underdraft.types.files import ProjectFiles, read_or_none

PAIR = 2
LIKELY = 50
"""From this similarity on (rapidfuzz's ratio, 0 to 100) a known name is offered for an unknown one."""

STORED = "knowledge/"
"""Evidence with this beginning is an entry of the store."""


def check_facts(graph: StoryGraph, files: ProjectFiles, messages: Messages) -> Iterator[Finding]:
    """Everything that can be found without the chapters' texts."""
    yield from _names(graph, messages)
    yield from _ambiguous(graph, messages)
    yield from _attributes(graph, messages)
    yield from _order(graph, messages)
    yield from _days(graph, messages)
    yield from _intervals(graph, messages)
    yield from _places(graph, messages)
    yield from _dead(graph, messages)
    yield from _evidence(graph, files, messages)


def _mentions(graph: StoryGraph, messages: Messages) -> Iterator[tuple[str, str, tuple[Evidence, ...], bool]]:
    """Every name that a fact uses, where, and whether it must be in the graph (things need not)."""
    for event in graph.events:
        where = messages.text("event", what=event.what)
        must = [*event.who, *event.about, *([event.place] if event.place else [])]
        must += [e.who for e in event.effects]
        may = [*event.uses, *(e.value for e in event.effects if e.kind in {"gains", "loses"})]
        yield from ((name, where, event.refs, True) for name in must)
        yield from ((name, where, event.refs, False) for name in may)
    for relation in graph.relations:
        where = messages.text("relation", kind=relation.kind)
        yield from ((name, where, relation.refs, True) for name in (relation.source, relation.target))
    for entity in graph.entities:
        if entity.within:
            yield entity.within, messages.text("entity", name=entity.name), entity.refs, True


def _names(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    known = list(graph.by_name)
    for name, where, refs, must in dict.fromkeys(_mentions(graph, messages)):
        if name in graph.by_name:
            continue
        near = process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=LIKELY)
        slip = near is not None and len(name) > PAIR and OSA.distance(name, near[0], score_cutoff=1) == 1
        if must or slip:
            hint = messages.text("hint", near=near[0]) if near else ""
            yield messages.finding("UNKNOWN_NAME", "unknown_name", (name,), refs, where=where, hint=hint)


def _ambiguous(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    owner: dict[str, str] = {}
    for entity in graph.entities:
        for written in dict.fromkeys(entity.names):
            other = owner.setdefault(written, entity.name)
            if other != entity.name:
                names, refs = (other, entity.name), (*graph.by_name[other].refs, *entity.refs)
                said: dict[str, Any] = {"name": written, "one": other, "other": entity.name}
                yield messages.finding("AMBIGUOUS_NAME", "ambiguous", names, refs, **said)


def _attributes(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    for entity in graph.entities:
        first: dict[str, str] = {}
        for attribute in entity.attributes:
            known = first.setdefault(attribute.name, attribute.value)
            if known != attribute.value:
                said: dict[str, Any] = {"attribute": attribute.name, "value": attribute.value, "known": known}
                yield messages.finding(
                    "ATTRIBUTE_CHANGED", "attribute_twice", (entity.name,), entity.refs, **said
                )


def _order(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    by_id: dict[str, Event] = {}
    for event in graph.events:
        if by_id.setdefault(event.id, event) is not event:
            refs = (*by_id[event.id].refs, *event.refs)
            yield messages.finding("AMBIGUOUS_NAME", "same_event_id", (), refs, id=event.id)
    for event in graph.events:
        for id_ in event.after:
            other = by_id.get(id_)
            if other is None:
                yield messages.finding("UNKNOWN_NAME", "unknown_event", (id_,), of=event, id=id_)
            elif other.at > event.at:
                yield _too_soon("out_of_order", event, other, messages)


def _too_soon(key: str, event: Event, other: Event, messages: Messages) -> Finding:
    """An event that must come after the other."""
    said: dict[str, Any] = {"other": other.what, "since": other.at}
    return messages.finding("OUT_OF_ORDER", key, event.who, other.refs, of=event, **said)


def _days(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Days must not run backwards from one event to the next."""
    dated = [(event, event.day) for event in graph.events if event.day is not None]
    for (before, day), (event, next_day) in pairwise(dated):
        if before.at != event.at and next_day < day:
            yield _too_soon("day_back", event, before, messages)


def _places(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Nobody is in two places at one story time."""
    together = defaultdict[tuple[str, StoryTime], list[Event]](list)
    for event in graph.events:
        for name in event.who if event.place else ():
            together[name, event.at].append(event)
    for (who, at), events in together.items():
        for one, other in combinations(events, 2):
            place, elsewhere = one.place or "", other.place or ""
            if place not in _around(graph, elsewhere) and elsewhere not in _around(graph, place):
                said: dict[str, Any] = {"place": place, "other": elsewhere, "at": at}
                yield messages.finding(
                    "TWO_PLACES", "two_places", (who, place, elsewhere), (*other.refs, *one.refs), **said
                )


def _around(graph: StoryGraph, place: str) -> list[str]:
    """The place and those that it is a part of."""
    found, entity = [place], graph.by_name.get(place)
    while entity is not None and entity.within is not None and entity.within not in found:
        found.append(entity.within)
        entity = graph.by_name.get(entity.within)
    return found


def _dead(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    """Nobody who is dead takes part, and nothing is used that is gone."""
    ended: dict[str, Event] = {}
    for event in graph.events:
        dying, back = ({e.who for e in event.effects if e.kind == kind} for kind in ("dies", "returns"))
        for name in (*event.who, *event.uses):
            death = ended.get(name)
            if death is not None and name not in back and not (name in dying and name in event.who):
                key = "thing_gone" if name in event.uses else "acts_when_dead"
                yield messages.finding("ACTS_WHEN_DEAD", key, (name,), death.refs, of=event, since=death.at)
        ended = {name: death for name, death in ended.items() if name not in back}
        ended |= dict.fromkeys(dying, event)


def _intervals(graph: StoryGraph, messages: Messages) -> Iterator[Finding]:
    for relation in graph.relations:
        if relation.until is not None and relation.until < relation.since:
            ends = (relation.source, relation.target)
            yield messages.finding("BAD_INTERVAL", "ends_first", ends, of=relation)


def _evidence(graph: StoryGraph, files: ProjectFiles, messages: Messages) -> Iterator[Finding]:
    """Every reference of events, relations and claims."""
    for what, names, refs in _references(graph):
        for ref in refs:
            key = _missing(ref, files)
            if key:
                yield messages.finding("BAD_EVIDENCE", key, names, (ref,), what=what)


def _references(graph: StoryGraph) -> Iterator[tuple[str, tuple[str, ...], tuple[Evidence, ...]]]:
    yield from ((e.what, e.who, e.refs) for e in graph.events)
    yield from ((f"{r.source} {r.kind} {r.target}", (r.source, r.target), r.refs) for r in graph.relations)
    yield from ((f"{c.subject} {c.attribute}", (c.subject,), c.refs) for c in graph.claims)


def _missing(ref: Evidence, files: ProjectFiles) -> str | None:
    if ref.path.startswith(STORED):
        return None
    file = read_or_none(files, ref.path)
    if file is None:
        return "no_file"
    if ref.quote:
        return None if find_quote(file.text, ref) else "no_quote"
    lines = file.text.rstrip("\n").split("\n")
    words = any(line.strip() for line in lines[ref.first_line - 1 : ref.last_line])
    return None if not ref.first_line or (ref.last_line <= len(lines) and words) else "no_lines"
