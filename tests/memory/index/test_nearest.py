"""Vectors in memory: exact below a size, a coarse pass and exact rescoring above it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.index import nearest
from underdraft.memory.index.nearest import VectorTable


@cache
def unit(seed, dimension=32):
    """A unit vector as a query has it."""
    row = np.random.default_rng(seed).standard_normal(dimension)
    return (row / np.linalg.norm(row)).astype("<f4").tobytes()


def table_of(count, dimension=32):
    """So many vectors under the keys ``v0``, ``v1`` ..."""
    table = VectorTable(dimension)
    put(table, **{f"v{seed}": unit(seed, dimension) for seed in range(count)})
    return table


def put(table, **blobs):
    """Keep vectors."""
    rows = np.frombuffer(b"".join(blobs.values()), dtype="<f4").reshape(len(blobs), -1)
    table.put(list(blobs), rows)


def best(table, query, keys, limit):
    """Keys of the nearest, nearest first."""
    positions, scores = table.nearest(query, table.places(keys), limit)
    found = sorted(zip((-scores).tolist(), positions.tolist(), strict=True))
    return [keys[position] for _, position in found][:limit]


def exact(query, keys):
    """The keys by cosine, worked out one by one."""
    wanted = np.frombuffer(query, dtype="<f4")
    rows = {key: np.frombuffer(unit(int(key[1:]), len(wanted)), dtype="<f4") for key in keys}
    return sorted(keys, key=lambda key: -float(rows[key] @ wanted))


@given(st.integers(1, 700), st.integers(1, 9), st.integers(0, 99))
def test_it_is_the_order_of_cosine(count, limit, seed):
    """Up to the size for exact search the nearest are the nearest."""
    keys = [f"v{n}" for n in range(count)]
    assert best(table_of(count), unit(10_000 + seed), keys, limit) == exact(unit(10_000 + seed), keys)[:limit]


def test_a_key_without_a_vector_has_no_place():
    """Vectors are found by their keys, one that came later, too."""
    table = table_of(5)
    put(table, new=unit(77))
    assert len(table) == 6
    assert best(table, unit(77), ["v0", "v1", "new"], 1) == ["new"]
    assert table.places(["v9", "v0", "new"]).tolist() == [-1, 0, 5]


def test_all_are_given_where_all_are_wanted(monkeypatch):
    """Also beyond the size up to which they are compared one by one."""
    table, keys = table_of(30), [f"v{n}" for n in range(30)]
    wanted = best(table, unit(99), keys, 30)
    monkeypatch.setattr(nearest, "EXACT_MAXIMUM", 10)
    assert len(wanted) == 30
    assert best(table, unit(99), keys, 30) == best(table, unit(99), keys, 100) == wanted


def test_only_the_given_places_are_looked_at():
    """What is not allowed is never found, however near it is."""
    table = table_of(400)
    assert "v7" not in best(table, unit(7), [f"v{n}" for n in range(400) if n != 7], 5)
    assert best(table, unit(7), ["v3", "v5"], 5) in (["v3", "v5"], ["v5", "v3"])


def test_beyond_the_size_the_signs_choose_and_cosine_decides(monkeypatch):
    """The coarse pass finds nearly the same five, and their similarities are exact."""
    monkeypatch.setattr(nearest, "EXACT_MAXIMUM", 1_000)
    table = table_of(3_000, 512)
    keys = [f"v{n}" for n in range(3_000)]
    same = 0
    for seed in range(20):
        near = np.frombuffer(unit(seed, 512), dtype="<f4") + np.frombuffer(
            unit(90_000 + seed, 512), dtype="<f4"
        )
        query = (near / np.linalg.norm(near)).astype("<f4").tobytes()
        same += best(table, query, keys, 5) == exact(query, keys)[:5]
    assert same >= 19
    put(table, new=unit(123_456, 512))
    assert best(table, unit(123_456, 512), [*keys, "new"], 1) == ["new"]


@pytest.mark.parametrize("dimension", [8, 64, 65, 512])
def test_any_length_of_vector(dimension, monkeypatch):
    """The signs are packed into whole words whatever the length is."""
    monkeypatch.setattr(nearest, "EXACT_MAXIMUM", 0)
    monkeypatch.setattr(nearest, "RESCORED", 10)
    table = table_of(50, dimension)
    assert best(table, unit(9, dimension), [f"v{n}" for n in range(50)], 1) == ["v9"]
