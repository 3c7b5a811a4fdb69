"""What may be merged, and what contradicts itself: groups and pairs among memories and facts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

import attrs

from underdraft.memory.tidy.candidates import equal_texts, judged_before, near
from underdraft.memory.tidy.compare import SAME, Likeness, Remembered, Why, compare
from underdraft.memory.tidy.verdicts import Verdict, Verdicts

COMPARED_MAXIMUM = 2_000
"""Most statements that are compared, the ones that were written last."""

REASONS: tuple[Why, ...] = ("model_says", "same_meaning", "same_words")
"""Why a group is offered: the first that holds for one of its pairs."""

Kind = Literal["duplicates", "contradiction"]


@attrs.frozen(kw_only=True)
class Offer:
    """Statements that the writer may settle."""

    id: Annotated[str, "The same as long as the statements stay as they are."]
    kind: Annotated[Kind, "They say the same, or two contradict each other."]
    why: Annotated[Why, "How that is known."]
    words: Annotated[tuple[str, ...], "What a model quotes, in the order of the statements."]
    score: Annotated[float | None, "Least cosine of the first and another, or null without vectors."]
    suggested: Annotated[str, "The ref of the one that would stay."]
    statements: Annotated[tuple[Remembered, ...], "The suggested one first."]


def find_offers(
    statements: Sequence[Remembered],
    vectors: Mapping[str, bytes],
    settled: Callable[[Remembered, Remembered], bool],
    verdicts: Verdicts = MappingProxyType({}),
) -> list[Offer]:
    """All offers among the statements, the likeliest first.

    Args:
        statements: In the order in which one of them would stay: what all projects share, what the writer
            confirmed, then the newest.
        vectors: By content hash, as they are stored; without them only equal texts are found.
        settled: Whether the writer has decided to keep two of them side by side.
        verdicts: What a model has said of two of them; it counts before what is found without one.
    """
    found: dict[tuple[int, int], Likeness] = {}
    pairs = {
        **equal_texts(statements),
        **judged_before(statements, vectors, verdicts),
        **near(statements, vectors, SAME),
    }
    for (one, other), cosine in sorted(pairs.items()):
        first, second = statements[one], statements[other]
        if first.document_id == second.document_id and not settled(first, second):
            verdict = verdicts.get(frozenset({first.content_hash, second.content_hash}))
            if verdict is None or verdict.kind == "unsaid":
                likeness = compare(first.content, second.content, cosine)
            else:
                likeness = judged(verdict, first, second, cosine)
            if likeness is not None:
                found[one, other] = likeness
    offers = [*duplicates(statements, found), *contradictions(statements, found)]
    return sorted(offers, key=lambda offer: (offer.kind != "contradiction", -(offer.score or 0.0), offer.id))


def judged(verdict: Verdict, first: Remembered, second: Remembered, cosine: float | None) -> Likeness | None:
    """What two statements are to each other by a model's verdict."""
    if verdict.kind not in {"duplicate", "contradiction"}:
        return None
    return Likeness(
        kind="duplicate" if verdict.kind == "duplicate" else "contradiction",
        why="model_says",
        words=tuple(one.content[slice(*verdict.words[one.content_hash])] for one in (first, second)),
        score=cosine,
        holds=None if verdict.holds is None else "first" if verdict.holds == first.content_hash else "second",
    )


def duplicates(
    statements: Sequence[Remembered], found: Mapping[tuple[int, int], Likeness]
) -> Iterator[Offer]:
    """Groups, each of one statement that would stay and those that say the same as it does."""
    taken: set[int] = set()
    for head in range(len(statements)):
        if head in taken:
            continue
        same = {
            other: likeness
            for (one, other), likeness in found.items()
            if one == head and other not in taken and likeness.kind == "duplicate"
        }
        if same:
            taken |= {head, *same}
            scores = [likeness.score for likeness in same.values() if likeness.score is not None]
            whys = {likeness.why for likeness in same.values()}
            group = tuple(statements[place] for place in (head, *same))
            [first, *more] = same.values()
            yield offer_of(
                "duplicates",
                next(why for why in REASONS if why in whys),
                group,
                words=() if more else first.words,
                score=min(scores, default=None),
            )


def contradictions(
    statements: Sequence[Remembered], found: Mapping[tuple[int, int], Likeness]
) -> Iterator[Offer]:
    """Pairs; the one that a model says holds would stay, else the newer one."""
    for (one, other), likeness in found.items():
        if likeness.kind == "contradiction":
            pair = (statements[one], statements[other])
            newer = "second" if pair[1].updated_at > pair[0].updated_at else "first"
            turn = -1 if (likeness.holds or newer) == "second" else 1
            words = likeness.words[::turn]
            yield offer_of("contradiction", likeness.why, pair[::turn], words=words, score=likeness.score)


def offer_of(
    kind: Kind,
    why: Why,
    statements: tuple[Remembered, ...],
    *,
    words: tuple[str, ...] = (),
    score: float | None = None,
) -> Offer:
    """An offer; its id follows from what the statements are and say."""
    told = json.dumps([kind, sorted((one.ref, one.content_hash) for one in statements)])
    return Offer(
        id=hashlib.sha256(told.encode()).hexdigest()[:16],
        kind=kind,
        why=why,
        words=words,
        score=score,
        suggested=statements[0].ref,
        statements=statements,
    )
