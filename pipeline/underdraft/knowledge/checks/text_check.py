"""Checks of the chapters' told text against the facts: the dead who act, and plain statements of other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.language import TARGET, WHO
from underdraft.knowledge.checks.prose import Chapter, Paragraph
from underdraft.knowledge.checks.told import ToldSentence, pronouns_of, told_sentences
from underdraft.knowledge.checks.traits import Trait, traits_in
from underdraft.knowledge.checks.validity import EventSpan, Held, Values, deaths
from underdraft.knowledge.graph.model import Event, Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex, NameMatch, is_proper
from underdraft.text.language import word_list


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


def contradicted(values: Sequence[Held], sentence: ToldSentence, name: str, graph: StoryGraph) -> Held | None:
    """The value that holds at a sentence, if the sentence plainly says another one of ``name``."""
    at = sentence.paragraph.at
    if any(held.span.begin <= at <= held.span.end for held in values):
        return None  # the change is being told: the old and the new may both be named
    past = [held for held in values if held.span.end < at]
    if not past:
        return None
    wrong = _phrase(past[-1], values, sentence) or _stated(past[-1], sentence, name, graph)
    return past[-1] if wrong else None


def _phrase(held: Held, values: Sequence[Held], sentence: ToldSentence) -> bool:
    """Whether it has a phrase that the writer gave for another value, and nobody else is named."""
    known = held.attribute
    if len({match.name for match in sentence.named}) > 1 or any(p in sentence.text for p in known.says):
        return False
    others = [other.attribute for other in values if other.attribute.value != known.value]
    wrong = {*known.denies, *(phrase for other in others for phrase in other.says)} - set(known.says)
    found = ((p, sentence.text.find(p)) for p in sorted(wrong))
    return any(at >= 0 and sentence.language.is_plain(sentence.text, at, at + len(p)) for p, at in found)


def _stated(held: Held, sentence: ToldSentence, name: str, graph: StoryGraph) -> bool:
    return any(
        one.excludes(stated)
        for trait in held.traits
        for one, marks in _readings(trait, name, graph)
        for _, stated in traits_in(sentence.language, sentence.masked(marks), trait.kind)
    )


def _readings(trait: Trait, name: str, graph: StoryGraph) -> Iterator[tuple[Trait, dict[str, str]]]:
    """A trait, and who stands for whom in a sentence about it; of kinship both sides."""
    other = graph.resolve(trait.target)
    if trait.target and other is None:
        return
    marks = {name: WHO} | ({other: TARGET} if other else {})
    value = frozenset({TARGET}) if trait.kind == "owner" else trait.value
    yield attrs.evolve(trait, value=value), marks
    if trait.kind == "kin" and other and (back := _other_side(trait.value)):
        yield attrs.evolve(trait, value=back), {name: TARGET, other: WHO}


@lru_cache(maxsize=256)
def _other_side(kin: frozenset[str]) -> frozenset[str]:
    """What somebody's kin may call them: whose father somebody is, is a son or daughter."""
    pairs = [[frozenset(side.split()) for side in pair] for pair in word_list("story.kin_back.pairs")]
    both = (*pairs, *(pair[::-1] for pair in pairs))
    return frozenset(line for one, other in both if kin & one for line in other)
