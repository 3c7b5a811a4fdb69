"""A file that a stranger has written: reading it ends, and its rows are as they are declared."""

from __future__ import annotations

import json
import time

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.soundness import LEVELS, is_json, limited_engine, other_schema, other_value

pytestmark = pytest.mark.file_only("a stranger's store is a file")


def test_a_new_store_is_as_this_version_makes_it(tmp_path):
    """Neither its schema nor, with a vector and a setting in it, a value is another one."""
    with open_database(tmp_path / "u.db").write() as connection:
        connection.exec_driver_sql("INSERT INTO embedding VALUES (1, 'm', 2, 'h', x'00000000')")
        connection.exec_driver_sql("INSERT INTO setting VALUES ('a', '[1]', '')")
        assert other_schema(connection) is None
        assert other_value(connection, metadata().sorted_tables) is None


def test_reading_without_end_is_broken_off(tmp_path):
    """A query that goes on for ever is the file's damage after some tenths of a second."""
    (tmp_path / "u.db").touch()
    engine = limited_engine(tmp_path / "u.db")
    began = time.process_time()
    with pytest.raises(StoreError) as raised, translated("read"), engine.connect() as connection:
        connection.exec_driver_sql(
            "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT max(n) FROM x"
        )
    assert raised.value.details == {"reason": "corrupt"}
    assert time.process_time() - began < 5
    engine.dispose()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (json.dumps({"a": ["[" * 999, None]}), True),
        ("[" * LEVELS + "]" * LEVELS, True),
        ("[" * (LEVELS + 1) + "]" * (LEVELS + 1), False),
        ("[" * 100_000, False),
        ("{", False),
        ("", False),
    ],
)
def test_json_is_no_deeper_than_it_can_be_read(text, right):
    """Brackets within a text are none; what is nested too deep for Python is refused as what is no JSON."""
    assert is_json(text) is right
