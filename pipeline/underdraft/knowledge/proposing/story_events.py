"""Finds what happens: deaths, births, marriages, battles, journeys and finds, each with who does it and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from underdraft.knowledge.checks.deeds import acts
from underdraft.knowledge.checks.story_sentences import DENIED, Mention, StorySentence
from underdraft.knowledge.graph.model import StoryGraph
from underdraft.knowledge.proposing.marked import NAME, Marked, alternatives

_FAR = r"[^，,。；;⟦]{0,6}?"
SURE = {
    "dies": 0.75,
    "kills": 0.75,
    "born": 0.6,
    "marries": 0.75,
    "battle": 0.6,
    "travels": 0.55,
    "finds": 0.6,
}
"""How sure each kind is where its people are named; a pronoun takes a fifth of it."""
_OBJECTS = {
    "kills": {"character"},
    "marries": {"character"},
    "travels": {"place", "organisation"},
    "finds": {"thing"},
}
"""What kind of thing the second name must be."""


@attrs.frozen(kw_only=True)
class FoundEvent:
    """One thing that happens in a sentence."""

    kind: str
    who: Annotated[tuple[str, ...], "Who does it, or has it done to them."]
    about: Annotated[tuple[str, ...], "Whom or what else it concerns."] = ()
    place: str | None = None
    dies: str | None = None
    confidence: Annotated[float, "0 to 1."]


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    words = alternatives("events")
    near = r"(?: |[一-鿿]{0,2}?)"
    alone = {
        kind: rf"{NAME}{near}(?<![气笑累吓急烦热冷困]){words[kind]}(?![一-鿿]*的)"
        for kind in ("dies", "born")
    }
    with_other = {
        kind: rf"{NAME}(?: |{_FAR}){words[kind]} ?{NAME}" for kind in ("kills", "marries", "travels", "finds")
    }
    battle = {"battle": rf"(?:{words['battle']} {NAME}|{NAME}{words['battle']})"}
    return {kind: re.compile(text) for kind, text in {**alone, **with_other, **battle}.items()}


def events_in(sentence: StorySentence, graph: StoryGraph) -> Iterator[FoundEvent]:
    """What happens in a sentence that is narrated as happening now."""
    if sentence.unreal or sentence.retold:
        return
    marked = Marked.of(sentence)
    for kind, pattern in _patterns().items():
        for found in pattern.finditer(marked.text):
            groups = [int(g) for g in found.groups() if g is not None]
            people = [marked.who[n] for n in groups]
            event = _event(kind, people, graph)
            denied = DENIED.search(re.sub(NAME, "", found[0])) or sentence.denied(people[0].start)
            if event and not denied and _is_subject(sentence, kind, people[0]):
                yield event


def _is_subject(sentence: StorySentence, kind: str, mention: Mention) -> bool:
    """Whether the first name is who does it: what the name owns, or an object before it, is not."""
    if mention.owning:
        return False
    return kind not in {"travels", "finds"} or mention.pronoun or acts(sentence, mention)


def _event(kind: str, people: list[Mention], graph: StoryGraph) -> FoundEvent | None:
    names = [m.name or "" for m in people]
    kinds = [graph.by_name[n].kind if n in graph.by_name else "" for n in names]
    confidence = round(SURE[kind] * (0.8 if any(m.pronoun for m in people) else 1.0), 2)
    if kind == "battle":
        place = names[0] if kinds[0] == "place" else None
        return FoundEvent(kind=kind, who=(), about=(names[0],), place=place, confidence=confidence)
    if kinds[0] != "character" or len(set(names)) < len(names):
        return None
    if kinds[1:] and kinds[1] not in _OBJECTS[kind]:
        return None
    return FoundEvent(
        kind=kind,
        who=tuple(names) if kind == "marries" else (names[0],),
        about=(names[1],) if kind in {"finds", "kills"} else (),
        place=names[1] if kind == "travels" else None,
        dies=names[0] if kind == "dies" else names[1] if kind == "kills" else None,
        confidence=confidence,
    )
