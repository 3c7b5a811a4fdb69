"""The ledger's claims: of files and of the store, each where its quote stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

import attrs

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.told import sentence_at
from underdraft.knowledge.graph.anchors import find_quote
from underdraft.knowledge.graph.model import (
    BEFORE,
    CATEGORIES,
    FRAMES,
    Claim,
    Effect,
    Evidence,
    StoryGraph,
    StoryTime,
    parse_story_time,
)
from underdraft.knowledge.graph.rows import StoredFact, readable
from underdraft.knowledge.ledger.reading import entailed, is_named
from underdraft.text.clean import folded
from underdraft.text.shared import line_at
from underdraft.types.values import frozen

CARDS = ".underdraft/"
"""Where the paths of cards begin."""


def entries_of(known: StoryGraph, stored: Sequence[StoredFact], texts: Mapping[str, Chapter]) -> list[Claim]:
    """The claims of the store that stand in the texts, then those that files make; all subjects by full name."""
    places = Places(texts)
    names = {_plain(written): entity.name for written, entity in known.by_name.items()}
    facts = (fact for fact in stored if fact.kind == "claim" and fact.status != "rejected")
    claims = chain(chain.from_iterable(map(_read, facts)), _written(known))
    there = (claim for c in claims if (claim := places.standing(c)) is not None)
    named = [_named(claim, names) for claim in there]
    return list({(claim.key, claim.subject): claim for claim in reversed(named)}.values())[::-1]


def _plain(name: str) -> str:
    return folded(name).removeprefix("the ")


def _named(claim: Claim, names: Mapping[str, str]) -> Claim:
    full = names.get(_plain(claim.subject), claim.subject)
    return claim if full == claim.subject else attrs.evolve(claim, subject=full)


def _read(fact: StoredFact) -> Iterator[Claim]:
    """The claim of a row; one that the engine wrote has a known form, and a book has thousands of them."""
    said = fact.fact
    path = next((ref.get("path", "") for ref in said.get("ref", ()) if isinstance(ref, dict)), "")
    source = "card" if path.startswith(CARDS) else "chapter"
    known = said.get("category") in CATEGORIES and said.get("frame") in FRAMES
    if fact.origin == "manual" or fact.version > 1 or not known:
        source = "writer" if fact.origin == "manual" else source
        for graph in readable([fact]):
            yield attrs.evolve(graph.claims[0], source=source, state=fact.status, id=fact.id)
        return
    words = {name: said[name] for name in ("subject", "category", "attribute", "value", "frame")}
    refs = tuple(Evidence(**{"path": "", **ref}) for ref in said["ref"])
    at = parse_story_time(said["at"]) or BEFORE
    yield Claim(**words, at=at, refs=refs, source=source, state=fact.status, id=fact.id)


@frozen
class Places:
    """Where quotes stand in the chapters and cards."""

    texts: Mapping[str, Chapter]

    @cached_property
    def _spaced(self) -> Mapping[str, str]:
        return {path: " ".join(chapter.text.split()) for path, chapter in self.texts.items()}

    def standing(self, claim: Claim) -> Claim | None:
        """The claim with the file in which its quote is now; ``None`` where nothing says it any more."""
        ref = claim.refs[0] if claim.refs else None
        if ref is None or not ref.quote:
            return claim
        path = self._path_of(claim, ref)
        if path is None:
            return None
        number = self.texts[path].number
        if path == ref.path and number == claim.at.chapter:
            return claim
        at = claim.at if claim.at.chapter == number else StoryTime(number)
        return attrs.evolve(claim, at=at, refs=(attrs.evolve(ref, path=path), *claim.refs[1:]))

    def _path_of(self, claim: Claim, ref: Evidence) -> str | None:
        """The file with the quote: its own, else another that has it word for word, else its own with an edited one."""
        spaced, own = self._spaced, self.texts.get(ref.path)
        if own and ref.quote in spaced[ref.path]:
            return ref.path
        if exact := next((path for path, text in spaced.items() if ref.quote in text), None):
            return exact
        return ref.path if own and _still_said(claim, ref, own.text) else None


def _still_said(claim: Claim, ref: Evidence, text: str) -> bool:
    """Whether an edited sentence is like the quote and still holds all words of the value and the subject's name."""
    place = find_quote(text, ref)
    if place is None:
        return False
    paragraph = line_at(text, place[0])
    start, end = sentence_at(paragraph, place[0] - text.rfind("\n", 0, place[0]) - 1)
    return entailed(claim.value, paragraph[start:end], share=1.0) and is_named(claim.subject, paragraph)


def _written(known: StoryGraph) -> Iterator[Claim]:
    """The facts of files and of the confirmed graph as claims; their category is open where the fact has none."""
    yield from known.claims
    facts = chain(
        ((e.name, "", a.name, a.value, BEFORE, e.refs) for e in known.entities for a in e.attributes),
        ((r.source, "relation", r.kind, r.target, r.since, r.refs) for r in known.relations),
        ((e.who, *_said(e, v.what), v.at, v.refs) for v in known.events for e in v.effects),
    )
    for subject, category, attribute, value, at, refs in facts:
        lines = tuple(attrs.evolve(ref, quote="") for ref in refs)  # a quote says more than the fact
        yield Claim(subject=subject, category=category, attribute=attribute, value=value, at=at, refs=lines)


def _said(effect: Effect, what: str) -> tuple[str, str, str]:
    """The category, attribute and value of an effect."""
    if effect.kind == "sets":
        return "", effect.what, effect.value
    if effect.kind in {"gains", "loses"}:
        return "possession", effect.value, effect.kind
    return "life", effect.kind, effect.value or what
