"""Whether a told sentence states another value than a fact does, in so many words and of the one whom it names."""

from __future__ import annotations

import re

from underdraft.knowledge.checks.language import patterns
from underdraft.knowledge.checks.plain_values import PlainValue, any_colour, part_words, plain_value
from underdraft.knowledge.checks.told import ToldSentence
from underdraft.knowledge.checks.validity import Values
from underdraft.knowledge.graph.model import Attribute, Entity, Event

_CLAUSE = re.compile(r"[，,；;：:—–\x00]+")


def contradicted(
    values: Values, sentence: ToldSentence, entity: Entity
) -> tuple[Attribute, Event | None] | None:
    """The value that holds at a sentence, with its event, if the sentence plainly says another one."""
    at = sentence.paragraph.at
    if any(span.begin <= at <= span.end for span, _, event in values if event is not None):
        return None  # the change is being told: the old and the new may both be named
    past = [(attribute, event) for span, attribute, event in values if span.end < at]
    if not past:
        return None
    known, event = past[-1]
    value = plain_value(known)
    wrong = _phrase(known, values, sentence) or (value and _stated(value, sentence, entity))
    return (known, event) if wrong else None


def _phrase(known: Attribute, values: Values, sentence: ToldSentence) -> bool:
    """Whether it has a phrase that the writer gave for another value, and nobody else is named."""
    if len({match.name for match in sentence.named}) > 1 or any(p in sentence.text for p in known.says):
        return False
    others = [attribute for _, attribute, _ in values if attribute.value != known.value]
    wrong = {*known.denies, *(phrase for other in others for phrase in other.says)} - set(known.says)
    return any(p in sentence.text and not sentence.denies_itself(without=p) for p in sorted(wrong))


def _stated(value: PlainValue, sentence: ToldSentence, entity: Entity) -> bool:
    if sentence.denies_itself():
        return False
    said = sentence.language.statement
    match value.kind:
        case "side":
            return _other_side(value, sentence)
        case "handed":
            forms = said("handed", entity.names, side=value.other_side)
            return any(form.search(sentence.text) for form in forms)
        case _:
            part = part_words(value.part) if value.part else ""
            forms = said(value.kind, entity.names, colour=any_colour(), part=part)
            found = (form.search(sentence.text) for form in forms)
            return any(match is not None and value.excludes(match["value"]) for match in found)


def _other_side(value: PlainValue, sentence: ToldSentence) -> bool:
    """Whether one clause has the mark and the part with the other side, and the sentence names one person alone."""
    if len({match.name for match in sentence.named}) > 1:
        return False
    side = sentence.language.statement("side", (), side=value.other_side, part=part_words(value.part))
    mark = patterns("marks")[value.mark]
    own = patterns("sides")[min(value.value)]
    after = sentence.named[0].end
    clauses = _CLAUSE.split(sentence.text[after:])
    return own.search(sentence.text) is None and any(
        mark.search(clause) and any(form.search(clause) for form in side) for clause in clauses
    )
