"""Reads the chapters for what no card and no graph has yet, as proposals with their evidence, the surest first."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.prose import Chapter, Paragraph
from underdraft.knowledge.checks.story_sentences import StorySentence, read
from underdraft.knowledge.graph.anchors import LONGEST, anchor
from underdraft.knowledge.graph.fields import MAX_NAME
from underdraft.knowledge.graph.merge import merge
from underdraft.knowledge.graph.model import Entity, Evidence, StoryGraph
from underdraft.knowledge.proposing.belongings import belongings
from underdraft.knowledge.proposing.casting import SURE, Alias, FoundEntity, cast_of
from underdraft.knowledge.proposing.chinese_places import chinese_names
from underdraft.knowledge.proposing.english import english_names
from underdraft.knowledge.proposing.relations import FoundRelation, relations_in
from underdraft.knowledge.proposing.speech import read_speech
from underdraft.knowledge.proposing.story_events import FoundEvent, events_in
from underdraft.knowledge.proposing.story_text import StoryText
from underdraft.knowledge.scene.chapters import scene_of_line
from underdraft.text.clean import one_line
from underdraft.types.knowledge import CandidateFact

QUOTES = 3
"""Most quotes of one proposal."""

AGAIN = 0.05
"""What each further sentence that says the same adds to how sure a proposal is."""

WHAT = 120
"""Code points of an event's sentence."""


def read_story(chapters: Sequence[Chapter], known: StoryGraph) -> list[CandidateFact]:
    """What the chapters say and the graph does not: entities, other names, relations, events; the surest first."""
    story = StoryText.of(chapters)
    names = (*chinese_names(story), *english_names(story), *belongings(story))
    cast = cast_of(story, names)
    new = [_settled(entity, known) for entity in cast]
    proposals = [p for entity, full in new for p in _of_entity(entity, full, known, story)]
    graph = merge((known, StoryGraph(entities=tuple(_as_entity(e, full) for e, full in new))))
    proposals += _of_sentences(chapters, graph, known)
    return sorted(proposals, key=surest_first)


def surest_first(candidate: CandidateFact) -> tuple[float, str, str]:
    """The order of proposals."""
    return (-float(str(candidate.fact.get("confidence", 0))), candidate.kind, str(candidate.fact))


def _settled(entity: FoundEntity, known: StoryGraph) -> tuple[FoundEntity, str]:
    """An entity with the full name by which the graph knows it, else its own."""
    for written in (entity.name, *(a.text for a in entity.aliases if a.confidence >= SURE)):
        full = known.resolve(written)
        if full:
            return entity, full
    return entity, entity.name


def _as_entity(entity: FoundEntity, full: str) -> Entity:
    aliases = (entity.name, *(a.text for a in entity.aliases))
    return Entity(name=full, kind=entity.kind, aliases=tuple(a for a in aliases if a != full))


def _of_entity(
    entity: FoundEntity, full: str, known: StoryGraph, story: StoryText
) -> Iterator[CandidateFact]:
    """The entity with the names that are surely its own; each doubtful one, and each of a known one, by itself."""
    there = full in known.by_name
    first = min(story.place(s)[0].chapter.number for s in entity.at)
    sure = [] if there else [a for a in entity.aliases if a.confidence >= SURE]
    if not there and len(full) <= MAX_NAME:
        fact: dict[str, Any] = {"name": full, "kind": entity.kind, "first_chapter": first}
        if sure:
            fact["aliases"] = [a.text for a in sure]
        quoted = entity.name_at or entity.at
        yield proposed("entity", fact, _quotes(story, quoted), entity.confidence)
    rest = [a for a in entity.aliases if a not in sure]
    if there and entity.name != full:
        rest.append(Alias(text=entity.name, at=entity.name_at, confidence=SURE))
    for alias in rest:
        if known.resolve(alias.text) is None:
            fact = {"name": full, "kind": _kind(full, known, entity), "aliases": [alias.text]}
            yield proposed(
                "entity", fact, _quotes(story, alias.at), round(alias.confidence * entity.confidence, 2)
            )


def _kind(full: str, known: StoryGraph, entity: FoundEntity) -> str:
    return known.by_name[full].kind if full in known.by_name else entity.kind


def _quotes(story: StoryText, at: Sequence[int]) -> list[Evidence]:
    """The sentences around the first places, one a chapter as far as there are several chapters."""
    found: dict[tuple[int, int], Evidence] = {}
    chapters: set[int] = set()
    for start in at:
        paragraph, inside = story.place(start)
        if len(found) < QUOTES and (paragraph.at not in found) and paragraph.chapter.number not in chapters:
            chapters.add(paragraph.chapter.number)
            found[paragraph.at] = _sentence_at(paragraph, inside)
    return list(found.values())


def _sentence_at(paragraph: Paragraph, inside: int) -> Evidence:
    ends = "。！？!?…"
    begin = max((paragraph.text.rfind(mark, 0, inside) + 1 for mark in (*ends, ". ")), default=0)
    stops = [at for mark in (*ends, ". ") if (at := paragraph.text.find(mark, inside)) >= 0]
    end = min(stops) + 1 if stops else len(paragraph.text)
    return _anchored(paragraph, max(begin, inside - LONGEST // 2), end)


def _anchored(paragraph: Paragraph, start: int, end: int) -> Evidence:
    """A piece of a paragraph by its words."""
    text = paragraph.text
    while start < end and text[start] in " \t\u3000”’\"')」』":
        start += 1
    while end < len(text) and text[end] in "”’\"'」』":
        end += 1
    return anchor(paragraph.chapter.path, text, start, end)


def proposed(
    kind: str, fact: Mapping[str, Any], refs: Sequence[Evidence], confidence: float
) -> CandidateFact:
    """A fact with its evidence and with how sure it is."""
    sure = min(0.98, round(confidence, 2))
    return CandidateFact(kind=kind, fact={**fact, "confidence": sure, "ref": [ref_of(r) for r in refs]})


def ref_of(evidence: Evidence) -> dict[str, str]:
    """Evidence by its words, as a fact gives it."""
    said = {name: getattr(evidence, name) for name in ("path", "quote", "before", "after")}
    return {name: value for name, value in said.items() if value}


def _of_sentences(
    chapters: Sequence[Chapter], graph: StoryGraph, known: StoryGraph
) -> Iterator[CandidateFact]:
    cast = Cast.of(graph, chapters)
    relations: dict[FoundRelation, list[tuple[float, Evidence]]] = defaultdict(list)
    events: dict[tuple[FoundEvent, int], list[tuple[StorySentence, Evidence]]] = defaultdict(list)
    for chapter in chapters:
        narrated = list(read(chapter, cast))
        for sentence in (*narrated, *read_speech(chapter, cast)):
            for relation in relations_in(sentence, graph):
                plain = attrs.evolve(relation, confidence=0.0)
                relations[plain].append((relation.confidence, _evidence(sentence)))
        for sentence in narrated:
            for event in events_in(sentence, graph):
                events[event, chapter.number].append((sentence, _evidence(sentence)))
    yield from _of_relations(relations, known)
    yield from _of_events(events, known)


def _evidence(sentence: StorySentence) -> Evidence:
    end = sentence.start + len(sentence.text.rstrip())
    return _anchored(sentence.paragraph, sentence.start, end)


def _of_relations(
    found: Mapping[FoundRelation, list[tuple[float, Evidence]]], known: StoryGraph
) -> Iterator[CandidateFact]:
    ranked = sorted(found.items(), key=lambda item: -max(sure for sure, _ in item[1]))
    there = {frozenset((r.source, r.target)) for r in known.relations}
    for relation, said in ranked:
        pair = frozenset((relation.source, relation.target))
        if pair in there:
            continue  # the writer has said what they are to each other, or a surer sentence has
        there.add(pair)
        fact = {"from": relation.source, "is": relation.kind, "to": relation.target}
        sure = max(c for c, _ in said) + AGAIN * (len(said) - 1)
        yield proposed("relation", fact, [e for _, e in said[:QUOTES]], round(sure, 2))


def _of_events(
    found: Mapping[tuple[FoundEvent, int], list[tuple[StorySentence, Evidence]]], known: StoryGraph
) -> Iterator[CandidateFact]:
    dead = {effect.who for event in known.events for effect in event.effects if effect.kind == "dies"}
    for (event, number), said in sorted(found.items(), key=lambda item: item[0][1]):
        if event.dies in dead:
            continue
        dead |= {event.dies} if event.dies else set()  # later chapters only tell of it again
        sentence, _ = said[0]
        paragraph = sentence.paragraph
        scene = scene_of_line(paragraph.chapter.text, paragraph.line)
        names = (event.kind, number, *event.who, *event.about, event.place)
        fact: dict[str, Any] = {
            "id": f"{event.kind}-{number}-{hashlib.sha256(repr(names).encode()).hexdigest()[:8]}",
            "at": f"{number}.{scene}",
            "what": one_line(said[0][1].quote, WHAT),
        }
        lists = {"who": list(event.who), "about": list(event.about), "place": event.place}
        fact |= {name: value for name, value in lists.items() if value}
        if event.dies:
            fact["effects"] = [{"who": event.dies, "dies": True}]
        yield proposed("event", fact, [e for _, e in said[:QUOTES]], event.confidence)
