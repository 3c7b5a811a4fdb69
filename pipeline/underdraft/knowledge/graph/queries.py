"""Questions to the story graph, answered by networkx: neighbourhood, path, timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from underdraft.knowledge.graph.model import Entity, Event, Relation, StoryGraph


MAX_DEPTH = 6
"""Six steps connect anybody with anybody; more only costs."""


@attrs.frozen(kw_only=True)
class Answer:
    """A part of the graph, in the graph's order."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    events: tuple[Event, ...] = ()


@attrs.frozen
class Step:
    """One step of a path: from one entity to another by a relation or an event."""

    source: str
    target: str
    by: Relation | Event


def full_names(graph: StoryGraph, names: Iterable[str]) -> list[str]:
    """The full names.

    Raises:
        NotFound: Nobody is called so.
    """
    found = [graph.resolve(name) for name in names]
    if None in found:
        raise NotFound("entity: nobody and nothing in the story graph has this name")
    return [name for name in found if name is not None]


def neighbourhood(graph: StoryGraph, names: Iterable[str], *, depth: int = 1) -> Answer:
    """Entities within ``depth`` steps, with all relations and events among them that touch one of ``names``.

    A relation is one step; so is an event that two take part in.

    Raises:
        NotFound: Nobody is called so.
    """
    import networkx as nx

    start = full_names(graph, names)
    net = network(graph)
    near = (
        set(nx.multi_source_dijkstra_path_length(net, start, cutoff=depth, weight="weight"))
        if start
        else set()
    )
    inner = (
        set(nx.multi_source_dijkstra_path_length(net, start, cutoff=depth - 1, weight="weight"))
        if start
        else set()
    )
    return Answer(
        entities=tuple(e for e in graph.entities if e.name in near),
        relations=tuple(
            r for r in graph.relations if {r.source, r.target} <= near and {r.source, r.target} & inner
        ),
        events=tuple(e for e in graph.events if set(e.concerned) & inner),
    )


def path_between(graph: StoryGraph, one: str, other: str) -> tuple[Step, ...]:
    """A shortest way from one entity to another; empty when there is none. Relations go before events.

    Raises:
        NotFound: Nobody is called so.
    """
    import networkx as nx

    start, end = full_names(graph, (one, other))
    net = network(graph)
    try:
        nodes: Sequence[Any] = nx.dijkstra_path(net, start, end, weight="weight")
    except nx.NetworkXNoPath:
        return ()
    steps: list[Step] = []
    here = start
    for node, after in zip(nodes, [*nodes[1:], None], strict=True):
        if after is None:
            break
        if isinstance(node, tuple):
            steps.append(Step(here, after, graph.events[node[1]]))
        elif not isinstance(after, tuple):
            steps.append(Step(node, after, net.edges[node, after]["relation"]))
        here = here if isinstance(after, tuple) else after
    return tuple(steps)


def timeline(graph: StoryGraph, name: str) -> tuple[Event, ...]:
    """The events that concern an entity, in order of story time.

    Raises:
        NotFound: Nobody is called so.
    """
    full = full_names(graph, (name,))[0]
    return tuple(event for event in graph.events if full in event.concerned)


def network(graph: StoryGraph) -> Any:
    """The graph for networkx: entities as nodes, each event a node between those whom it concerns.

    The way through an event is a little longer than a relation, so that of two ways of equal length the
    one by relations is taken.
    """
    import networkx as nx

    net = nx.Graph()
    net.add_nodes_from(entity.name for entity in graph.entities)
    for relation in graph.relations:
        if (
            relation.source in net
            and relation.target in net
            and not net.has_edge(relation.source, relation.target)
        ):
            net.add_edge(relation.source, relation.target, weight=0.99, relation=relation)
    for number, event in enumerate(graph.events):
        for name in (*event.who, *event.about, *event.uses, *(e.who for e in event.effects)):
            if name in net:
                net.add_edge(name, ("event", number), weight=0.5)
    return net
