"""Which known statement a message takes the place of ("Edith is forty-one" after "Edith is thirty-eight").

Few writers name what no longer holds. The known statements that are near to a sentence are read beside it (:mod:`pair_encoder`). Where one
says several things, what else it says goes on to hold: the sentence stands behind it then, in one record.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import HAN, Embedder
from underdraft_plugins.extractors.explicit import units
from underdraft_plugins.extractors.pair_encoder import pair_encoder
from underdraft_plugins.extractors.statement_features import OwnSentence, weights_of
from underdraft_plugins.extractors.statement_model import (
    OPEN_ENDS,
    Judged,
    clauses_of,
    sentences_of,
)

if TYPE_CHECKING:
    import numpy as np

WEIGHTS = Path(__file__).with_name("change_weights.npz")
"""``corrects``: what a sentence's features weigh, and the bias; written by ``benchmarks/train_change.py``."""

SURE_CHANGE, TAKEN, OFFERED = 0.9, 0.7, 0.4
"""Chances from which the known statement is replaced though a model reads the message later, from which it is without one, and from
which that is offered; figures in ``benchmarks/README.md``."""

PAIRS = 6
"""Maximum number of pairs that are read of a message, the nearest ones."""

SHARED = 0.1
"""Nearness that a word or a pair of characters counts for, of which both have one."""

ALSO = 0.1
"""Chance from which a sentence beside the one that replaces a statement is a part of the change: one may say what holds no longer, the other what does."""

REMEMBERED = 4_096
"""Statements and sentences whose vectors are kept, of 2 KB each: the same ones are read with the next message or change of a chapter."""


LONGEST = 280
"""Maximum length of such a record, in code points: a longer one gives way as a whole."""

STOPS = "。！？.!?"
_HAN = re.compile(f"[{HAN}]")


@attrs.frozen(kw_only=True)
class LikelyChange:
    """A sentence that may take the place of a known statement.

    Attributes:
        sentence: Which sentence, in order.
        also: Those beside it that say so, too.
        place: Which known statement.
        old: Which sentence of that.
        chance: How likely it is, 0 to 1.
    """

    sentence: int
    place: int
    old: OwnSentence
    chance: float
    also: tuple[int, ...] = ()


def likely_changes(judged: Sequence[Judged], known: Sequence[str], encoder: Embedder) -> list[LikelyChange]:
    """Which sentences may change which known statements, the likeliest first: each sentence one, each statement once.

    A sentence has little chance that says nothing new, only asks or supposes, or that somebody in the story says.
    """
    parts = [(place, part) for place, text in enumerate(known) for part in sentences_of(text)]
    said = [one.sentence for one in judged]
    pairs = nearest_pairs([one.text for one in said], [one.text for _, one in parts], encoder)
    rows = [(said[n].text, parts[part][1].text, said[n].before) for n, part in pairs]
    read = pair_encoder().replaces(rows) if rows else []
    found, heard = dict[int, LikelyChange](), set[int]()
    for unlikely, (n, part) in sorted((-chance, pair) for chance, pair in zip(read, pairs, strict=True)):
        place, old = parts[part]
        first = found.get(place)
        if n in heard:
            continue
        if first is None:
            found[place] = LikelyChange(sentence=n, place=place, old=old, chance=-unlikely)
        elif abs(first.sentence - n) == 1 and -unlikely >= ALSO:
            found[place] = attrs.evolve(first, also=(*first.also, n))
        else:
            continue
        heard.add(n)
    return list(found.values())


def says_instead(said: OwnSentence, known: str) -> bool:
    """Whether a sentence, behind an order to forget something known, says what holds instead."""
    return pair_encoder().replaces([(said.text, known, said.before)])[0] >= TAKEN


def nearest_pairs(sentences: Sequence[str], known: Sequence[str], encoder: Embedder) -> list[tuple[int, int]]:
    """Sentences of a message and known ones, by number, that are nearest in meaning and in words."""
    import numpy as np

    if not sentences or not known:
        return []
    key: Any = encoder  # by identity: its protocol does not say that it may be a key
    mine = np.asarray(encoder.embed(sentences), dtype=np.float32)
    near = mine @ np.stack([vector_of(key, text) for text in known]).T
    words, theirs = [units(text) for text in sentences], [units(text) for text in known]
    near += SHARED * np.array([[len(own & other) for other in theirs] for own in words])
    order = np.argsort(-near, axis=None, kind="stable").tolist()
    pairs = (divmod(at, len(known)) for at in order)
    return list(islice(pairs, PAIRS))


@lru_cache(maxsize=REMEMBERED)
def vector_of(encoder: Any, text: str) -> np.ndarray[Any, Any]:
    """The vector of a text."""
    import numpy as np

    found: np.ndarray[Any, Any] = np.asarray(encoder.embed([text]), dtype=np.float32)[0]
    return found


def both(known: str, old: OwnSentence, said: str) -> str:
    """A known statement with what is said in the place of one of its sentences, or behind that where it says several things.

    Empty where nothing else of it would stay, or the whole would be too long.
    """
    stop = old.start + len(old.text)
    several = len(clauses_of(old)) > 1 or " and " in old.text
    kept = known[:stop].rstrip(OPEN_ENDS) if several else known[: old.start]
    mark = "" if not several or kept[-1] in STOPS else "。" if _HAN.match(kept[-1]) else "."
    found = f"{kept}{mark}{' ' if several else ''}{said}{known[stop:]}"
    return found if found != said and len(found) <= LONGEST else ""


def correcting(one: Judged) -> float:
    """How much a sentence sounds like a correction: 1 as those of the training sets, -1 as the other sentences."""
    weights = weights_of(WEIGHTS)["corrects"]
    return 0.0 if one.row is None else float(one.row @ weights[:-1] + weights[-1])
