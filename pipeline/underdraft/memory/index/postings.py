"""Which records have a word: lists of numbers, looked up for the words of a query alone.

A word is a stem (:mod:`underdraft.text.stems`), kept as a hash of 32 bits, so that no word stands in the store; with the
place, which is a project or none, it is the key of a list. The key of the empty word has totals: the texts of the place,
their words, and how many were taken out so far. Places of vectors have totals, too.
"""

from __future__ import annotations

import json
import struct
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zlib import crc32

import attrs
from sqlalchemy import ColumnElement, Select, func, or_, select, true
from sqlalchemy import text as sql

from underdraft.memory.db.dialect import batches, in_json, on_server, plain_rows
from underdraft.memory.db.schema.recall import POSTING, RECORD_WORDS
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.text.stems import stems_in, stems_of

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

REACH, WIDER = 300, 5_000
"""Records whose shares are compared where words alone decide; how many where too few of those are allowed."""

Conditions = tuple[ColumnElement[bool], ...]
"""Conditions of the records to search; any of them is enough."""

Listed = tuple[int, int, bytes]
"""A record's place and number in the lists, and its words."""

Text = tuple[str, str | None, str]
"""A record's id, project and text."""

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
_LAST = select(func.coalesce(func.max(RECORD_WORDS.c.number), 0))
_LISTED = select(RECORD_WORDS.c.place, RECORD_WORDS.c.number, RECORD_WORDS.c.words)


def hashed(text: str) -> bytes:
    """Return the hashes of a text's words, each once."""
    words = sorted({crc32(stem.encode()) for stem in stems_of(text)})
    return struct.pack(f"<{len(words)}I", *words)


def base_of(place: str) -> int:
    """Return the key of the empty word in a place."""
    return (crc32(place.encode()) & 0x7FFF_FFFF) << 32


def base_of_project(project_id: str | None) -> int:
    """The same for the records of a project, or of none."""
    return base_of(f"words {project_id or ''}")


def put(connection: Connection, texts: Sequence[Text]) -> None:
    """Let records be found by the words of these texts, which are in no list yet."""
    last = connection.execute(_LAST).scalar_one()
    listed = [
        (base_of_project(project), number, hashed(text))
        for number, (_, project, text) in enumerate(texts, last + 1)
    ]
    rows = [
        {"memory_id": text[0], "place": place, "number": number, "words": words}
        for text, (place, number, words) in zip(texts, listed, strict=True)
    ]
    if rows:
        connection.execute(RECORD_WORDS.insert(), rows)
        add(connection, listed)


def remove(connection: Connection, memory_ids: Collection[str]) -> None:
    """Take records out of all lists; unknown ids are no error."""
    for ids in batches(sorted(memory_ids)):
        mine = RECORD_WORDS.c.memory_id.in_(ids)
        if rows := connection.execute(_LISTED.where(mine)).all():
            take_out(connection, [tuple(row) for row in rows])
            connection.execute(RECORD_WORDS.delete().where(mine))


def put_all(connection: Connection, texts: Sequence[Text]) -> None:
    """Make all lists anew for these texts alone."""
    places = connection.scalars(select(RECORD_WORDS.c.place).distinct()).all()
    connection.execute(POSTING.delete().where(POSTING.c.key.op("&")(0xFFFF_FFFF) != 0))
    connection.execute(POSTING.delete().where(POSTING.c.key.in_(places)))
    connection.execute(RECORD_WORDS.delete())
    for some in batches(texts):
        put(connection, some)


def add(connection: Connection, texts: Collection[Listed]) -> None:
    """Enter texts into the lists."""
    lists: dict[int, list[int]] = defaultdict(list)
    for place, number, words in texts:
        for (word,) in struct.iter_unpack("<I", words):
            lists[place | word].append(number)
    rows = [{"key": key, "numbers": packed(numbers), "full": _FULL} for key, numbers in sorted(lists.items())]
    if rows:
        connection.execute(_ADD[on_server(connection)], rows)
    count(connection, texts, 1)


def take_out(connection: Connection, texts: Collection[Listed]) -> None:
    """Take texts out of the lists that they are in; lists of common words stay as they are."""
    lists: dict[int, set[int]] = defaultdict(set)
    for place, number, words in texts:
        for (word,) in struct.iter_unpack("<I", words):
            lists[place | word].add(number)
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


def count(connection: Connection, texts: Collection[Listed], sign: int) -> None:
    """Add texts to the totals of their places, or take them off."""
    totals = {place: [0, 0, 0] for place, _, _ in texts}
    for place, _, words in texts:
        total = totals[place]
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


def look_up(
    connection: Connection, project_id: str | None, query: str, counted: Sequence[str] = ()
) -> WordHits:
    """Find the records of a project, and of none, that have words of a query; a word weighs as much as it is rare there.

    The totals of the places of vectors that are to be ``counted`` come along.
    """
    import numpy as np

    bases = sorted({base_of_project(one) for one in (None, project_id)})
    places = {place: base_of(place) for place in counted}
    words = {crc32(stem.encode()) for stem in stems_in(query, WORDS_MAXIMUM)}
    keys = [*bases, *places.values(), *sorted(base | word for base in bases for word in words)]
    found: dict[int, bytes] = dict(plain_rows(connection, _FOUND, {"keys": json.dumps(keys)}))  # type: ignore[arg-type]
    totals = {place: TOTALS.unpack(found.pop(base)) for place, base in places.items() if base in found}
    own = [TOTALS.unpack(found.pop(base)) for base in bases if base in found]
    texts, size = (sum(total[part] for total in own) for part in (0, 1))
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


def search(
    connection: Connection, project_id: str | None, query: str, allowed: Conditions, limit: int
) -> dict[str, float]:
    """The records, allowed by any of some conditions, that share most words with a query: shares by id, ties by id."""
    hits = look_up(connection, project_id, query)
    rows: Sequence[Any] = ()
    for most in (REACH, WIDER):
        numbers = json.dumps(hits.nearest(most)) if len(hits.numbers) else "[]"
        rows = connection.execute(_sharing(allowed), {"numbers": numbers}).all()
        if len(rows) >= limit or len(hits.numbers) <= most:
            break
    shares = hits.shares([row[1] for row in rows], [row[2] // WIDTH for row in rows])
    found = sorted((-round(share, 6), row[0]) for share, row in zip(shares, rows, strict=True))
    return {memory_id: -share for share, memory_id in found[:limit]}


@lru_cache(maxsize=256)
def _sharing(allowed: Conditions) -> Select[*tuple[Any, ...]]:
    """The statement that reads allowed records of some numbers."""
    r = RECORD_WORDS.c
    return (
        select(r.memory_id, r.number, func.length(r.words))
        .join(MEMORY_ITEM, MEMORY_ITEM.c.id == r.memory_id)
        .where(in_json(r.number, "numbers"), or_(*allowed).is_(true()))
    )
