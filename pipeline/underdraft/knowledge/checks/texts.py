"""Checks of the chapters' texts against the graph: general rules over names, verbs and phrases, no model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.knowledge.checks.attributes import contradicted
from underdraft.knowledge.checks.binding import heads_of
from underdraft.knowledge.checks.cast import Cast, is_person
from underdraft.knowledge.checks.deeds import acts
from underdraft.knowledge.checks.finding import Finding, Messages, quoted
from underdraft.knowledge.checks.frames import takes_back
from underdraft.knowledge.checks.prose import ASIDE, Chapter, Paragraph
from underdraft.knowledge.checks.speaking import read_all
from underdraft.knowledge.checks.spelling import check_spelling
from underdraft.knowledge.checks.story_sentences import StorySentence
from underdraft.knowledge.checks.validity import EventHistory, histories
from underdraft.knowledge.graph.model import Evidence, StoryGraph
from underdraft.knowledge.scene.names import graph_index

NEAR_TOPICS = 3
"""So many of those last named may be what a sentence without a name goes on about."""

_REMEMBERED = re.compile(r"\b(?:dream\w*|woke)\b|wake up|梦|醒")
_READ_OUT = re.compile(r"\b(?:dream\w*|tape)\b|梦|信|遗书|日记|磁带|录音")
"""What the paragraph above begins, and this one may go on with."""


@attrs.frozen(kw_only=True)
class Subject:
    """What the rules look things up in."""

    graph: StoryGraph
    cast: Cast
    histories: Mapping[str, EventHistory]
    messages: Messages
    heads: Annotated[tuple[tuple[str, str], ...], "The noun of a thing's name, where no other thing has it."]


def check_texts(
    graph: StoryGraph, chapters: Sequence[Chapter], messages: Messages, notes: str = ""
) -> Iterator[Finding]:
    """Read every chapter against the graph; ``notes`` is what the writer has put down about the story."""
    numbers = {chapter.path: chapter.number for chapter in chapters}
    cast = Cast.of(graph, chapters)
    subject = Subject(
        graph=graph, cast=cast, histories=histories(graph, numbers), messages=messages, heads=_heads(graph)
    )
    for chapter in chapters:
        for sentence in read_all(chapter, cast):
            if not (sentence.spoken or sentence.retold):
                yield from _acting(sentence, subject)
            yield from _about(sentence, subject)
    yield from check_spelling(graph, graph_index(graph), chapters, messages, notes)


def _heads(graph: StoryGraph) -> tuple[tuple[str, str], ...]:
    things = {
        (h, e.name) for e in graph.entities if e.kind != "character" for n in e.names for h in heads_of(n)
    }
    often = Counter(head for head, _ in things)
    return tuple(sorted((head, name) for head, name in things if often[head] == 1))


def _here(paragraph: Paragraph) -> Evidence:
    """The paragraph as evidence."""
    return Evidence(paragraph.chapter.path, paragraph.line, paragraph.line)


def _acting(sentence: StorySentence, subject: Subject) -> Iterator[Finding]:
    """The dead neither speak nor act, nor does anybody before the first appearance."""
    finding = subject.messages.finding
    paragraph = sentence.paragraph
    for mention in sentence.mentions:
        name = mention.name
        entity = subject.graph.by_name.get(name or "")
        history = subject.histories.get(name or "")
        if name is None or history is None or not is_person(entity) or entity is None:
            continue
        dead = history.dead is not None and paragraph.at > history.dead[0].end and not history.back
        early = entity.first_chapter is not None and paragraph.chapter.number < entity.first_chapter
        if (
            not (dead or early)
            or not acts(sentence, mention)
            or takes_back(sentence, mention.start, clause=False)
        ):
            continue
        if _REMEMBERED.search(paragraph.text) or _READ_OUT.search(paragraph.above):
            continue
        begin = sentence.start + mention.start
        quote = quoted(paragraph.text[max(0, begin - 6) : begin + len(mention.written) + 20])
        if dead and history.dead:
            death = history.dead[1]
            refs, since = (_here(paragraph), *death.refs), death.at
            yield finding("ACTS_WHEN_DEAD", "text_dead_acts", (name,), refs, since=since, quote=quote)
        else:
            refs, first = (_here(paragraph), *entity.refs), entity.first_chapter
            yield finding("TOO_EARLY", "text_too_early", (name,), refs, first=first, quote=quote)


def _about(sentence: StorySentence, subject: Subject) -> Iterator[Finding]:
    """What is narrated of somebody must fit what they are like and what they have at that time."""
    known = subject.graph.by_name
    named = list(dict.fromkeys(m.name for m in sentence.mentions if m.name))
    people = [name for name in named if known[name].kind == "character"]
    topic = [name for name in sentence.topics if known[name].kind == "character"][:1]
    # A sentence without a name goes on about whom the one before was about.
    about = people[:1] if len(people) == 1 else topic if not people else []
    things = [name for name in named if name not in people]
    plain = not (ASIDE.search(sentence.text) or sentence.unreal or sentence.spoken)
    meant = (thing for head, thing in subject.heads if head in sentence.text)
    for name in dict.fromkeys((*named, *topic, *sentence.topics[:NEAR_TOPICS], *meant)):
        yield from _attributes(sentence, name, subject, phrases=plain and name in {*about, *things})
    if about and plain:
        yield from _lost(sentence, about[0], subject)


def _attributes(sentence: StorySentence, name: str, subject: Subject, *, phrases: bool) -> Iterator[Finding]:
    history = subject.histories.get(name)
    for attribute, values in history.attributes.items() if history else ():
        wrong = contradicted(name, values, sentence, subject.cast, phrases=phrases)
        if wrong is None:
            continue
        known, event = wrong
        entity = subject.graph.by_name.get(name)
        refs = event.refs if event else entity.refs if entity else ()
        said: dict[str, Any] = {"attribute": attribute, "known": known.value, "quote": _words(sentence)}
        places = (_here(sentence.paragraph), *refs)
        yield subject.messages.finding("ATTRIBUTE_CHANGED", "text_attribute", (name,), places, **said)


def _words(sentence: StorySentence) -> str:
    """The sentence for a message."""
    return quoted(sentence.text.strip("\x00 "))


def _lost(sentence: StorySentence, name: str, subject: Subject) -> Iterator[Finding]:
    history = subject.histories.get(name)
    for thing, (span, event) in history.lost.items() if history else ():
        regained = history.regained.get(thing) if history else None
        if sentence.paragraph.at <= span.end or (regained and regained.begin > span.begin):
            continue
        entity = subject.graph.by_name.get(thing)
        if any(written in sentence.text for written in (entity.names if entity else (thing,))):
            said: dict[str, Any] = {"thing": thing, "since": event.at, "quote": _words(sentence)}
            places = (_here(sentence.paragraph), *event.refs)
            yield subject.messages.finding("NOT_IN_HAND", "text_lost", (name, thing), places, **said)
