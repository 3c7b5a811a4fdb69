"""Checks of the graph against itself: names, order, intervals, and a replay of all events in story time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from underdraft.knowledge.checks.evidence import check_evidence
from underdraft.knowledge.checks.finding import Finding
from underdraft.knowledge.checks.places import check_places
from underdraft.knowledge.checks.replay import check_replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from underdraft.knowledge.checks.messages import Wording
    from underdraft.knowledge.graph.model import Event, Evidence, Relation, StoryGraph
    from underdraft.knowledge.scene.chapters import ChapterFile
    from underdraft.types.files import ProjectFiles


PAIR = 2
LIKELY = 50
"""From this similarity on (rapidfuzz's ratio, 0 to 100) a known name is offered for an unknown one."""


def check_facts(
    graph: StoryGraph, chapters: Sequence[ChapterFile], files: ProjectFiles, say: Wording
) -> Iterator[Finding]:
    """Everything that can be found without the chapters' texts."""
    yield from _names(graph, say)
    yield from _ambiguous(graph, say)
    yield from _attributes(graph, say)
    yield from _order(graph, say)
    yield from _clock(graph, say)
    yield from _intervals(graph, say)
    yield from check_places(graph, say)
    yield from check_replay(graph, say)
    yield from check_evidence(graph, chapters, files, say)


def _mentions(graph: StoryGraph, say: Wording) -> Iterator[tuple[str, str, tuple[Evidence, ...], bool]]:
    """Every name that a fact uses, where, and whether it must be in the graph (things need not)."""
    for event in graph.events:
        where = say("event", what=event.what)
        must = [*event.who, *event.about, *([event.place] if event.place else [])]
        must += [e.who for e in event.effects] + [e.value for e in event.effects if e.kind == "moves"]
        may = [*event.uses, *(e.value for e in event.effects if e.kind in {"gains", "loses"})]
        yield from ((name, where, event.refs, True) for name in must)
        yield from ((name, where, event.refs, False) for name in may)
    for relation in graph.relations:
        where = say("relation", kind=relation.kind)
        yield from ((name, where, relation.refs, True) for name in (relation.source, relation.target))
    for state in graph.states:
        where = say("state", at=state.at)
        yield state.who, where, state.refs, True
        yield from ((name, where, state.refs, False) for name in state.holds)
    for entity in graph.entities:
        if entity.within:
            yield entity.within, say("entity", name=entity.name), entity.refs, True


def _names(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import OSA

    known = list(graph.by_name)
    for name, where, refs, must in dict.fromkeys(_mentions(graph, say)):
        if name in graph.by_name:
            continue
        near = process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=LIKELY)
        slip = near is not None and len(name) > PAIR and OSA.distance(name, near[0], score_cutoff=1) == 1
        if must or slip:
            hint = say("hint", near=near[0]) if near else ""
            message = say("unknown_name", where=where, name=name, hint=hint)
            yield Finding(code="UNKNOWN_NAME", message=message, names=(name,), refs=refs)


def _ambiguous(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    owner: dict[str, str] = {}
    for entity in graph.entities:
        for written in dict.fromkeys(entity.names):
            other = owner.setdefault(written, entity.name)
            if other != entity.name:
                message = say("ambiguous", name=written, one=other, other=entity.name)
                names, refs = (other, entity.name), (*graph.by_name[other].refs, *entity.refs)
                yield Finding(code="AMBIGUOUS_NAME", message=message, names=names, refs=refs)


def _attributes(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    for entity in graph.entities:
        first: dict[str, str] = {}
        for attribute in entity.attributes:
            known = first.setdefault(attribute.name, attribute.value)
            if known != attribute.value:
                message = say(
                    "attribute_twice",
                    name=entity.name,
                    attribute=attribute.name,
                    value=attribute.value,
                    known=known,
                )
                yield Finding(
                    code="ATTRIBUTE_CHANGED", message=message, names=(entity.name,), refs=entity.refs
                )


def _order(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    by_id: dict[str, Event] = {}
    for event in graph.events:
        if by_id.setdefault(event.id, event) is not event:
            refs = (*by_id[event.id].refs, *event.refs)
            yield Finding(code="AMBIGUOUS_NAME", message=say("same_event_id", id=event.id), refs=refs)
    for event in graph.events:
        for id_ in event.after:
            other = by_id.get(id_)
            if other is None:
                message = say("unknown_event", what=event.what, id=id_)
                yield Finding(code="UNKNOWN_NAME", message=message, names=(id_,), refs=event.refs)
            elif other.at > event.at:
                message = say("out_of_order", what=event.what, at=event.at, other=other.what, since=other.at)
                yield Finding(
                    code="OUT_OF_ORDER", message=message, names=event.who, refs=(*event.refs, *other.refs)
                )


def _clock(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    """Days, and hours of a day, must not run backwards from one event to the next."""
    dated = [event for event in graph.events if event.day is not None]
    timed = [event for event in dated if event.clock is not None]
    for events in (dated, timed):
        for before, event in pairwise(events):
            if before.at == event.at:
                continue
            one, other = (before.day, before.clock), (event.day, event.clock)
            back = one[0] > other[0] if events is dated else one[0] == other[0] and one > other  # type: ignore[operator]
            if back:
                message = say("clock_back", what=event.what, at=event.at, other=before.what, since=before.at)
                yield Finding(
                    code="OUT_OF_ORDER", message=message, names=event.who, refs=(*event.refs, *before.refs)
                )


def _intervals(graph: StoryGraph, say: Wording) -> Iterator[Finding]:
    alone: dict[tuple[str, str], Relation] = {}
    for relation in graph.relations:
        if relation.until is not None and relation.until < relation.since:
            message = say(
                "ends_first",
                source=relation.source,
                target=relation.target,
                kind=relation.kind,
                until=relation.until,
                since=relation.since,
            )
            names = (relation.source, relation.target)
            yield Finding(code="BAD_INTERVAL", message=message, names=names, refs=relation.refs)
        if relation.kind not in graph.exclusive:
            continue
        slot = (relation.kind, relation.target)
        before = alone.get(slot)
        if (
            before
            and before.source != relation.source
            and (before.until is None or before.until > relation.since)
        ):
            message = say(
                "exclusive",
                target=relation.target,
                kind=relation.kind,
                since=relation.since,
                source=before.source,
                other=relation.source,
            )
            trio = (before.source, relation.source, relation.target)
            yield Finding(
                code="BAD_INTERVAL", message=message, names=trio, refs=(*relation.refs, *before.refs)
            )
        alone[slot] = relation
