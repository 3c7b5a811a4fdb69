"""Pairs of claims that may contradict each other: rules propose them, a judge decides, and not every answer is believed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Annotated, Any

from underdraft.knowledge.graph.model import Claim
from underdraft.knowledge.ledger.questions import KNOWN, QUOTE, VERDICTS
from underdraft.knowledge.ledger.reading import objects_in, words_in
from underdraft.text.clean import fenced, folded, normalised, one_line
from underdraft.types.values import frozen

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


def _order(claim: Claim) -> tuple[int, int, int, str]:
    at = claim.at  # numbers compare several times as fast as story times, and a book has thousands of pairs
    return at.chapter, at.scene, at.step, claim.key


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


WHY = 100
"""Code points of the reason that is kept."""

STRANGE = 2
SAME = KNOWN - STRANGE
"""Pairs of each sort of which the answer is known: by chance a judge of five verdicts is right in one of 5,000 questions."""

DOUBTED = 50
"""A contradiction of which the judge is less sure, in percent, is none."""


Verdict = Mapping[str, Any]
"""A believed verdict on a pair as it is kept: the keys `of` its claims, the `verdict`, `confidence` (0 to 1) and `why`."""


@frozen(kw_only=True)
class Trial:
    """Pairs as they are put to the judge, with two sorts of which the answer is known.

    A claim beside itself is the same, and two claims of different subjects and categories are no contradiction: a
    judge who says otherwise is not believed at all.
    """

    pairs: tuple[Pair, ...]
    known: Annotated[tuple[Pair, ...], "The pairs of which the answer is known."]

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> Trial:
        """Put the known pairs between the others, where the first one's words decide."""
        claims = list({claim.key: claim for pair in pairs for claim in pair}.values())
        known: list[Pair] = [(claim, claim) for claim in islice(cycle(claims), SAME)]
        strange = (
            (one, other)
            for one in claims
            for other in claims
            if one.subject != other.subject and one.category != other.category
        )
        known += islice(strange, STRANGE)
        put = list(pairs)
        for number, pair in enumerate(known):
            put.insert((int(claims[0].key, 16) + 7 * number) % (len(put) + 1), pair)
        return cls(pairs=tuple(put), known=tuple(known))

    @property
    def text(self) -> str:
        """The material of the question."""
        lines, asked = [], []
        for number, pair in enumerate(self.pairs, start=1):
            ids = [f"{number}{letter}" for letter in "ab"]
            lines += [_line(id_, claim) for id_, claim in zip(ids, pair, strict=True)]
            asked.append(f"{number}: {ids[0]} {ids[1]}")
        return f"{fenced(chr(10).join(lines))}\n\nPairs:\n{chr(10).join(asked)}"

    def verdicts(self, answer: Mapping[str, object]) -> list[Verdict]:
        """The verdicts of an answer, if it is right about the known pairs; else none."""
        said = dict(self._read(answer))
        for number, pair in enumerate(self.pairs):
            if pair in self.known:
                kind = said[number]["verdict"] if number in said else ""
                if (kind != "same") if pair[0] is pair[1] else (kind in {"", "contradiction"}):
                    return []
        return [said[n] for n, pair in enumerate(self.pairs) if n in said and pair not in self.known]

    def _read(self, answer: Mapping[str, object]) -> Iterator[tuple[int, Verdict]]:
        """The well-formed verdicts; a contradiction needs different words that stand in the two quotes."""
        for item in objects_in(answer, "verdicts"):
            number, kind, sure = item.get("pair"), item.get("verdict"), item.get("sure")
            if not isinstance(number, int) or not 0 < number <= len(self.pairs) or kind not in VERDICTS:
                continue
            share = min(100, max(0, sure)) if isinstance(sure, int | float) else DOUBTED
            pair, why = self.pairs[number - 1], item.get("why")
            if kind == "contradiction" and (share < DOUBTED or not _shown(item, pair)):
                continue
            reason = one_line(why, WHY) if isinstance(why, str) else ""
            of = [claim.key for claim in pair]
            yield number - 1, {"of": of, "verdict": kind, "confidence": share / 100, "why": reason}


def _shown(item: Mapping[str, object], pair: Pair) -> bool:
    """Whether the judge copied words from each quote that are not the same."""
    words = [folded(" ".join(str(item.get(side) or "").split())) for side in ("first", "second")]
    held = (folded(" ".join(claim.quote.split())) for claim in pair)
    return words[0] != words[1] and all(w and w in quote for w, quote in zip(words, held, strict=True))


def _line(id_: str, claim: Claim) -> str:
    chapter = str(claim.at) if claim.at.chapter else "-"
    said = f"{claim.subject} — {claim.attribute}: {claim.value}"
    return f"{id_} [{chapter}, {claim.frame}] {said} “{one_line(claim.quote, QUOTE)}”"
