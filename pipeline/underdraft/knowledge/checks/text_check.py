"""Checks of the chapters' told text against the facts: the dead who act, and plain statements of other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.held_values import Values
from underdraft.knowledge.checks.language import WHO
from underdraft.knowledge.checks.plain_statements import contradicted
from underdraft.knowledge.checks.prose import Chapter, Paragraph
from underdraft.knowledge.checks.subjects import pronouns_of
from underdraft.knowledge.checks.told import ToldSentence, told_sentences
from underdraft.knowledge.checks.validity import EventSpan, deaths
from underdraft.knowledge.graph.model import Event, Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex, NameMatch, is_proper


def check_texts(
    graph: StoryGraph, values: Values, chapters: Sequence[Chapter], messages: Messages
) -> tuple[list[Finding], int]:
    """Read every chapter against the graph: what was found, and how many told sentences name one of the graph."""
    dead = deaths(graph, {chapter.path: chapter.number for chapter in chapters})
    index, findings, count = _index(graph), list[Finding](), 0
    people = pronouns_of(chapters, index, [e.name for e in graph.entities if e.kind == "character"])
    for chapter in chapters:
        for sentence in told_sentences(chapter, index, people):
            count += 1
            findings += _dead(sentence, graph, dead, messages)
            findings += _attributes(sentence, graph, values, messages)
    return findings, count


def _index(graph: StoryGraph) -> NameIndex:
    """The names of the graph, also as they are written where a sentence begins."""
    return NameIndex.of(
        (form, entity.name)
        for name, entity in graph.by_name.items()
        for form in (name, name[:1].upper() + name[1:])
    )


def _here(paragraph: Paragraph) -> Evidence:
    """The paragraph as evidence."""
    return Evidence(paragraph.chapter.path, paragraph.line, paragraph.line)


def _dead(
    sentence: ToldSentence,
    graph: StoryGraph,
    dead: Mapping[str, tuple[EventSpan, Event]],
    messages: Messages,
) -> Iterator[Finding]:
    """The dead neither speak nor act; what follows a word of memory may be long past, to the scene's end."""
    for match in () if sentence.recalled else sentence.named:
        gone, entity = dead.get(match.name), graph.by_name[match.name]
        past = gone is None or sentence.paragraph.at <= gone[0].end
        if gone is None or past or entity.kind != "character" or match.written not in entity.names:
            continue
        if not is_proper(match.written, match.name) or not _acts(sentence, match):
            continue
        refs = (_here(sentence.paragraph), *gone[1].refs)
        said: dict[str, Any] = {"since": gone[1].at, "quote": sentence.quote}
        yield messages.finding("ACTS_WHEN_DEAD", "text_dead_acts", (match.name,), refs, **said)


def _acts(sentence: ToldSentence, match: NameMatch) -> bool:
    """Whether the name begins a clause and is the subject of a verb that only the living have."""
    text = sentence.text[: match.start] + WHO + sentence.text[match.end :]
    return any(sentence.language.statements(text, "acts"))


def _attributes(
    sentence: ToldSentence, graph: StoryGraph, known: Values, messages: Messages
) -> Iterator[Finding]:
    """A description of somebody must be what they are like at that time."""
    for name in dict.fromkeys(match.name for match in sentence.named):
        for attribute, values in known.get(name, {}).items():
            held = contradicted(values, sentence, name, graph)
            if held is not None:
                refs = (_here(sentence.paragraph), *held.refs)
                said: dict[str, Any] = {
                    "attribute": attribute,
                    "known": held.attribute.value,
                    "quote": sentence.quote,
                }
                yield messages.finding("ATTRIBUTE_CHANGED", "text_attribute", (name,), refs, **said)
