"""Plain values on a card, in lines such as ``- eyes: grey``: for the check alone."""

from __future__ import annotations

import re

import attrs

from underdraft.knowledge.checks.plain_values import plain_value
from underdraft.knowledge.graph.anchors import read_or_none
from underdraft.knowledge.graph.model import Attribute, Entity, StoryGraph
from underdraft.project.frontmatter import without_frontmatter
from underdraft.types.files import ProjectFiles

_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?([^\s:：*][^:：*\n]{0,30}?)(?:\*\*)?[ \t]*[:：](?:\*\*)?[ \t]*(\S[^\n]{0,200})$",
    re.MULTILINE,
)
"""``eyes: grey``, also as an entry of a list, also with the name in bold."""


def with_card_values(graph: StoryGraph, files: ProjectFiles) -> StoryGraph:
    """The graph with what its cards plainly state; where a knowledge file has the attribute, that holds.

    Only the check sees this: what a prompt needs of a card, it takes from the card itself.
    """
    entities = tuple(_with_values(entity, files) for entity in graph.entities)
    return attrs.evolve(graph, entities=entities)


def _with_values(entity: Entity, files: ProjectFiles) -> Entity:
    cards = [ref.path for ref in entity.refs if ref.path.endswith(".md") and not ref.first_line]
    said = [attribute for path in cards for attribute in _values(files, path)]
    known = {attribute.name for attribute in entity.attributes}
    new = tuple(a for a in dict.fromkeys(said) if a.name not in known and plain_value(a) is not None)
    return attrs.evolve(entity, attributes=(*entity.attributes, *new)) if new else entity


def _values(files: ProjectFiles, path: str) -> list[Attribute]:
    """The lines of a card that give a value; nothing of a file that is gone or refused, which its reading says."""
    file = read_or_none(files, path)
    if file is None:
        return []
    body, _ = without_frontmatter(file.text)
    return [Attribute(name=m[1].strip(), value=m[2].strip()) for m in _LINE.finditer(body)]
