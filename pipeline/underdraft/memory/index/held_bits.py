"""Bits of places in memory, within a bound for the whole process: comparing them in the store takes ten times as long.

A place is read step by step, some thousand vectors a search; what is not read yet is compared in the store, and so is all of
a place that does not fit.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import bindparam, select

from underdraft.memory.db.dialect import plain_rows
from underdraft.memory.db.schema.recall import VECTOR_PLACE

if TYPE_CHECKING:
    from sqlalchemy import Connection

AT_ONCE = 5_000
"""Vectors whose bits are read in one search, some 10 ms."""

VARIABLE = "UNDERDRAFT_SEARCH_MB"
DEFAULT_MB = 32
"""Megabytes of bits that a process holds: of some 450,000 vectors of 512 components; 0 holds none."""

_READ = (
    select(VECTOR_PLACE.c.embedding_id, VECTOR_PLACE.c.bits)
    .where(VECTOR_PLACE.c.place == bindparam("place"), VECTOR_PLACE.c.embedding_id > bindparam("last"))
    .order_by(VECTOR_PLACE.c.embedding_id)
    .limit(AT_ONCE)
)


@attrs.frozen(eq=False)
class HeldPlace:
    """The vectors of a place up to an id; a vector that has left the place since is among them still.

    Attributes:
        numbers: Their ids, ascending; an array.
        words: Their bits, 64 to a word and a word to a row.
        gone: How many had been taken out of the place when its reading began.
        whole: Whether none came behind them.
    """

    numbers: Any
    words: Any
    gone: int
    whole: bool = False

    @property
    def last(self) -> int:
        """The highest id."""
        return int(self.numbers[-1]) if len(self.numbers) else -1

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return int(self.numbers.nbytes + self.words.nbytes)

    def nearest(self, bits: bytes, most: int) -> tuple[Any, Any, Any]:
        """The nearest in no order, ties of the last one too: how many bits differ, their ids, and their bits; arrays."""
        import numpy as np

        apart = np.zeros(len(self.numbers), "u2")
        for word, mine in zip(self.words, _words([bits])[:, 0], strict=True):
            apart += np.bitwise_count(word ^ mine)
        last = np.partition(apart, most - 1)[most - 1] if 0 < most < len(apart) else len(bits) * 8
        (at,) = (apart <= last).nonzero()
        own = np.ascontiguousarray(self.words[:, at].T).view("u1")[:, : len(bits)]
        return apart[at], self.numbers[at], own

    def read_on(self, connection: Connection, place: str) -> HeldPlace:
        """This, and the vectors that come next."""
        import numpy as np

        rows = plain_rows(connection, _READ, {"place": place, "last": self.last})
        whole = len(rows) < AT_ONCE
        if not rows:
            return self if self.whole == whole else attrs.evolve(self, whole=whole)
        numbers = np.append(self.numbers, np.array([number for number, _ in rows], "i8"))
        words = _words([bits for _, bits in rows])
        words = np.hstack([self.words, words]) if len(self.numbers) else words
        return HeldPlace(numbers, words, self.gone, whole)


def _words(rows: list[bytes]) -> Any:
    import numpy as np

    bits = np.frombuffer(b"".join(rows), "u1").reshape(len(rows), -1)
    if rest := -bits.shape[1] % 8:
        bits = np.pad(bits, ((0, 0), (0, rest)))
    return np.ascontiguousarray(bits.view("<u8").T)


_all: OrderedDict[tuple[HeldBits, str], HeldPlace] = OrderedDict()
"""The places that this process holds, by their holder and name; the one used longest ago goes first."""

_lock = threading.Lock()


class HeldBits:
    """The places of one store; safe to use from any thread."""

    def of(
        self, connection: Connection, totals: Mapping[str, tuple[int, int, int]]
    ) -> Mapping[str, HeldPlace]:
        """What is held of some places, up to what the connection sees; their totals are those of :mod:`.postings`."""
        import numpy as np

        found = {}
        for place, (texts, _, gone) in totals.items():
            held = _all.get((self, place)) or HeldPlace(np.zeros(0, "i8"), None, gone)
            came = texts + gone - held.gone  # all that were ever there since
            if not held.whole or len(held.numbers) != came:
                held = held.read_on(connection, place)
            if (held.whole and len(held.numbers) != came) or gone - held.gone > texts // 8:
                self.forget(place)  # a vector came before the last one, or many have left
            elif self._keep(place, held):
                found[place] = held
        return found

    def _keep(self, place: str, held: HeldPlace) -> bool:
        """Hold a place, if it fits, in place of those used longest ago."""
        bound = int(os.environ.get(VARIABLE) or DEFAULT_MB) << 20
        with _lock:
            _all.pop((self, place), None)
            if held.size > bound:
                return False
            _all[self, place] = held
            while sum(one.size for one in _all.values()) > bound:
                _all.popitem(last=False)
        return True

    def forget(self, *places: str) -> None:
        """Hold these places, or all, no more."""
        with _lock:
            for holder, place in list(_all):
                if holder is self and (not places or place in places):
                    del _all[holder, place]
