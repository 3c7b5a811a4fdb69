"""Which told sentences contradict a fact, or let the dead act, read by :mod:`underdraft_plugins.extractors.pair_encoder`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from underdraft import ToldBeside, hookimpl, numbers_in
from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.change import vector_of
from underdraft_plugins.extractors.pair_encoder import Beside, pair_encoder

PAIRS = 48
"""Maximum number of pairs of a chapter that are read, the nearest in meaning (15 ms each); figures in ``benchmarks/README.md``."""

LONG_WORDS, LONG_SIGNS = 3, 4
"""Words, or Chinese characters, from which on a value is long."""

REMEMBERED = 4_096
"""How many chances are kept."""

DEAD = {"en": "state: dead", "zh": "状态: 已死"}
"""What the encoder has learned to read beside the name of somebody who is dead."""

_read: dict[tuple[Beside, bool], float] = {}
"""The chances of rows, by whether they are of the dead: a fact may be written in the same words."""


@hookimpl(trylast=True)
def underdraft_contradictions(pairs: Sequence[ToldBeside]) -> Sequence[float]:
    """The chances of those of the dead and of the nearest others; of the rest 0, and of a sentence that says the same value."""
    dead = [n for n, pair in enumerate(pairs) if pair.dead]
    held = [n for n, pair in enumerate(pairs) if not pair.dead]
    near = [held[n] for n in nearest([pairs[n] for n in held])]
    alive = [n for n in near if not says(pairs[n].told, pairs[n].value)]
    found = [0.0] * len(pairs)
    for which, of_dead in ((dead, True), (alive, False)):
        rows = [row_of(pairs[n]) for n in which]
        for n, chance in zip(which, chances_of(rows, of_dead=of_dead), strict=True):
            found[n] = chance
    return found


def row_of(pair: ToldBeside) -> Beside:
    """As it is read."""
    known = (DEAD["en" if pair.name.isascii() else "zh"],) if pair.dead else (pair.attribute, pair.value)
    return pair.told, ": ".join(filter(None, (pair.name, *known))), pair.before


def chances_of(rows: Sequence[Beside], *, of_dead: bool) -> list[float]:
    """How likely each is a contradiction: a check that is asked for again reads what has changed."""
    found = {row: chance for row in rows if (chance := _read.get((row, of_dead))) is not None}
    new = [row for row in dict.fromkeys(rows) if row not in found]
    if new:
        encoder = pair_encoder()
        read = encoder.acts_when_dead(new) if of_dead else encoder.contradicts(new)
        found |= zip(new, read, strict=True)
        if len(_read) > REMEMBERED:
            _read.clear()
        _read.update(((row, of_dead), found[row]) for row in new)
    return [found[row] for row in rows]


def says(told: str, value: str) -> bool:
    """Whether a sentence has a value word for word, a long one in any order, or all its numbers in any spelling."""
    words = re.escape(value)
    if re.search(rf"\b{words}\b" if value.isascii() else words, told, re.IGNORECASE):
        return True
    form, least = (r"\w+", LONG_WORDS) if value.isascii() else (r"\w", LONG_SIGNS)
    own = set(re.findall(form, value.lower()))
    if len(own) >= least and own <= set(re.findall(form, told.lower())):
        return True
    numbers = numbers_in(value)
    return bool(numbers) and numbers <= numbers_in(told)


def nearest(pairs: Sequence[ToldBeside]) -> list[int]:
    """The pairs that are read, by number, the nearest first."""
    import numpy as np

    if not pairs:
        return []
    encoder: Any = local_embedder()
    said = [vector_of(encoder, pair.told) for pair in pairs]
    known = [vector_of(encoder, f"{pair.attribute} {pair.value}") for pair in pairs]
    near = (np.stack(said) * np.stack(known)).sum(axis=1)
    order: list[int] = np.argsort(-near, kind="stable")[:PAIRS].tolist()
    return order
