"""Parts of the story graph as they are answered; times are written as ``chapter.scene``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated

import attrs

from underdraft.knowledge.checks.finding import Finding
from underdraft.knowledge.graph.anchors import located
from underdraft.knowledge.graph.model import (
    Claim,
    Effect,
    Entity,
    Event,
    Evidence,
    Relation,
    Step,
    StoryGraph,
)
from underdraft.knowledge.graph.queries import StoryChange, changes_by_name
from underdraft.knowledge.graph.rows import StoredFact, readable
from underdraft.types.copies import copied
from underdraft.types.files import ProjectFiles
from underdraft.types.json_marks import INLINE, OMIT_NONE


@attrs.frozen(kw_only=True)
class EntityAnswer:
    """A person, a place, a thing."""

    name: str
    kind: Annotated[str, "`character`, `place`, `thing` or another word."]
    aliases: tuple[str, ...]
    attributes: Annotated[Mapping[str, str], "What holds from the beginning."]
    ref: Annotated[str | None, "Where it is described, or null."]

    @classmethod
    def of(cls, entity: Entity) -> EntityAnswer:
        """The entity as it is answered."""
        attributes = {a.name: a.value for a in entity.attributes}
        return copied(cls, entity, attributes=attributes, ref=_ref(entity.refs))


@attrs.frozen(kw_only=True)
class RelationAnswer:
    """One entity's relation to another."""

    from_: Annotated[str, "An entity's name."]
    kind: Annotated[str, "What it is to the other."]
    to: Annotated[str, "The other's name."]
    since: Annotated[str, "From when on."]
    until: Annotated[str | None, "When it ends, or null."]
    ref: Annotated[str | None, "Where it is written, or null."]

    @classmethod
    def of(cls, relation: Relation) -> RelationAnswer:
        """The relation as it is answered."""
        since, until = str(relation.since), str(relation.until) if relation.until else None
        one, other, ref = relation.source, relation.target, _ref(relation.refs)
        return copied(cls, relation, from_=one, to=other, since=since, until=until, ref=ref)


@attrs.frozen(kw_only=True)
class EffectAnswer:
    """A change that an event makes to an entity; ``attribute`` is null unless one is set."""

    who: str
    kind: str
    value: str
    attribute: str | None

    @classmethod
    def of(cls, effect: Effect) -> EffectAnswer:
        """The effect as it is answered."""
        return copied(cls, effect, attribute=effect.attribute.name if effect.attribute else None)


@attrs.frozen(kw_only=True)
class EventAnswer:
    """Something that happens."""

    id: str
    at: str
    what: str
    place: Annotated[str | None, "Where, or null."]
    who: Annotated[tuple[str, ...], "Who takes part."]
    about: Annotated[tuple[str, ...], "Whom else it concerns."]
    effects: Annotated[tuple[EffectAnswer, ...], "What it changes."]
    ref: Annotated[str | None, "Where it is written, or null."]

    @classmethod
    def of(cls, event: Event) -> EventAnswer:
        """The event as it is answered."""
        effects = tuple(EffectAnswer.of(effect) for effect in event.effects)
        return copied(cls, event, at=str(event.at), effects=effects, ref=_ref(event.refs))


@attrs.frozen(kw_only=True)
class PathStep:
    """One step of a path: from one entity to another, by a relation or an event, and where that is written."""

    from_: str
    to: str
    by: str
    ref: str | None

    @classmethod
    def of(cls, step: Step) -> PathStep:
        """The step as it is answered."""
        by = step.by.kind if isinstance(step.by, Relation) else step.by.what
        return cls(from_=step.source, to=step.target, by=by, ref=_ref(step.by.refs))


@attrs.frozen(kw_only=True)
class StateAnswer:
    """One thing that has changed for an entity."""

    kind: Annotated[str, "`dies`, `injured`, `sets`, `gains` or `loses`."]
    attribute: Annotated[str | None, "What was set, or null."]
    value: Annotated[str, "To what."]
    since: Annotated[str, "Since when."]
    ref: Annotated[str | None, "Where it is written, or null."]

    @classmethod
    def of(cls, change: StoryChange) -> StateAnswer:
        """The change as it is answered."""
        effect, event = change
        name = effect.attribute.name if effect.attribute else None
        return cls(
            kind=effect.kind, attribute=name, value=effect.value, since=str(event.at), ref=_ref(event.refs)
        )


@attrs.frozen(kw_only=True)
class GraphAnswer:
    """A part of the graph, in the graph's order."""

    entities: Annotated[tuple[EntityAnswer, ...], "People, places, things."]
    relations: Annotated[tuple[RelationAnswer, ...], "Relations among them."]
    events: Annotated[tuple[EventAnswer, ...], "Events that concern them."]
    path: Annotated[tuple[PathStep, ...] | None, "The way between two, where there is one."] = OMIT_NONE
    standing: Annotated[tuple[StateAnswer, ...] | None, "How the entity asked for has changed."] = OMIT_NONE

    @classmethod
    def of(
        cls, part: StoryGraph, *, steps: Sequence[Step] = (), standing: tuple[StateAnswer, ...] | None = None
    ) -> GraphAnswer:
        """The part as it is answered."""
        return cls(
            entities=tuple(EntityAnswer.of(e) for e in part.entities),
            relations=tuple(RelationAnswer.of(r) for r in part.relations),
            events=tuple(EventAnswer.of(e) for e in part.events),
            path=tuple(PathStep.of(step) for step in steps) or None,
            standing=standing,
        )


@attrs.frozen(kw_only=True)
class FindingAnswer:
    """One contradiction."""

    code: Annotated[str, "What kind of finding it is."]
    message: Annotated[str, "One sentence."]
    names: Annotated[tuple[str, ...], "Who and what it is about."]
    refs: Annotated[tuple[str, ...], "The evidence: first what is wrong, then what it is wrong against."]
    doubt: Annotated[bool, "It may well be right."]
    id: Annotated[str | None, "Of what a model found: `knowledge:settle` with `reject` dismisses it."] = (
        OMIT_NONE
    )
    category: Annotated[str | None, "Category of the two claims."] = OMIT_NONE
    quotes: Annotated[tuple[str, ...], "Both quotes of what a model found, in the order of the refs."] = ()
    sure: Annotated[float | None, "How sure the model is, 0 to 1."] = OMIT_NONE

    @classmethod
    def of(cls, finding: Finding) -> FindingAnswer:
        """The finding as it is answered."""
        return copied(cls, finding, refs=tuple(str(ref) for ref in finding.refs))


@attrs.frozen(kw_only=True)
class ClaimAnswer:
    """One claim of the ledger."""

    id: Annotated[str | None, "What `knowledge:settle` takes; null for what a file says."]
    subject: Annotated[str, "Who or what it is about."]
    category: Annotated[str, "A category of docs/contract.md; empty where a file's fact has none."]
    attribute: str
    value: str
    at: Annotated[str, "Its place in the story."]
    frame: Annotated[str, "`told`, `said`, `memory`, `dream`, `hypothesis` or `lie`."]
    quote: Annotated[str, "The words that say it; empty for a fact of a file."]
    ref: Annotated[str | None, "Where these are now, or null."]
    source: Annotated[str, "`yaml`, `card`, `chapter` or `writer`."]
    state: Annotated[str, "`confirmed`, or `proposed`: nobody has looked at it yet."]

    @classmethod
    def of(cls, claim: Claim, files: ProjectFiles) -> ClaimAnswer:
        """The claim as it is answered."""
        first = claim.refs[0] if claim.refs else None
        now = None if first is None else located(first, files) or first
        return copied(cls, claim, at=str(claim.at), quote=claim.said, ref=None if now is None else str(now))


@attrs.frozen(kw_only=True)
class QuoteAnswer:
    """One piece of evidence by its words."""

    quote: Annotated[str, "As it was when it was proposed."]
    ref: Annotated[str | None, "The lines on which it is now, or null where it is lost."]

    @classmethod
    def of(cls, evidence: Evidence, files: ProjectFiles) -> QuoteAnswer:
        """The evidence, looked up."""
        now = located(evidence, files)
        return cls(quote=evidence.quote, ref=str(now) if now else None)


@attrs.frozen(kw_only=True)
class ConfirmedFact:
    """One fact of the store, with where its evidence is now."""

    stored: StoredFact = INLINE
    quotes: Annotated[tuple[QuoteAnswer, ...], "Its evidence by words; none for lines of files."]

    @classmethod
    def of(cls, stored: StoredFact, files: ProjectFiles) -> ConfirmedFact:
        """The fact with its quotes looked up; one that an older version wrote and this one refuses has none."""
        quoted = [
            ref
            for graph in readable([stored])
            for item in chain[Entity | Relation | Event | Claim](
                graph.entities, graph.relations, graph.events, graph.claims
            )
            for ref in item.refs
            if ref.quote
        ]
        return cls(stored=stored, quotes=tuple(QuoteAnswer.of(ref, files) for ref in quoted))


def part_on(graph: StoryGraph, steps: Sequence[Step]) -> StoryGraph:
    """Return the part of the graph that lies on a path."""
    names = {name for step in steps for name in (step.source, step.target)}
    by = dict.fromkeys(step.by for step in steps)
    return StoryGraph(
        entities=tuple(e for e in graph.entities if e.name in names),
        relations=tuple(b for b in by if isinstance(b, Relation)),
        events=tuple(b for b in by if not isinstance(b, Relation)),
    )


def states_of(graph: StoryGraph, name: str) -> tuple[StateAnswer, ...]:
    """Return how an entity has changed after all events in the graph."""
    return tuple(map(StateAnswer.of, changes_by_name(graph).get(graph.resolve(name) or name, ())))


def _ref(refs: tuple[Evidence, ...]) -> str | None:
    return str(refs[0]) if refs else None
