"""Pairs of claims that may contradict each other: rules propose them, and a judge decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from underdraft.knowledge.graph.model import Claim, StoryTime
from underdraft.knowledge.ledger.reading import words_in
from underdraft.text.clean import normalised

REAL = frozenset({"told", "said", "memory"})
"""Frames of claims that are compared; a dream, a hypothesis and a lie contradict nothing."""

_BESIDE_LIFE = frozenset({"event", "ability", "place", "age"})
"""Categories of claims in which somebody who is dead may act, or the day of a death may stand."""


Pair = tuple[Claim, Claim]
"""Two claims, the earlier one first."""


def key_of(pair: Pair) -> frozenset[str]:
    """The key of a pair: a verdict on it holds as long as both claims stand."""
    return frozenset(claim.key for claim in pair)


def pairs_of(claims: Sequence[Claim], chapter: int) -> list[Pair]:
    """Return the pairs with their later claim in a chapter, or either one, of the same subject; the nearest first."""
    by_subject = defaultdict[str, list[Claim]](list)
    for claim in claims:
        if claim.frame in REAL:
            by_subject[claim.subject].append(claim)
    found: dict[frozenset[str], tuple[float, Pair]] = {}
    for group in by_subject.values():
        for score, pair in _near(group, chapter):
            found.setdefault(key_of(pair), (score, pair))
    return [pair for _, pair in sorted(found.values(), key=lambda hit: -hit[0])]


def _near(group: Sequence[Claim], chapter: int) -> Iterator[tuple[float, Pair]]:
    for claim in group:
        if claim.at.chapter != chapter:
            continue
        for other in group:
            if claim.key == other.key or not (claim.said or other.said):
                continue  # facts are compared with each other without a model
            score = nearness(claim, other)
            if score:
                yield score, (claim, other) if _order(claim) < _order(other) else (other, claim)


def _order(claim: Claim) -> tuple[StoryTime, str]:
    return claim.at, claim.key


def nearness(one: Claim, other: Claim) -> float:
    """How likely two claims of one subject are about the same thing; 0 where they need no judge."""
    if one.category == other.category and _plain(one.value) == _plain(other.value):
        return 0.0
    about, too = _words(one.attribute), _words(other.attribute)
    shared = len(about & too) / max(1, min(len(about), len(too)))
    wider = len(_words(one.attribute + " " + one.value) & _words(other.attribute + " " + other.value))
    kinds = {one.category, other.category}
    same = len(kinds) == 1 or "" in kinds
    dead = "life" in kinds and bool(kinds & _BESIDE_LIFE)
    if not (same or dead or shared):
        return 0.0
    return 2 * shared + (1.0 if same else 0.5 if dead else 0.0) + 0.2 * min(wider, 5)


@lru_cache(maxsize=16_384)
def _plain(value: str) -> str:
    return normalised(value)


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    return frozenset(words_in(text))
