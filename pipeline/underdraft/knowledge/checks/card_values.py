"""What the cards and relations plainly say, as attributes: for the check alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from underdraft.knowledge.checks.language import WHO, StoryLanguage, story_language
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.told import told_sentences
from underdraft.knowledge.checks.traits import traits_of
from underdraft.knowledge.graph.anchors import read_or_none
from underdraft.knowledge.graph.model import Attribute, Entity, StoryGraph
from underdraft.knowledge.graph.story_time import BEFORE
from underdraft.knowledge.scene.names import NameIndex
from underdraft.project.frontmatter import without_frontmatter
from underdraft.types.files import ProjectFiles

_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?([^\s:：*][^:：*\n]{0,30}?)(?:\*\*)?[ \t]*[:：](?:\*\*)?[ \t]*(\S[^\n]{0,200})$",
    re.MULTILINE,
)
"""``eyes: grey``, also as an entry of a list, also with the name in bold."""


_PROSE = ("age", "colour", "handed", "occupation", "birthplace", "count")
"""Kinds that are read from a card's sentences."""


def with_card_values(graph: StoryGraph, files: ProjectFiles) -> StoryGraph:
    """The graph with what its cards and lasting relations plainly state; where a file has the attribute, that holds.

    Only the check sees this: what a prompt needs of a card, it takes from the card itself.
    """
    entities = tuple(_with_values(entity, graph, files) for entity in graph.entities)
    return attrs.evolve(graph, entities=entities)


def _with_values(entity: Entity, graph: StoryGraph, files: ProjectFiles) -> Entity:
    cards = [ref.path for ref in entity.refs if ref.path.endswith(".md") and not ref.first_line]
    said = [attribute for path in cards for attribute in _values(entity, files, path)]
    known = {attribute.name for attribute in entity.attributes}
    new = [a for a in dict.fromkeys((*said, *_kin(entity, graph))) if a.name not in known and traits_of(a)]
    return attrs.evolve(entity, attributes=(*entity.attributes, *new)) if new else entity


def _kin(entity: Entity, graph: StoryGraph) -> Iterator[Attribute]:
    """Whose kin somebody is from the beginning on."""
    for relation in graph.relations:
        if (
            graph.resolve(relation.source) == entity.name
            and relation.since == BEFORE
            and relation.until is None
        ):
            form = story_language(relation.kind).words("blanks")["related"]
            said = form.replace("{target}", relation.target).replace("{kin}", relation.kind)
            yield Attribute(name=relation.kind, value=said)


def _values(entity: Entity, files: ProjectFiles, path: str) -> Iterator[Attribute]:
    """The lines and sentences of a card that give a value; nothing of a file that is gone or refused."""
    file = read_or_none(files, path)
    if file is None:
        return
    body, _ = without_frontmatter(file.text)
    yield from (Attribute(name=m[1].strip(), value=m[2].strip()) for m in _LINE.finditer(body))
    index = NameIndex.of((name, entity.name) for name in entity.names)
    card = Chapter(path=path, number=0, text=body)
    for sentence in told_sentences(card, index, {entity.name: ""}, about=(entity.name,)):
        yield from _prose(sentence.masked({entity.name: WHO}), sentence.language)


def _prose(text: str, language: StoryLanguage) -> Iterator[Attribute]:
    for kind in _PROSE:
        for found in language.statements(text, kind):
            said = {group: words for group, words in found.groupdict().items() if words}
            name = said.pop("part", "") or said.get("noun", "") or language.words("values")[kind]
            yield Attribute(name=name, value=language.words("blanks")["joint"].join(said.values()))
