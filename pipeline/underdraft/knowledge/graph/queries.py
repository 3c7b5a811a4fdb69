"""Questions to the story graph: neighbourhood and path.

networkx answers them: import this module where it is used, never at start-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from underdraft.errors import NotFound
from underdraft.knowledge.graph.model import GraphPart, Step, StoryGraph

MAX_DEPTH = 6
"""Six steps connect anybody with anybody; more only costs."""


def full_names(graph: StoryGraph, names: Iterable[str]) -> list[str]:
    """The full names; a name that nobody has is ``NotFound``."""
    found = [graph.resolve(name) for name in names]
    if None in found:
        raise NotFound("entity: nobody and nothing in the story graph has this name")
    return [name for name in found if name is not None]


def neighbourhood(graph: StoryGraph, names: Iterable[str], *, depth: int = 1) -> GraphPart:
    """Entities within ``depth`` steps, with all relations and events among them that touch one of ``names``.

    A relation is one step; so is an event that two take part in.
    """
    start = full_names(graph, names)
    if not start:
        return GraphPart()
    net = network(graph)
    near, inner = (
        set(nx.multi_source_dijkstra_path_length(net, start, cutoff=reach, weight="weight"))
        for reach in (depth, depth - 1)
    )
    return GraphPart(
        entities=tuple(e for e in graph.entities if e.name in near),
        relations=tuple(
            r for r in graph.relations if {r.source, r.target} <= near and {r.source, r.target} & inner
        ),
        events=tuple(e for e in graph.events if set(e.concerned) & inner),
    )


def path_between(graph: StoryGraph, one: str, other: str) -> tuple[Step, ...]:
    """A shortest way from one entity to another; empty when there is none. Relations go before events."""
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


def network(graph: StoryGraph) -> Any:
    """The graph for networkx: entities as nodes, each event a node between those whom it concerns.

    The way through an event is a little longer than a relation, so that of two ways of equal length the
    one by relations is taken.
    """
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
