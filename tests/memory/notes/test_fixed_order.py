"""The fixed order of memories, sorted by the store, in a file and on a server alike."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.service_samples import add
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes import injection
from underdraft.memory.notes.fixed_order import in_order

pytestmark = pytest.mark.both_stores


def stored(service, rows):
    """Put memories of these ids, scopes, types and times straight into the store; their ids in the fixed order."""
    with service.database.write() as connection:
        connection.execute(MEMORY_ITEM.delete())
    made = add(service, *(f"Memory {row[0]}." for row in rows))
    with service.database.write() as connection:
        for row_id, (name, scope, kind, at) in zip(made, rows, strict=True):
            changed = {
                "id": f"{name}.",
                "scope": scope,
                "type": kind,
                "updated_at": f"2026-01-{at:02}T00:00:00.000Z",
            }
            changed["project_id"] = "novel" if scope == "project" else None
            connection.execute(MEMORY_ITEM.update().where(MEMORY_ITEM.c.id == row_id).values(**changed))
    live = MEMORY_ITEM.c.deleted_at.is_(None)
    with service.database.read() as connection:
        return [row.id.removesuffix(".") for row in connection.execute(in_order(live))]


def test_the_four_keys_in_their_order(service):
    """MS1-4.3: scope, then type, then newest first, then id."""
    wanted = [
        ("z", "project", "preference", 1),
        ("y", "project", "note", 1),
        ("n2", "global", "preference", 3),
        ("n1", "global", "preference", 2),
        ("a1", "global", "preference", 1),
        ("a2", "global", "preference", 1),
        ("f", "global", "fact", 1),
        ("n", "global", "note", 1),
        ("b", "global", "apple", 1),
        ("a", "global", "zebra", 1),
    ]
    assert stored(service, wanted[::-1]) == [row[0] for row in wanted]


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(
        st.tuples(
            st.text("aZ9_-", min_size=1, max_size=4),
            st.sampled_from(["project", "global"]),
            st.sampled_from(["preference", "fact", "note", "a", "z", "b_c", "bb"]),
            st.integers(1, 4),
        ),
        max_size=12,
        unique_by=lambda row: row[0],
    )
)
def test_any_rows_are_in_the_order_that_python_gives_them(service, rows):
    """The database sorts texts by their code points, whatever its own language is."""
    kinds = ["preference", "fact", "note"]

    def place(row):
        name, scope, kind, at = row
        rank = kinds.index(kind) if kind in kinds else len(kinds)
        return ["project", "global"].index(scope), rank, kind, -at, f"{name}."

    assert stored(service, rows) == [row[0] for row in sorted(rows, key=place)]


def test_of_very_many_the_first_are_looked_at(service, monkeypatch):
    """A run's preview reads as many as a cap could hold, and counts the others; asked for all, it lists all."""
    monkeypatch.setattr(injection, "LOOKED_AT", 5)
    add(service, *(f"Memory {number}." for number in range(9)))
    every = service.preview_injection(None, cap_tokens=50)
    some = service.preview_injection(None, cap_tokens=50, excluded_limit=1)
    assert some.items == every.items
    assert 0 < len(some.items) < 5
    assert (some.left_out, some.excluded) == (every.left_out, every.excluded[:1])
    assert (every.left_out, len(every.excluded)) == (9 - len(some.items),) * 2
    assert some.left_out_tokens == every.left_out_tokens
