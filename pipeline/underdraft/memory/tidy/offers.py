"""Offers to merge and contradictions: groups and pairs among memories and facts."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Annotated, Literal

from underdraft.memory.db.vector_type import unit_rows
from underdraft.memory.index.embedder_scale import SCALE_MEAN, likeness
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.tidy.compare import SAME, Why, compare, hashes_of
from underdraft.text.clean import normalised
from underdraft.types.values import frozen

COMPARED_MAXIMUM = 2_000
"""Maximum statements that are compared, the newest ones."""

NEAREST = 12
"""With how many of the nearest ones each statement is compared."""

REASONS: tuple[Why, ...] = ("model_says", "same_meaning", "same_words")
"""Why a group is offered: the first that holds for one of the pairs."""

OFFER_PREFIX = "offer-"
"""The beginning of an offer's id."""

Kind = Literal["duplicates", "contradiction"]

Places = tuple[int, int]
"""Places of two statements, the smaller first."""

Decisions = Mapping[frozenset[str], tuple[str, str]]
"""By the content hashes of two statements what the writer or a model has said of them, and the hash of the one that stays."""


@frozen(kw_only=True)
class Offer:
    """Statements that the writer may settle."""

    id: Annotated[str, "The same as long as the statements stay as they are."]
    kind: Annotated[Kind, "They say the same, or two contradict each other."]
    why: Annotated[Why, "How that is known."]
    refs: Annotated[tuple[str, ...], "`memory:<id>` or `atomic:<id>`, the one that would stay first."]
    statements: Annotated[tuple[MemoryItem, ...], "The memories and facts, in this order."]


def find_offers(
    statements: Sequence[MemoryItem],
    vectors: Mapping[str, bytes],
    decided: Decisions = MappingProxyType({}),
    mean: float = SCALE_MEAN,
) -> list[Offer]:
    """All offers among the statements: contradictions, then groups of one that would stay and those that say the same.

    Args:
        statements: In the order in which one of them would stay: what all projects share, what the writer
            confirmed, then the newest.
        vectors: By content hash, as they are stored; without them only equal texts are found.
        decided: What was said of two of them; it counts before what is found without a model.
        mean: The cosine that unrelated texts have with the embedder.
    """
    cosines = near(statements, vectors, SAME, mean)
    pairs = {*cosines, *equal_texts(statements), *decided_pairs(statements, decided)}
    same: defaultdict[int, dict[int, Why]] = defaultdict(dict)
    joined: set[int] = set()
    offers: list[Offer] = []
    for one, other in sorted(pairs):
        pair = first, second = statements[one], statements[other]
        if first.document_id != second.document_id:
            continue
        said, stays = decided.get(hashes_of(pair), ("unsaid", ""))
        if said == "contradiction":
            ordered = pair if stays == first.content_hash else pair[::-1]
            offers.append(offer_of("contradiction", "model_says", ordered))
        why: Why | None = "model_says" if said == "duplicate" else None
        if said == "unsaid":
            why = compare(first.content, second.content, cosines.get((one, other)))
        if why is not None and not joined & {one, other}:
            same[one][other] = why
            joined.add(other)
    for head, others in same.items():
        group = tuple(statements[place] for place in (head, *others))
        offers.append(offer_of("duplicates", min(others.values(), key=REASONS.index), group))
    return offers


def equal_texts(statements: Sequence[MemoryItem]) -> Iterator[Places]:
    """The first of those with the same words, with each other one."""
    firsts: dict[tuple[str, str | None], int] = {}
    for place, one in enumerate(statements):
        first = firsts.setdefault((normalised(one.content), one.document_id), place)
        if first != place:
            yield first, place


def decided_pairs(statements: Sequence[MemoryItem], decided: Decisions) -> Iterator[Places]:
    """The pairs that a model finds the same or contradicting, whatever stands nearer to one of them by now."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, statement in enumerate(statements):
        places[statement.content_hash].append(place)
    for hashes, (said, _) in decided.items():
        if said in {"duplicate", "contradiction"}:
            for one, other in product(*(places[one] for one in hashes)):
                yield min(one, other), max(one, other)


def near(
    statements: Sequence[MemoryItem], vectors: Mapping[str, bytes], least: float, mean: float = SCALE_MEAN
) -> dict[Places, float]:
    """Each statement with its nearest, from a likeness on; see :func:`~underdraft.memory.index.embedder_scale.likeness`."""
    there = [place for place, one in enumerate(statements) if one.content_hash in vectors]
    if not there:
        return {}
    import numpy as np

    matrix = unit_rows([vectors[statements[place].content_hash] for place in there])
    cosines = likeness(matrix @ matrix.T, mean)
    most = min(NEAREST + 1, len(there))
    found: dict[Places, float] = {}
    for row, nearest in enumerate(np.argpartition(cosines, -most, axis=1)[:, -most:].tolist()):
        for other in nearest:
            if other != row and cosines[row, other] >= least:
                pair = there[min(row, other)], there[max(row, other)]
                found[pair] = round(float(cosines[row, other]), 6)
    return found


def offer_of(kind: Kind, why: Why, statements: tuple[MemoryItem, ...]) -> Offer:
    """An offer; its id follows from what the statements are and say."""
    told = json.dumps([kind, sorted((one.ref, one.content_hash) for one in statements)])
    return Offer(
        id=f"{OFFER_PREFIX}{hashlib.sha256(told.encode()).hexdigest()[:16]}",
        kind=kind,
        why=why,
        refs=tuple(one.ref for one in statements),
        statements=statements,
    )
