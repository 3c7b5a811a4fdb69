"""Which texts have a word: lists of numbers, looked up for the words of a query alone.

A word is a stem (:mod:`.stems`), kept as a hash of 32 bits, so that no word stands in the store; with the place in which
it is searched it is the key of a list. The key of the empty word has totals: the texts of the place, their words, and how many were taken out so far.
"""

from __future__ import annotations

import json
import struct
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zlib import crc32

import attrs
from sqlalchemy import func, select
from sqlalchemy import text as sql

from underdraft.memory.db.dialect import batches, in_json, on_server, plain_rows
from underdraft.memory.db.schema.recall import POSTING
from underdraft.memory.index.stems import stems_in, stems_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

WIDTH = 4
"""Bytes of a hash and of a number, little-endian."""

WORDS_MAXIMUM = 400
"""Words of a query that are looked up, the first ones: what 2,000 characters of English have."""

COMMON_FROM = 2_048
"""Texts with a word from which on it tells nothing in a place: its list grows no more, and is passed over."""

ENTRIES_MAXIMUM = 20_000
"""Entries of all lists of a query that are weighed, those of the rarest words."""

TYPICAL = 0.65
"""Weight of an average word by that of one that no other text has; chosen on the development part of ``benchmarks/data``."""

TOTALS = struct.Struct("<3q")

PlacedText = tuple[str, int, bytes]
"""A text's place, number there, and word hashes."""

_ADD = {
    False: sql(
        "INSERT INTO posting (key, numbers) VALUES (:key, :numbers) ON CONFLICT (key) DO UPDATE "
        "SET numbers = CAST(numbers || excluded.numbers AS BLOB) WHERE length(numbers) < :full"
    ),
    True: sql(
        "INSERT INTO posting (key, numbers) VALUES (:key, :numbers) ON CONFLICT (writer, key) DO UPDATE "
        "SET numbers = posting.numbers || excluded.numbers WHERE length(posting.numbers) < :full"
    ),
}
_FULL = WIDTH * COMMON_FROM
_FOUND = select(POSTING.c.key, POSTING.c.numbers).where(
    in_json(POSTING.c.key, "keys"), func.length(POSTING.c.numbers) < _FULL
)


def hashed(text: str) -> bytes:
    """Return the hashes of a text's words, each once."""
    words = sorted({crc32(stem.encode()) for stem in stems_of(text)})
    return struct.pack(f"<{len(words)}I", *words)


def base_of(place: str) -> int:
    """Return the key of the empty word in a place."""
    return (crc32(place.encode()) & 0x7FFF_FFFF) << 32


def add(connection: Connection, texts: Collection[PlacedText]) -> None:
    """Enter texts that are in no list of their place yet."""
    lists: dict[int, list[int]] = defaultdict(list)
    for place, number, words in texts:
        for (word,) in struct.iter_unpack("<I", words):
            lists[base_of(place) | word].append(number)
    rows = [{"key": key, "numbers": packed(numbers), "full": _FULL} for key, numbers in sorted(lists.items())]
    if rows:
        connection.execute(_ADD[on_server(connection)], rows)
    count(connection, texts, 1)


def take_out(connection: Connection, texts: Collection[PlacedText]) -> None:
    """Take texts out of the lists that they are in; lists of common words stay as they are."""
    lists: dict[int, set[int]] = defaultdict(set)
    for place, number, words in texts:
        for (word,) in struct.iter_unpack("<I", words):
            lists[base_of(place) | word].add(number)
    for keys in batches(sorted(lists)):
        found = connection.execute(_FOUND.with_for_update(), {"keys": json.dumps(keys)}).all()
        connection.execute(POSTING.delete().where(POSTING.c.key.in_([row.key for row in found])))
        left = {
            key: [number for (number,) in struct.iter_unpack("<I", numbers) if number not in lists[key]]
            for key, numbers in found
        }
        if rows := [{"key": key, "numbers": packed(numbers)} for key, numbers in left.items() if numbers]:
            connection.execute(POSTING.insert(), rows)
    count(connection, texts, -1)


def count(connection: Connection, texts: Collection[PlacedText], sign: int) -> None:
    """Add texts to the totals of their places, or take them off."""
    totals = {base_of(place): [0, 0, 0] for place, _, _ in texts}
    for place, _, words in texts:
        total = totals[base_of(place)]
        total[0] += sign
        total[1] += sign * (len(words) // WIDTH)
        total[2] += sign < 0
    for key, more in totals.items():
        mine = POSTING.c.key == key
        before = connection.scalar(select(POSTING.c.numbers).where(mine).with_for_update())
        now = [a + b for a, b in zip(more, TOTALS.unpack(before or bytes(TOTALS.size)), strict=True)]
        if before is None:
            connection.execute(POSTING.insert(), {"key": key, "numbers": TOTALS.pack(*now)})
        else:
            connection.execute(POSTING.update().where(mine).values(numbers=TOTALS.pack(*now)))


def packed(numbers: Collection[int]) -> bytes:
    """Numbers as a list keeps them."""
    return struct.pack(f"<{len(numbers)}I", *numbers)


def rarity(many: Any, count: int) -> Any:
    """Return the weight of a word, or of an array of them, that so many of ``count`` texts have."""
    import numpy as np

    return np.log1p((count - many + 0.5) / (many + 0.5))


def unit_of(count: int) -> float:
    """Return the weight of an average word among so many texts."""
    return TYPICAL * float(rarity(0, count))


@attrs.frozen(eq=False)
class WordHits:
    """The texts of some places that have words of a query.

    Attributes:
        numbers: Their numbers, ascending; an array.
        weights: What the words that each shares with the query weigh together.
        mean: Words of a text, on average.
        unit: Weight of an average word.
        totals: Of the places that have any text: how many, their words, and how many were taken out so far.
    """

    numbers: Any
    weights: Any
    mean: float = 0.0
    unit: float = 1.0
    totals: Mapping[str, tuple[int, int, int]] = MappingProxyType({})

    def nearest(self, most: int) -> list[int]:
        """The numbers of the texts that share most."""
        import numpy as np

        if len(self.numbers) <= most:
            found: list[int] = self.numbers.tolist()
        else:
            found = self.numbers[np.argpartition(-self.weights, most)[:most]].tolist()
        return found

    def shares(self, numbers: Sequence[int], sizes: Sequence[int]) -> list[float]:
        """Return the share of words in common with the query: 0 for nothing, towards 1 for all."""
        import numpy as np

        if not len(self.numbers):
            return [0.0] * len(numbers)
        at = np.searchsorted(self.numbers, numbers).clip(max=len(self.numbers) - 1)
        weights = np.where(self.numbers[at] == numbers, self.weights[at], 0.0)
        shares: list[float] = (weights / ((np.array(sizes) + self.mean) * self.unit)).tolist()
        return shares


def look_up(connection: Connection, places: Sequence[str], query: str) -> WordHits:
    """Find the texts of some places that have words of a query; a word weighs as much as it is rare there."""
    import numpy as np

    bases = [base_of(place) for place in places]
    words = {crc32(stem.encode()) for stem in stems_in(query, WORDS_MAXIMUM)}
    keys = [*bases, *sorted(base | word for base in bases for word in words)]
    found: dict[int, bytes] = dict(plain_rows(connection, _FOUND, {"keys": json.dumps(keys)}))  # type: ignore[arg-type]
    totals = {
        place: TOTALS.unpack(found.pop(base))
        for place, base in zip(places, bases, strict=True)
        if base in found
    }
    texts, size = (sum(total[part] for total in totals.values()) for part in (0, 1))
    lists: dict[int, bytes] = {}
    for key, numbers in found.items():
        lists[key & 0xFFFF_FFFF] = lists.get(key & 0xFFFF_FFFF, b"") + numbers
    if not lists:
        return WordHits(np.zeros(0, "<u4"), np.zeros(0), totals=totals)
    rarest = sorted(lists.values(), key=len)
    many = np.array([len(numbers) // WIDTH for numbers in rarest])
    taken = max(1, int(np.searchsorted(many.cumsum(), ENTRIES_MAXIMUM)))
    many = many[:taken]
    owners = np.frombuffer(b"".join(rarest[:taken]), "<u4")
    first = int(owners.min())
    weights = np.bincount(owners - first, np.repeat(rarity(many, texts), many))
    (at,) = weights.nonzero()
    return WordHits(at + first, weights[at], size / max(texts, 1), unit_of(texts), totals)
