"""Checks of the chapters' texts against the graph: general rules over names, verbs and phrases, no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.knowledge.checks.attributes import contradicted
from underdraft.knowledge.checks.finding import Finding, quoted
from underdraft.knowledge.checks.prose import ASIDE, acts_at, paragraphs, sentences
from underdraft.knowledge.checks.spelling import check_spelling
from underdraft.knowledge.checks.validity import histories
from underdraft.knowledge.graph.model import Evidence
from underdraft.knowledge.scene.names import NameIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from underdraft.knowledge.checks.messages import Wording
    from underdraft.knowledge.checks.prose import Chapter, Paragraph
    from underdraft.knowledge.checks.validity import History
    from underdraft.knowledge.graph.model import StoryGraph


@attrs.frozen(kw_only=True)
class Subject:
    """What the rules look things up in."""

    graph: StoryGraph
    index: NameIndex
    histories: Mapping[str, History]
    say: Wording

    def kind(self, name: str) -> str:
        """What an entity is."""
        entity = self.graph.by_name.get(name)
        return entity.kind if entity else ""


def check_texts(graph: StoryGraph, chapters: Sequence[Chapter], say: Wording) -> Iterator[Finding]:
    """Read every chapter against the graph.

    Args:
        graph: The whole graph.
        chapters: Chapters with their numbers.
        say: Puts findings into words.
    """
    numbers = {chapter.path: chapter.number for chapter in chapters}
    index = NameIndex.of((written, entity.name) for written, entity in graph.by_name.items())
    subject = Subject(graph=graph, index=index, histories=histories(graph, numbers), say=say)
    for chapter in chapters:
        for paragraph in paragraphs(chapter):
            yield from _acting(paragraph, subject)
            yield from _about(paragraph, subject)
    yield from check_spelling(graph, index, chapters, say)


def here(paragraph: Paragraph) -> Evidence:
    """The paragraph as evidence."""
    return Evidence(paragraph.chapter.path, paragraph.line, paragraph.line)


def _acting(paragraph: Paragraph, subject: Subject) -> Iterator[Finding]:
    """The dead neither speak nor act, nor does anybody before the first appearance."""
    for found in subject.index.find(paragraph.narration):
        history = subject.histories.get(found.name)
        entity = subject.graph.by_name[found.name]
        if history is None or entity.kind != "character" or not acts_at(paragraph.narration, found):
            continue
        quote = quoted(paragraph.text[max(0, found.start - 6) : found.end + 20])
        if history.dead and paragraph.at > history.dead[0].end and not history.back:
            death = history.dead[1]
            message = subject.say("text_dead_acts", name=found.name, since=death.at, quote=quote)
            refs = (here(paragraph), *death.refs)
            yield Finding(code="ACTS_WHEN_DEAD", message=message, names=(found.name,), refs=refs)
        elif entity.first_chapter is not None and paragraph.chapter.number < entity.first_chapter:
            message = subject.say("text_too_early", name=found.name, first=entity.first_chapter, quote=quote)
            refs = (here(paragraph), *entity.refs)
            yield Finding(code="TOO_EARLY", message=message, names=(found.name,), refs=refs)


def _about(paragraph: Paragraph, subject: Subject) -> Iterator[Finding]:
    """What is narrated of somebody must fit what they are like and what they have at that time."""
    all_found = list(subject.index.find(paragraph.narration))
    things = dict.fromkeys(f.name for f in all_found if subject.kind(f.name) != "character")
    people = list(
        dict.fromkeys(
            f.name for f in subject.index.find(paragraph.narration) if subject.kind(f.name) == "character"
        )
    )
    for offset, sentence in sentences(paragraph.narration):
        found = list(subject.index.find(sentence))
        named = list(dict.fromkeys(f.name for f in found if subject.kind(f.name) == "character"))
        # A sentence without a name goes on about the only person whom its paragraph names.
        about = named if len(named) == 1 else people if not named and len(people) == 1 else []
        for name in (*about, *things):
            history = subject.histories.get(name)
            if history is None:
                continue
            yield from _attributes(paragraph, sentence, name, history, subject)
        if about and not ASIDE.search(sentence):
            yield from _lost(paragraph, sentence, offset, about[0], subject)


def _attributes(
    paragraph: Paragraph, sentence: str, name: str, history: History, subject: Subject
) -> Iterator[Finding]:
    if ASIDE.search(sentence):
        return
    for attribute, values in history.attributes.items():
        wrong = contradicted(name, values, paragraph.at, sentence)
        if wrong is None:
            continue
        known, event = wrong
        message = subject.say(
            "text_attribute",
            name=name,
            attribute=attribute,
            known=known.value,
            quote=quoted(sentence.strip("\x00 ")),
        )
        entity = subject.graph.by_name.get(name)
        refs = event.refs if event else entity.refs if entity else ()
        yield Finding(code="ATTRIBUTE_CHANGED", message=message, names=(name,), refs=(here(paragraph), *refs))


def _lost(paragraph: Paragraph, sentence: str, offset: int, name: str, subject: Subject) -> Iterator[Finding]:
    del offset
    history = subject.histories.get(name)
    for thing, (span, event) in (history.lost if history else {}).items():
        regained = history.regained.get(thing) if history else None
        if paragraph.at <= span.end or (regained and regained.begin > span.begin):
            continue
        entity = subject.graph.by_name.get(thing)
        writings = entity.names if entity else (thing,)
        if any(writing in sentence for writing in writings):
            message = subject.say(
                "text_lost", name=name, thing=thing, since=event.at, quote=quoted(sentence.strip("\x00 "))
            )
            refs = (here(paragraph), *event.refs)
            yield Finding(code="NOT_IN_HAND", message=message, names=(name, thing), refs=refs)
