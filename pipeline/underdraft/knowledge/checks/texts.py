"""Checks of the chapters' texts against the graph: general rules over names, verbs and phrases, no model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from underdraft.knowledge.checks.attributes import contradicted
from underdraft.knowledge.checks.finding import Finding, Messages, quoted
from underdraft.knowledge.checks.prose import ASIDE, Chapter, Paragraph, acts_at, paragraphs, sentences
from underdraft.knowledge.checks.spelling import check_spelling
from underdraft.knowledge.checks.validity import EventHistory, histories
from underdraft.knowledge.graph.model import Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex, graph_index


@attrs.frozen(kw_only=True)
class Subject:
    """What the rules look things up in."""

    graph: StoryGraph
    index: NameIndex
    histories: Mapping[str, EventHistory]
    messages: Messages

    def names_in(self, text: str) -> tuple[list[str], list[str]]:
        """The characters, then everything else that a text names, each once, in text order."""
        names = dict.fromkeys(found.name for found in self.index.find(text))
        people = [name for name in names if self.graph.by_name[name].kind == "character"]
        return people, [name for name in names if name not in people]


def check_texts(graph: StoryGraph, chapters: Sequence[Chapter], messages: Messages) -> Iterator[Finding]:
    """Read every chapter against the graph."""
    numbers = {chapter.path: chapter.number for chapter in chapters}
    index = graph_index(graph)
    subject = Subject(graph=graph, index=index, histories=histories(graph, numbers), messages=messages)
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            yield from _acting(paragraph, subject)
            yield from _about(paragraph, subject)
    yield from check_spelling(graph, index, chapters, messages)


def _here(paragraph: Paragraph) -> Evidence:
    """The paragraph as evidence."""
    return Evidence(paragraph.chapter.path, paragraph.line, paragraph.line)


def _acting(paragraph: Paragraph, subject: Subject) -> Iterator[Finding]:
    """The dead neither speak nor act, nor does anybody before the first appearance."""
    finding = subject.messages.finding
    for found in subject.index.find(paragraph.narration):
        name = found.name
        history = subject.histories.get(name)
        entity = subject.graph.by_name[name]
        if history is None or entity.kind != "character" or not acts_at(paragraph.narration, found):
            continue
        quote = quoted(paragraph.text[max(0, found.start - 6) : found.end + 20])
        if history.dead and paragraph.at > history.dead[0].end and not history.back:
            death = history.dead[1]
            refs, since = (_here(paragraph), *death.refs), death.at
            yield finding("ACTS_WHEN_DEAD", "text_dead_acts", (name,), refs, since=since, quote=quote)
        elif entity.first_chapter is not None and paragraph.chapter.number < entity.first_chapter:
            refs, first = (_here(paragraph), *entity.refs), entity.first_chapter
            yield finding("TOO_EARLY", "text_too_early", (name,), refs, first=first, quote=quote)


def _about(paragraph: Paragraph, subject: Subject) -> Iterator[Finding]:
    """What is narrated of somebody must fit what they are like and what they have at that time."""
    people, things = subject.names_in(paragraph.narration)
    for sentence in sentences(paragraph.narration):
        if ASIDE.search(sentence):
            continue
        named, _ = subject.names_in(sentence)
        # A sentence without a name goes on about the only person whom its paragraph names.
        about = named if len(named) == 1 else people if not named and len(people) == 1 else []
        for name in (*about, *things):
            yield from _attributes(paragraph, sentence, name, subject)
        if about:
            yield from _lost(paragraph, sentence, about[0], subject)


def _attributes(paragraph: Paragraph, sentence: str, name: str, subject: Subject) -> Iterator[Finding]:
    history = subject.histories.get(name)
    for attribute, values in history.attributes.items() if history else ():
        wrong = contradicted(name, values, paragraph.at, sentence)
        if wrong is None:
            continue
        known, event = wrong
        entity = subject.graph.by_name.get(name)
        refs = event.refs if event else entity.refs if entity else ()
        said: dict[str, Any] = {
            "attribute": attribute,
            "known": known.value,
            "quote": quoted(sentence.strip("\x00 ")),
        }
        places = (_here(paragraph), *refs)
        yield subject.messages.finding("ATTRIBUTE_CHANGED", "text_attribute", (name,), places, **said)


def _lost(paragraph: Paragraph, sentence: str, name: str, subject: Subject) -> Iterator[Finding]:
    history = subject.histories.get(name)
    for thing, (span, event) in history.lost.items() if history else ():
        regained = history.regained.get(thing) if history else None
        if paragraph.at <= span.end or (regained and regained.begin > span.begin):
            continue
        entity = subject.graph.by_name.get(thing)
        if any(written in sentence for written in (entity.names if entity else (thing,))):
            said: dict[str, Any] = {
                "thing": thing,
                "since": event.at,
                "quote": quoted(sentence.strip("\x00 ")),
            }
            places = (_here(paragraph), *event.refs)
            yield subject.messages.finding("NOT_IN_HAND", "text_lost", (name, thing), places, **said)
