"""Bits of places in memory: the same candidates as in the store, whatever comes and goes, within a bound."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import func, select

from memory.service_samples import add
from underdraft.memory.db.schema.recall import EMBEDDING, VECTOR_PLACE
from underdraft.memory.db.vector_type import signs
from underdraft.memory.index import held_bits, nearest, places, postings
from underdraft.memory.index.embedding import Vectors

pytestmark = pytest.mark.both_stores

PLACE = "memory_item letters "
DIMENSION = 64


@pytest.fixture
def filled(service, monkeypatch):
    """Forty memories, read ten at a time."""
    monkeypatch.setattr(held_bits, "AT_ONCE", 10)
    monkeypatch.setattr(held_bits, "_READ", held_bits._READ.limit(10))
    service.indexer.close()
    service.ids = add(service, *(f"第{number}条灯塔{chr(0x4E00 + 7 * number)}" for number in range(40)))
    service.indexer.fill()
    return service


def query(seed=1):
    """A vector with signs of all kinds."""
    row = np.random.default_rng(seed).standard_normal(DIMENSION).astype("<f4")
    return Vectors(model="letters", dimension=DIMENSION, blobs=((row / np.linalg.norm(row)).tobytes(),))


def compare(service, held, *, most=7):
    """See that what is held changes no candidate; gives what is held."""
    with service.database.read() as connection:
        totals = postings.look_up(connection, None, "", [PLACE]).totals
        of_place = held.of(connection, totals)
        rows = connection.execute(select(VECTOR_PLACE.c.embedding_id)).scalars().all()
        for seed in range(5):
            found = nearest.nearest(connection, [PLACE], query(seed), most, of_place)
            wanted = nearest.nearest(connection, [PLACE], query(seed), most)
            assert [number for number in found if number in rows][: len(wanted)] == wanted[: len(found)]
    return of_place.get(PLACE)


def read_whole(service, held):
    """Search until all of the place is read; gives what is held."""
    for _ in range(5):
        part = compare(service, held)
    return part


def test_a_place_is_read_step_by_step(filled):
    """Ten vectors a search; the rest is compared in the store until all are there."""
    held = held_bits.HeldBits()
    sizes = []
    for _ in range(6):
        part = compare(filled, held)
        sizes.append((len(part.numbers), part.whole))
    assert sizes == [(10, False), (20, False), (30, False), (40, False), (40, True), (40, True)]


def test_what_comes_is_read_and_what_goes_is_passed_over(filled):
    """New vectors are among the held ones at once; of those that left a few stay, of many the place is read anew."""
    held = held_bits.HeldBits()
    read_whole(filled, held)
    add(filled, "新的一条")
    filled.indexer.fill()
    assert len(compare(filled, held).numbers) == 41
    filled.items.delete(filled.ids[0])
    filled.indexer.fill()
    assert len(compare(filled, held, most=3).numbers) == 41
    for item_id in filled.ids[1:10]:
        filled.items.delete(item_id)
    filled.indexer.fill()
    assert compare(filled, held) is None
    whole = read_whole(filled, held)
    assert whole.whole
    assert len(whole.numbers) == 31


def test_a_vector_that_comes_before_the_last_is_not_missed(filled):
    """A text that returns has its old vector: the place is read anew."""
    held = held_bits.HeldBits()
    filled.items.delete(filled.ids[3])
    filled.indexer.fill()
    read_whole(filled, held)
    filled.items.restore(filled.ids[3])
    filled.indexer.fill()
    assert compare(filled, held) is None
    whole = read_whole(filled, held)
    assert len(whole.numbers) == 40


def test_vectors_that_are_made_anew_are_read_anew(filled):
    """As many as before, whose ids may be those of other texts: what is held of the old ones is forgotten."""
    held = held_bits.HeldBits()
    read_whole(filled, held)
    with filled.database.write() as connection:
        connection.execute(EMBEDDING.update().values(model="another"))
        places.clear(connection, "another")
    add(filled, "第四十条")
    filled.items.delete(filled.ids[0])
    filled.indexer.rebuild()
    assert compare(filled, held) is None
    whole = read_whole(filled, held)
    assert len(whole.numbers) == 40


def test_the_bound_holds_for_the_whole_process(filled, monkeypatch):
    """What was used longest ago goes, also of another holder; with a bound of nothing none is held."""
    first, second = held_bits.HeldBits(), held_bits.HeldBits()
    read_whole(filled, first)
    monkeypatch.setenv(held_bits.VARIABLE, "0")
    assert compare(filled, second) is None
    assert compare(filled, first) is None
    assert not [key for key in held_bits._all if key[0] in {first, second}]
    monkeypatch.setenv(held_bits.VARIABLE, "1")
    part = compare(filled, first)
    assert part.size == 10 * (8 + DIMENSION // 8)
    first.forget()
    assert not [key for key in held_bits._all if key[0] is first]


@pytest.mark.parametrize("dimension", [8, 60, 64, 65, 512])
def test_bits_of_any_length(dimension):
    """They are filled up to whole words; the vector itself is nearest to itself."""
    rows = np.random.default_rng(3).standard_normal((30, dimension)).astype("<f4")
    bits = [signs(row.tobytes(), "<f4") for row in rows]
    place = held_bits.HeldPlace(np.arange(30), held_bits._words(bits), 0)
    for number in (0, 29):
        apart, numbers, own = place.nearest(bits[number], 4)
        (at,) = (apart == 0).nonzero()[0]
        assert (numbers[at], own[at].tobytes()) == (number, bits[number])


def test_bits_come_back_as_they_were_stored(filled):
    """Of a file and of a server alike."""
    with filled.database.read() as connection:
        rows = connection.execute(
            select(EMBEDDING.c.vector, VECTOR_PLACE.c.bits).join(
                VECTOR_PLACE, VECTOR_PLACE.c.embedding_id == EMBEDDING.c.id
            )
        ).all()
        assert connection.scalar(select(func.count()).select_from(VECTOR_PLACE)) == len(rows) == 40
    assert [signs(row.vector) for row in rows] == [row.bits for row in rows]
