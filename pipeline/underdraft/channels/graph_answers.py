"""Parts of the story graph as they are answered; times are written as ``chapter.scene``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from underdraft.channels.answers import answer_of
from underdraft.knowledge.graph.model import GraphPart, Relation
from underdraft.knowledge.graph.state import entity_states
from underdraft.types.json_marks import OMIT_NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from underdraft.knowledge.checks.finding import Finding
    from underdraft.knowledge.graph.model import Effect, Entity, Event, Evidence, Step, StoryGraph


@attrs.frozen(kw_only=True)
class EntityAnswer:
    """A person, a place, a thing.

    Attributes:
        name: The full name.
        kind: ``character``, ``place``, ``thing`` or another word.
        aliases: Other names.
        attributes: What holds from the beginning.
        first_chapter: The chapter of the first appearance, or null.
        ref: Where it is described, or null.
    """

    name: str
    kind: str
    aliases: tuple[str, ...]
    attributes: Mapping[str, str]
    first_chapter: int | None
    ref: str | None

    @classmethod
    def of(cls, entity: Entity) -> EntityAnswer:
        """The entity as it is answered."""
        attributes = {a.name: a.value for a in entity.attributes}
        return answer_of(cls, entity, attributes=attributes, ref=_ref(entity.refs))


@attrs.frozen(kw_only=True)
class RelationAnswer:
    """One entity's relation to another.

    Attributes:
        from_: An entity's name.
        kind: What it is to the other.
        to: The other's name.
        since: From when on.
        until: When it ends, or null.
        ref: Where it is written, or null.
    """

    from_: str
    kind: str
    to: str
    since: str
    until: str | None
    ref: str | None

    @classmethod
    def of(cls, relation: Relation) -> RelationAnswer:
        """The relation as it is answered."""
        since, until = str(relation.since), str(relation.until) if relation.until else None
        ends = {"from_": relation.source, "to": relation.target}
        return answer_of(cls, relation, **ends, since=since, until=until, ref=_ref(relation.refs))


@attrs.frozen(kw_only=True)
class EffectAnswer:
    """What an event changes: for whom, how, to what; ``attribute`` is null unless one is set."""

    who: str
    kind: str
    value: str
    attribute: str | None

    @classmethod
    def of(cls, effect: Effect) -> EffectAnswer:
        """The effect as it is answered."""
        return answer_of(cls, effect, attribute=effect.attribute.name if effect.attribute else None)


@attrs.frozen(kw_only=True)
class EventAnswer:
    """Something that happens.

    Attributes:
        id: The event's id.
        at: When.
        what: What happens.
        place: Where, or null.
        who: Who takes part.
        about: Whom else it concerns.
        effects: What it changes.
        ref: Where it is written, or null.
    """

    id: str
    at: str
    what: str
    place: str | None
    who: tuple[str, ...]
    about: tuple[str, ...]
    effects: tuple[EffectAnswer, ...]
    ref: str | None

    @classmethod
    def of(cls, event: Event) -> EventAnswer:
        """The event as it is answered."""
        effects = tuple(EffectAnswer.of(effect) for effect in event.effects)
        return answer_of(cls, event, at=str(event.at), effects=effects, ref=_ref(event.refs))


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
    """One thing that has changed for an entity.

    Attributes:
        kind: ``dies``, ``injured``, ``sets``, ``gains`` or ``loses``.
        attribute: What was set, or null.
        value: To what.
        since: Since when.
        ref: Where it is written, or null.
    """

    kind: str
    attribute: str | None
    value: str
    since: str
    ref: str | None


@attrs.frozen(kw_only=True)
class GraphAnswer:
    """A part of the graph, in the graph's order.

    Attributes:
        entities: People, places, things.
        relations: Relations among them.
        events: Events that concern them.
        path: The way between two entities, step by step, when that was asked for and there is one.
        standing: How the entity that was asked for has changed.
    """

    entities: tuple[EntityAnswer, ...]
    relations: tuple[RelationAnswer, ...]
    events: tuple[EventAnswer, ...]
    path: tuple[PathStep, ...] | None = attrs.field(default=None, metadata=OMIT_NONE)
    standing: tuple[StateAnswer, ...] | None = attrs.field(default=None, metadata=OMIT_NONE)

    @classmethod
    def of(
        cls, part: GraphPart, *, steps: Sequence[Step] = (), standing: tuple[StateAnswer, ...] | None = None
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
    """One contradiction.

    Attributes:
        code: What kind of finding it is.
        message: One sentence.
        names: Who and what it is about.
        refs: The evidence: first what is wrong, then what it is wrong against.
        doubt: It may well be right.
    """

    code: str
    message: str
    names: tuple[str, ...]
    refs: tuple[str, ...]
    doubt: bool

    @classmethod
    def of(cls, finding: Finding) -> FindingAnswer:
        """The finding as it is answered."""
        return answer_of(cls, finding, refs=tuple(str(ref) for ref in finding.refs))


def part_on(graph: StoryGraph, steps: Sequence[Step]) -> GraphPart:
    """What stands on a path."""
    names = {name for step in steps for name in (step.source, step.target)}
    by = dict.fromkeys(step.by for step in steps)
    return GraphPart(
        entities=tuple(e for e in graph.entities if e.name in names),
        relations=tuple(b for b in by if isinstance(b, Relation)),
        events=tuple(b for b in by if not isinstance(b, Relation)),
    )


def states_of(graph: StoryGraph, name: str) -> tuple[StateAnswer, ...]:
    """What has changed for an entity after everything in the graph."""
    full = graph.resolve(name)
    now = entity_states(graph)
    if full is None or full not in now:
        return ()
    return tuple(
        StateAnswer(
            kind=kind,
            attribute=known.attribute.name if known.attribute else None,
            value=known.value,
            since=str(known.since),
            ref=_ref(known.refs),
        )
        for kind, known in now[full].changes()
    )


def _ref(refs: tuple[Evidence, ...]) -> str | None:
    return str(refs[0]) if refs else None
