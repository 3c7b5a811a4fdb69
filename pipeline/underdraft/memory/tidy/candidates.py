"""Which statements are worth comparing: those with equal texts, near vectors or uncommon words in common."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from underdraft.memory.db.vector_type import unit_rows
from underdraft.memory.index.stems import words_of
from underdraft.memory.tidy.compare import Pairs, Remembered
from underdraft.memory.tidy.verdicts import Verdicts
from underdraft.text.clean import normalised

if TYPE_CHECKING:
    import numpy as np

NEAREST = 12
"""With how many of its nearest each statement is compared."""

COMMON = 50
"""What so many statements have in common brings nothing together."""

BLOCK = 256


def equal_texts(statements: Sequence[Remembered]) -> Pairs:
    """Pairs with the same words; a text that very many have is compared for the first of them."""
    texts = ([normalised(one.content)] for one in statements)
    return {pair: None for places in _places(texts).values() for pair in combinations(places[:COMMON], 2)}


def near(statements: Sequence[Remembered], vectors: Mapping[str, bytes], least: float) -> Pairs:
    """Each statement with its nearest, from a cosine on."""
    there = [place for place, one in enumerate(statements) if one.content_hash in vectors]
    if not there:
        return {}
    matrix = unit_rows([vectors[statements[place].content_hash] for place in there])
    return {(there[one], there[other]): cosine for one, other, cosine in _near_rows(matrix, least)}


def _near_rows(matrix: np.ndarray[Any, Any], least: float) -> Iterator[tuple[int, int, float]]:
    import numpy as np

    for start in range(0, len(matrix), BLOCK):
        cosines = matrix[start : start + BLOCK] @ matrix.T
        most = min(NEAREST + 1, cosines.shape[1])
        for row, places in enumerate(np.argpartition(-cosines, most - 1, axis=1)[:, :most].tolist()):
            one = start + row
            for other in places:
                if other != one and cosines[row, other] >= least:
                    yield min(one, other), max(one, other), round(float(cosines[row, other]), 6)


def sharing_words(
    statements: Sequence[Remembered], vectors: Mapping[str, bytes]
) -> Mapping[tuple[int, int], float]:
    """Each statement without a vector with those that share most uncommon words, and the share of all their words."""
    words = [frozenset(words_of(one.content)) for one in statements]
    shared: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for places in _places(words).values():
        for one, other in combinations(places, 2) if len(places) <= COMMON else ():
            if not {statements[one].content_hash, statements[other].content_hash} <= vectors.keys():
                shared[one][other] += 1
                shared[other][one] += 1
    return {
        (min(one, other), max(one, other)): len(words[one] & words[other]) / len(words[one] | words[other])
        for one, others in shared.items()
        for other, _ in sorted(others.items(), key=lambda hit: (-hit[1], hit[0]))[:NEAREST]
    }


def judged_before(
    statements: Sequence[Remembered], vectors: Mapping[str, bytes], verdicts: Verdicts
) -> Pairs:
    """The pairs that a model has judged, whatever stands nearer to one of them by now."""
    places = _places([one.content_hash] for one in statements)
    pairs: dict[tuple[int, int], float | None] = {}
    for first, second in map(sorted, verdicts):
        cosine = cosine_of(vectors.get(first), vectors.get(second))
        for one, other in product(places[first], places[second]):
            pairs[min(one, other), max(one, other)] = cosine
    return pairs


def cosine_of(first: bytes | None, second: bytes | None) -> float | None:
    """Of two vectors of length 1, if both are there."""
    if first is None or second is None:
        return None
    mine, other = unit_rows([first, second])
    return round(float(mine @ other), 6)


def _places(keys: Iterable[Iterable[Hashable]]) -> defaultdict[Hashable, list[int]]:
    """The places of each key."""
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, own in enumerate(keys):
        for key in own:
            found[key].append(place)
    return found
