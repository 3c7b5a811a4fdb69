"""Pairs of claims that may contradict each other: rules propose them, and a judge decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Annotated

import attrs

from underdraft.knowledge.graph.model import Claim
from underdraft.knowledge.ledger.reading import words_in
from underdraft.text.clean import normalised, sha256

REAL = frozenset({"told", "said", "memory"})
"""Frames of claims that are compared; a dream, a hypothesis and a lie contradict nothing."""

_BESIDE_LIFE = frozenset({"event", "ability", "place", "age"})
"""Categories of claims in which somebody who is dead may act, or the day of a death may stand."""


@attrs.frozen(kw_only=True)
class Entry:
    """A claim of the ledger."""

    claim: Claim
    id: Annotated[str | None, "Id of the row; `None` for a claim of a file."] = None

    @property
    def said(self) -> str:
        """The words of a text that say it; ``""`` for a fact that somebody wrote down."""
        return self.claim.refs[0].quote if self.claim.refs else ""

    @property
    def quote(self) -> str:
        """The words that say it; of a fact without a quote, the fact."""
        claim = self.claim
        return self.said or f"{claim.subject}: {claim.attribute}: {claim.value}"

    @cached_property
    def key(self) -> str:
        """A hash of what it says and by which quote, the same wherever that stands."""
        claim = self.claim
        said = (claim.category, claim.attribute, claim.value, " ".join(self.quote.split()))
        return sha256("\n".join(said))[:16]


Pair = tuple[Entry, Entry]
"""Two claims, the earlier one first."""


def key_of(pair: Pair) -> frozenset[str]:
    """The key of a pair: a verdict on it holds as long as both claims stand."""
    return frozenset(entry.key for entry in pair)


def pairs_of(entries: Sequence[Entry], chapter: int) -> list[Pair]:
    """Return the pairs with their later claim in a chapter, or either one, of the same subject; the nearest first."""
    by_subject = defaultdict[str, list[Entry]](list)
    for entry in entries:
        if entry.claim.frame in REAL:
            by_subject[entry.claim.subject].append(entry)
    found: dict[frozenset[str], tuple[float, Pair]] = {}
    for group in by_subject.values():
        for score, pair in _near(group, chapter):
            found.setdefault(key_of(pair), (score, pair))
    return [pair for _, pair in sorted(found.values(), key=lambda hit: -hit[0])]


def _near(group: Sequence[Entry], chapter: int) -> Iterator[tuple[float, Pair]]:
    for entry in group:
        if entry.claim.at.chapter != chapter:
            continue
        for other in group:
            if entry.key == other.key or not (entry.said or other.said):
                continue  # facts are compared with each other without a model
            score = nearness(entry.claim, other.claim)
            if score:
                yield score, (entry, other) if _order(entry) < _order(other) else (other, entry)


def _order(entry: Entry) -> tuple[int, int, int, str]:
    at = entry.claim.at
    return at.chapter, at.scene, at.step, entry.key


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
