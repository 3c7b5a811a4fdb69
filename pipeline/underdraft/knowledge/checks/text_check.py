"""Checks of the chapters' told text against the facts: the dead who act, phrases of another time, and what contradicts a fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.knowledge.checks.finding import Finding, Messages
from underdraft.knowledge.checks.language import WHO
from underdraft.knowledge.checks.prose import Chapter, Paragraph
from underdraft.knowledge.checks.told import ToldSentence, pronouns_of, told_sentences
from underdraft.knowledge.checks.validity import EventSpan, Held, Values, deaths
from underdraft.knowledge.graph.model import Event, Evidence, StoryGraph
from underdraft.knowledge.scene.names import NameIndex, NameMatch, is_proper
from underdraft.types.knowledge import ToldBeside
from underdraft.types.values import frozen

LIKELY = 0.93
"""Chance from which a sentence is reported; figures in ``benchmarks/README.md``."""

BEFORE = 80
"""How much of a paragraph before a sentence is read with it, in code points."""

Compare = Callable[[Sequence[ToldBeside]], Sequence[float]]
"""Says how likely each sentence contradicts the fact beside it, 0 to 1."""


@frozen(kw_only=True)
class Beside:
    """A told sentence and a value that holds there."""

    sentence: ToldSentence
    name: Annotated[str, "Whose value it is."]
    held: Held
    named: Annotated[
        bool, "Whether the sentence has a name of it; else what stands before says who is meant."
    ]

    @property
    def pair(self) -> ToldBeside:
        """As it is read."""
        known = self.held.attribute
        return ToldBeside(
            told=_plain(self.sentence.text),
            before="" if self.named else _before(self.sentence),
            name=self.name,
            attribute=known.name,
            value=known.value,
        )


@frozen(kw_only=True)
class OfTheDead:
    """A told sentence that names somebody, and the event by which that one is dead."""

    sentence: ToldSentence
    match: NameMatch
    event: Event

    @property
    def name(self) -> str:
        """Whose name it is."""
        return self.match.name

    @property
    def pair(self) -> ToldBeside:
        """As it is read."""
        told, before, what = _plain(self.sentence.text), _before(self.sentence), self.event.what
        return ToldBeside(told=told, before=before, name=self.name, attribute="", value=what, dead=True)


def _plain(told: str) -> str:
    return told.replace("\x00", "").strip()


def _before(sentence: ToldSentence) -> str:
    return sentence.paragraph.text[max(0, sentence.start - BEFORE) : sentence.start].strip()


def check_texts(
    graph: StoryGraph,
    values: Values,
    chapters: Sequence[Chapter],
    messages: Messages,
    compare: Compare | None = None,
) -> tuple[list[Finding], int]:
    """Read every chapter against the graph: what was found, and how many told sentences name one of the graph."""
    dead = deaths(graph, {chapter.path: chapter.number for chapter in chapters})
    index, findings, count = _index(graph), list[Finding](), 0
    people = pronouns_of(chapters, index, [e.name for e in graph.entities if e.kind == "character"])
    for chapter in chapters:
        beside = list[Beside | OfTheDead]()
        for sentence in told_sentences(chapter, index, people):
            count += 1
            for gone in _dead(sentence, graph, dead):
                if _acts(gone):
                    findings.append(_acts_when_dead(gone, messages))
                else:
                    beside.append(gone)
            for name, others in _holding(sentence, values):
                *_, held = (other for other in others if other.span.end < sentence.paragraph.at)
                named = any(form in sentence.text for form in graph.by_name[name].names)
                one = Beside(sentence=sentence, name=name, held=held, named=named)
                beside.append(one)
                if _phrase(held, others, sentence, name):
                    findings.append(_finding(one, messages))
        findings += _contradicted(beside, messages, compare) if compare and beside else ()
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
    sentence: ToldSentence, graph: StoryGraph, dead: Mapping[str, tuple[EventSpan, Event]]
) -> Iterator[OfTheDead]:
    """Who of the dead is named, after their death."""
    for match in sentence.named:
        gone, entity = dead.get(match.name), graph.by_name[match.name]
        past = gone is None or sentence.paragraph.at <= gone[0].end
        if gone is None or past or entity.kind != "character" or match.written not in entity.names:
            continue
        if is_proper(match.written, match.name):
            yield OfTheDead(sentence=sentence, match=match, event=gone[1])


def _acts(one: OfTheDead) -> bool:
    """Whether the name begins a clause and is the subject of a verb that only the living have; not behind a word of memory, to the scene's end."""
    sentence, match = one.sentence, one.match
    text = sentence.text[: match.start] + WHO + sentence.text[match.end :]
    return not sentence.recalled and any(sentence.language.statements(text, "acts"))


def _acts_when_dead(one: OfTheDead, messages: Messages, sure: float | None = None) -> Finding:
    """The dead neither speak nor act."""
    refs = (_here(one.sentence.paragraph), *one.event.refs)
    said: dict[str, Any] = {"since": one.event.at, "quote": one.sentence.quote}
    key = "text_dead_acts" if one.event.at.chapter else "text_dead_before"
    found = messages.finding("ACTS_WHEN_DEAD", key, (one.name,), refs, doubt=sure is not None, **said)
    return attrs.evolve(found, sure=sure)


def _holding(sentence: ToldSentence, known: Values) -> Iterator[tuple[str, Sequence[Held]]]:
    """The values of an attribute of each who is meant, where one held before and no change of it is being told."""
    at = sentence.paragraph.at
    for name in sentence.likely:
        for values in known.get(name, {}).values():
            told = any(held.span.begin <= at <= held.span.end for held in values)
            if not told and any(held.span.end < at for held in values):
                yield name, values


def _phrase(held: Held, values: Sequence[Held], sentence: ToldSentence, name: str) -> bool:
    """Whether it has a phrase that the writer gave for another value, and nobody else is named."""
    known = held.attribute
    alone = {match.name for match in sentence.named} == {name}
    if sentence.framed or not alone or any(p in sentence.text for p in known.says):
        return False
    others = [other.attribute for other in values if other.attribute.value != known.value]
    wrong = {*known.denies, *(phrase for other in others for phrase in other.says)} - set(known.says)
    found = ((p, sentence.text.find(p)) for p in sorted(wrong))
    return any(at >= 0 and sentence.language.is_plain(sentence.text, at, at + len(p)) for p, at in found)


def _contradicted(
    beside: Sequence[Beside | OfTheDead], messages: Messages, compare: Compare
) -> Iterator[Finding]:
    """Of each sentence and person the likeliest contradiction; all are doubts."""
    likely = defaultdict[tuple[int, int, str], list[tuple[float, int]]](list)
    for n, chance in enumerate(compare([one.pair for one in beside])):
        if chance >= LIKELY:
            one = beside[n]
            likely[one.sentence.paragraph.line, one.sentence.start, one.name].append((chance, -n))
    for found in likely.values():
        chance, n = max(found)
        one, sure = beside[-n], round(chance, 2)
        if isinstance(one, OfTheDead):
            yield _acts_when_dead(one, messages, sure)
        else:
            yield _finding(one, messages, sure)


def _finding(one: Beside, messages: Messages, sure: float | None = None) -> Finding:
    """The finding, with two places: the sentence, and the value that it contradicts."""
    known, refs = one.held.attribute, (_here(one.sentence.paragraph), *one.held.refs)
    key = "text_attribute" if known.name else "text_card"
    said: dict[str, Any] = {"attribute": known.name, "known": known.value, "quote": one.sentence.quote}
    found = messages.finding("ATTRIBUTE_CHANGED", key, (one.name,), refs, doubt=sure is not None, **said)
    return attrs.evolve(found, sure=sure)
