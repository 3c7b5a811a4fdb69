"""Parts of the story graph in JSON's types, as the channels give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.knowledge.graph.model import GraphPart, Relation
from underdraft.knowledge.graph.state import entity_states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from underdraft.knowledge.checks.finding import Finding
    from underdraft.knowledge.graph.model import Entity, Event, Evidence, Step, StoryGraph
    from underdraft.knowledge.graph.rows import StoredFact


def answer_json(
    graph: StoryGraph, part: GraphPart | None = None, steps: Sequence[Step] = ()
) -> dict[str, Any]:
    """A part of the graph; with ``steps`` the path, and what stands on it."""
    if part is None:
        names = {name for step in steps for name in (step.source, step.target)}
        part = GraphPart(
            entities=tuple(e for e in graph.entities if e.name in names),
            relations=tuple(dict.fromkeys(s.by for s in steps if isinstance(s.by, Relation))),
            events=tuple(dict.fromkeys(s.by for s in steps if not isinstance(s.by, Relation))),
        )
    body: dict[str, Any] = {
        "entities": [entity_json(e) for e in part.entities],
        "relations": [relation_json(r) for r in part.relations],
        "events": [event_json(e) for e in part.events],
    }
    if steps:
        body["path"] = [
            {
                "from": step.source,
                "to": step.target,
                "by": step.by.kind if isinstance(step.by, Relation) else step.by.what,
                "ref": _ref(step.by.refs),
            }
            for step in steps
        ]
    return body


def entity_json(entity: Entity) -> dict[str, Any]:
    """An entity."""
    return {
        "name": entity.name,
        "kind": entity.kind,
        "aliases": list(entity.aliases),
        "attributes": {a.name: a.value for a in entity.attributes},
        "firstChapter": entity.first_chapter,
        "ref": _ref(entity.refs),
    }


def relation_json(relation: Relation) -> dict[str, Any]:
    """A relation."""
    return {
        "from": relation.source,
        "kind": relation.kind,
        "to": relation.target,
        "since": str(relation.since),
        "until": str(relation.until) if relation.until else None,
        "ref": _ref(relation.refs),
    }


def event_json(event: Event) -> dict[str, Any]:
    """An event."""
    return {
        "id": event.id,
        "at": str(event.at),
        "what": event.what,
        "place": event.place,
        "who": list(event.who),
        "about": list(event.about),
        "effects": [
            {
                "who": e.who,
                "kind": e.kind,
                "value": e.value,
                "attribute": e.attribute.name if e.attribute else None,
            }
            for e in event.effects
        ],
        "ref": _ref(event.refs),
    }


def entity_state_json(graph: StoryGraph, name: str) -> list[dict[str, Any]]:
    """What holds for an entity after everything in the graph."""
    full = graph.resolve(name)
    now = entity_states(graph)
    if full is None or full not in now:
        return []
    return [
        {
            "kind": kind,
            "attribute": known.attribute.name if known.attribute else None,
            "value": known.value,
            "since": str(known.since),
            "ref": _ref(known.refs),
        }
        for kind, known in now[full].changes()
    ]


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding."""
    return {
        "code": finding.code,
        "message": finding.message,
        "names": list(finding.names),
        "refs": [str(ref) for ref in finding.refs],
        "doubt": finding.doubt,
    }


def fact_json(fact: StoredFact) -> dict[str, Any]:
    """A stored fact."""
    return {
        "id": fact.id,
        "kind": fact.kind,
        "fact": dict(fact.fact),
        "status": fact.status,
        "origin": fact.origin,
        "version": fact.version,
        "createdAt": fact.created_at,
        "updatedAt": fact.updated_at,
        "deletedAt": fact.deleted_at,
    }


def _ref(refs: tuple[Evidence, ...]) -> str | None:
    return str(refs[0]) if refs else None
