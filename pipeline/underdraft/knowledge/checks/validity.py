"""What holds from which place of the manuscript on: values of attributes as the check compares them, and deaths."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import attrs

from underdraft.knowledge.checks.language import story_language
from underdraft.knowledge.checks.prose import card_texts
from underdraft.knowledge.checks.told import told_sentences
from underdraft.knowledge.graph.model import BEFORE, Attribute, Claim, Entity, Event, Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex
from underdraft.project.frontmatter import without_frontmatter
from underdraft.types.files import ProjectFiles
from underdraft.types.values import frozen

_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?([^\s:：*][^:：*\n]{0,30}?)(?:\*\*)?[ \t]*[:：](?:\*\*)?[ \t]*(\S[^\n]{0,200})$",
    re.MULTILINE,
)
"""``eyes: grey``, also as an entry of a list, also with the name in bold."""

WHOLE = 10_000_000
"""A line beyond the end of any chapter."""


@frozen
class EventSpan:
    """The lines that tell an event; before ``begin`` it has not happened, after ``end`` it has.

    Both are ``(chapter, line)``.
    """

    begin: tuple[int, int]
    end: tuple[int, int]


BEGINNING = EventSpan((0, 0), (0, 0))


def span_of(fact: Event | Claim, numbers: Mapping[str, int]) -> EventSpan:
    """Return where the text tells an event or claim; without usable evidence its whole chapter."""
    chapter = fact.at.chapter
    lines = [r for r in fact.refs if numbers.get(r.path) == chapter and r.first_line]
    if not lines or chapter == 0:
        return EventSpan((chapter, 0), (chapter, WHOLE if chapter else 0))
    return EventSpan((chapter, min(r.first_line for r in lines)), (chapter, max(r.last_line for r in lines)))


@frozen(kw_only=True)
class Held:
    """A value of an attribute."""

    attribute: Attribute
    refs: tuple[Evidence, ...]
    span: Annotated[EventSpan, "Where the text tells it."] = BEGINNING


Values = Mapping[str, Mapping[str, Sequence[Held]]]
"""The values of everybody's attributes, by name and attribute, in order."""


def held_values(graph: StoryGraph, files: ProjectFiles, numbers: Mapping[str, int]) -> Values:
    """Return all values: one from the beginning, of a file before a card, then those that claims and events tell."""
    found = defaultdict[str, dict[str, list[Held]]](dict)
    for entity in graph.entities:
        written = (Held(attribute=attribute, refs=entity.refs) for attribute in entity.attributes)
        for held in (*written, *card_values(entity, graph, files)):
            found[entity.name].setdefault(held.attribute.name or held.attribute.value, [held])
    told: list[tuple[str, Attribute | None, Claim | Event]] = [
        (claim.subject, Attribute(name=claim.attribute, value=claim.value), claim)
        for claim in graph.claims
        if claim.frame == "told" and claim.state == "confirmed"
    ]
    told += [(effect.who, effect.attribute, event) for event in graph.events for effect in event.effects]
    for who, stated, fact in told:
        if stated is not None:
            held = Held(attribute=stated, refs=fact.refs, span=span_of(fact, numbers))
            found[who].setdefault(stated.name, []).append(held)
    return found


def card_values(entity: Entity, graph: StoryGraph, files: ProjectFiles) -> Iterator[Held]:
    """Yield what an entity's cards and lasting relations state; a part of a card's sentence has no attribute's name.

    Only the check sees this: what a prompt needs of a card, it takes from the card itself.
    """
    facts = list[tuple[str, str]]()
    index = NameIndex.of((name, entity.name) for name in entity.names)
    for card in card_texts(entity, files):
        body, _ = without_frontmatter(card.text)
        facts += ((found[1].strip(), found[2].strip()) for found in _LINE.finditer(body))
        told = told_sentences(attrs.evolve(card, text=_LINE.sub("", body)), index, {entity.name: ""})
        plain = (one for one in told if one.named and not one.framed and "\x00" not in one.text)
        facts += (("", part.strip()) for one in plain for part in one.language.parts(one.text))
    for relation in graph.relations:
        if (relation.source, relation.since, relation.until) == (entity.name, BEFORE, None):
            form = story_language(relation.kind).words("checks")["related"]
            said = form.replace("{target}", relation.target).replace("{kin}", relation.kind)
            facts.append((relation.kind, said))
    yield from (Held(attribute=Attribute(name=n, value=v), refs=entity.refs) for n, v in facts)


def deaths(graph: StoryGraph, numbers: Mapping[str, int]) -> dict[str, tuple[EventSpan, Event]]:
    """Return everybody who dies and does not return, with the death; ``numbers`` are chapter numbers by path."""
    found: dict[str, tuple[EventSpan, Event]] = {}
    for event in graph.events:
        for effect in event.effects:
            if effect.kind == "dies":
                found.setdefault(effect.who, (span_of(event, numbers), event))
            elif effect.kind == "returns":
                found.pop(effect.who, None)
    return found
