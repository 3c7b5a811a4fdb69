"""Whether a told sentence states another value than a fact does, in so many words and of the one whom it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from underdraft.knowledge.checks.held_values import Held
from underdraft.knowledge.checks.language import TARGET, WHO, lines_of
from underdraft.knowledge.checks.told import ToldSentence
from underdraft.knowledge.checks.traits import Trait, traits_in
from underdraft.knowledge.graph.model import StoryGraph


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
    back = lines_of("kin_back")
    if (
        trait.kind == "kin"
        and other
        and (value := frozenset(line for kin in value for line in back.get(kin, ())))
    ):
        yield attrs.evolve(trait, value=value), {name: TARGET, other: WHO}
