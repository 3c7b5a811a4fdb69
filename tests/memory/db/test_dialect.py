"""One dialect, two folders: what the functions say, and that nobody else says it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import Column, Index, MetaData, String, Table, UniqueConstraint, bindparam, select

import underdraft
from memory.store_samples import open_database
from traces import columns_by_table
from underdraft.memory.db import dialect

pytestmark = pytest.mark.own_database

PACKAGE = Path(underdraft.__file__).parent
HOME = ("memory/db/", "memory/index/")

WORDS = re.compile(
    r"""(?i:sqlite | pragma | rowid | exec_driver_sql | sqlalchemy\.dialects | vacuum | julianday | strftime
    | \bjson_(each|extract) | \bvec_\w | \binstr\b | on_conflict_do | prefix_with)
    | \bOR\ (IGNORE|REPLACE)\b | \bON\ CONFLICT\b | \bGLOB\b | \bMATCH\b | \bCAST\( | MATERIALIZED
    | \bfunc\.max\(\s*[0-9]""",
    re.VERBOSE,
)

SHOWN = {"types/memory.py": "SQLITE_VEC_UNAVAILABLE"}
"""Codes that an application sees, where they are documented."""

TABLE = Table("t", MetaData(), Column("a", String), Column("b", String), UniqueConstraint("a"))


def sources():
    """Path and text of every module outside the two folders."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(HOME):
            yield name, path.read_text("utf-8").replace(SHOWN.get(name, "\0"), "")


@pytest.mark.long
def test_only_two_folders_name_a_dialect():
    """Another database would be a matter of ``memory/db`` and ``memory/index`` alone."""
    found = [
        f"{name}:{text.count(chr(10), 0, word.start()) + 1}: {word[0]}"
        for name, text in sources()
        for word in WORDS.finditer(text)
    ]
    assert not found


def test_the_search_for_a_dialect_sees_it():
    """The two folders are full of what the test above looks for, and every listed exception is one."""
    assert WORDS.search((PACKAGE / "memory/db/dialect.py").read_text("utf-8"))
    assert WORDS.search((PACKAGE / "memory/index/postings.py").read_text("utf-8"))
    for name, phrase in SHOWN.items():
        assert phrase in (PACKAGE / name).read_text("utf-8")


@pytest.fixture
def connection(tmp_path):
    """A connection to a store with a small table more."""
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        TABLE.create(connection)
        yield connection
    database.close()


def test_rows_that_are_there_stay(connection):
    """What has the same unique value is left as it is, the others come in."""
    dialect.insert_missing(connection, TABLE, [{"a": "1", "b": "old"}])
    dialect.insert_missing(connection, TABLE, [{"a": "1", "b": "new"}, {"a": "2", "b": "new"}])
    assert connection.execute(select(TABLE).order_by(TABLE.c.a)).all() == [("1", "old"), ("2", "new")]


@pytest.mark.both_stores
def test_the_driver_gives_the_same_rows(connection):
    """With values that the query has itself, those that are bound, and a JSON array; of a short query, too."""
    dialect.insert_missing(connection, TABLE, [{"a": f"{n}", "b": "x" if n % 2 else "灯"} for n in range(9)])
    asked = {"wanted": json.dumps(["1", "2", "3", "4"]), "least": "2"}
    query = select(TABLE.c.b, TABLE.c.a).where(
        dialect.in_json(TABLE.c.a, "wanted"), TABLE.c.b == "x", TABLE.c.a >= bindparam("least")
    )
    assert [tuple(row) for row in dialect.plain_rows(connection, query, asked)] == [("x", "3")]
    assert [tuple(row) for row in dialect.plain_rows(connection, select(TABLE.c.b).limit(1))] == [("灯",)]


def test_a_text_is_found_letter_by_letter(connection):
    """Neither case nor wildcards count, in any of the columns; null holds nothing."""
    rows = [{"a": "1", "b": "A%b_c"}, {"a": "2", "b": "a%B_C"}, {"a": "3", "b": None}, {"a": "%b_", "b": "x"}]
    dialect.insert_missing(connection, TABLE, rows)
    found = select(TABLE.c.a).where(dialect.holds(connection, "%b_", TABLE.c.b, TABLE.c.a))
    assert sorted(connection.scalars(found)) == ["%b_", "1"]


def test_any_number_of_values(connection):
    """More values than one statement takes are selected and deleted all the same."""
    values = [f"{n:05}" for n in range(2 * dialect.VALUES_AT_ONCE + 1)]
    dialect.insert_missing(connection, TABLE, [{"a": value} for value in values])
    assert dialect.select_in(connection, select(TABLE.c.a), TABLE.c.a, values) == set(values)
    assert dialect.delete_in(connection, TABLE.c.a, [*values[1:], "none"]) == len(values) - 1
    assert connection.scalars(select(TABLE.c.a)).all() == values[:1]
    assert dialect.select_in(connection, select(TABLE.c.a), TABLE.c.a, ()) == set()


def test_one_statement_for_any_number_of_values(connection):
    """The condition holds for the values of an array that is bound later."""
    connection.execute(TABLE.insert(), [{"a": value} for value in ("x", "y", '"z')])
    found = select(TABLE.c.a).where(dialect.in_json(TABLE.c.a, "wanted")).order_by(TABLE.c.a)
    for wanted in (["y"], ['"z', "x"], []):
        assert connection.scalars(found, {"wanted": json.dumps(wanted)}).all() == wanted
    if not dialect.on_server(connection):
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {found.compile(connection.engine)}", ("[]",))
        assert plan.all()[0][3].startswith("SEARCH")


def test_a_value_or_nothing(connection):
    """``None`` is found where nothing stands, given with the condition or bound later."""
    connection.execute(TABLE.insert(), [{"a": "1", "b": "x"}, {"a": "2", "b": None}, {"a": "3", "b": ""}])
    later = select(TABLE.c.a).where(dialect.is_value(TABLE.c.b, bindparam("wanted")))
    for wanted, found in (("x", ["1"]), (None, ["2"]), ("", ["3"]), ("y", [])):
        now = select(TABLE.c.a).where(dialect.is_value(TABLE.c.b, wanted))
        assert connection.scalars(now).all() == found
        assert connection.scalars(later, {"wanted": wanted}).all() == found


def test_a_value_is_looked_up_in_an_index(connection):
    """Not all rows are gone through, for a value or for nothing."""
    rows = [{"a": f"{n}", "b": "x" if n == 1 else None if n == 2 else f"{n}"} for n in range(2_000)]
    dialect.insert_missing(connection, TABLE, rows)
    Index("ix_t_b", TABLE.c.b).create(connection)
    explain = "EXPLAIN" if dialect.on_server(connection) else "EXPLAIN QUERY PLAN"
    if dialect.on_server(connection):
        connection.exec_driver_sql("ANALYZE t")
    for wanted in ("x", None):
        found = select(TABLE.c.a).where(dialect.is_value(TABLE.c.b, bindparam("wanted")))
        said = str(found.compile(connection.engine))
        given = {"wanted": wanted} if dialect.on_server(connection) else (wanted,)
        plan = str(connection.exec_driver_sql(f"{explain} {said}", given).all())
        assert "ix_t_b" in plan
    TABLE.indexes.clear()


def test_all_tables_are_listed(connection):
    """With their columns in order."""
    columns = columns_by_table(connection)
    assert columns["t"] == ["a", "b"]
