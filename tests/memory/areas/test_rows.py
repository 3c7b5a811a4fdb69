"""Rows of a table, as they are copied."""

from __future__ import annotations

from underdraft.memory.areas.rows import TableRows
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.db.schema.settings import SETTING


def test_rows_come_in_the_order_of_their_keys(database):
    """In portions that follow each other, and as they were written."""
    part = TableRows(SETTING)
    with database.write() as connection:
        part.write(connection, [(key, "1", "2026") for key in "cab"])
        first = part.read(connection, None, 2)
        assert [key for key, _ in first] == [("a",), ("b",)]
        assert part.read(connection, first[-1][0], 2) == [(("c",), ("c", "1", "2026"))]
        assert part.count(connection) == 3
        part.empty(connection)
        assert part.count(connection) == 0


def test_what_is_added_later_follows(database):
    """After rows that brought their numbers a new one gets the next."""
    part = TableRows(RUN)
    values = {c.key: "x" for c in RUN.c} | {"privacy": False, "seq": 7}
    with database.write() as connection:
        part.write(connection, [tuple(values.values())])
        part.finish(connection)
        later = {**values, "id": "y"}
        later.pop("seq")
        (seq,) = connection.execute(RUN.insert().values(later)).inserted_primary_key
        assert seq > 7  # a server counts on for all who have a store there


def test_keys_of_two_columns(database):
    """Are compared together."""
    part = TableRows(RUN_SOURCE)
    values = {c.key: "x" for c in RUN.c} | {"privacy": False, "seq": 1}
    with database.write() as connection:
        connection.execute(RUN.insert().values(values))
        part.write(connection, [(1, "a"), (1, "b")])
        assert [key for key, _ in part.read(connection, (1, "a"), 9)] == [(1, "b")]
