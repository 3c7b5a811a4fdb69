"""The driver: what each connection is told, what errors mean, and doing without pysqlite3."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.memory.db.db_errors import store_error
from underdraft.memory.db.sqlite import driver

pytestmark = pytest.mark.file_only("SQLite's own")


@pytest.mark.migrates
def test_every_connection_is_told_the_same(tmp_path):
    """WAL, foreign keys, busy timeout, full synchronisation and secure deletion hold on each connection."""
    database = open_database(tmp_path / "u.db", busy_timeout_ms=1234)
    with database.read() as one, database.read() as other:
        for connection in (one, other):
            values = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "foreign_keys", "busy_timeout", "synchronous", "secure_delete")
            ]
            assert values == ["wal", 1, 1234, 2, 1]


def test_a_connection_holds_a_part_of_its_file(tmp_path):
    """A quarter of it, within limits: a small store takes little memory."""
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('a', ?, '')", ("x" * 5_000_000,))
        held = [connection.exec_driver_sql("PRAGMA cache_size").scalar()]
    database.place.checkpoint()
    database.at_fork()
    with database.read() as connection:
        held.append(connection.exec_driver_sql("PRAGMA cache_size").scalar())
    assert held[0] == -1_024
    assert -1_290 < held[1] < -1_200


def test_the_next_user_of_a_connection_waits_as_long_as_ever(tmp_path):
    """A write that waits for nobody leaves its connection to others that do wait."""
    database = open_database(tmp_path / "u.db", busy_timeout_ms=1234)
    waits = []
    for patient in (True, False, False, True):
        with database.write(patient=patient) as connection:
            waits.append(connection.exec_driver_sql("PRAGMA busy_timeout").scalar())
    with database.read() as connection:
        waits.append(connection.exec_driver_sql("PRAGMA busy_timeout").scalar())
    assert waits == [1234, 0, 0, 1234, 1234]


def test_errors_hold_no_sql_and_no_path(tmp_path):
    """A broken rule of the schema is a DB_ERROR without the statement."""
    database = open_database(tmp_path / "u.db")
    with pytest.raises(StoreError) as raised, database.write() as connection:
        connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', NULL)")
    assert raised.value.details == {"reason": "constraint"}
    assert "INSERT" not in raised.value.message
    assert str(tmp_path) not in raised.value.message


def test_the_standard_librarys_sqlite_will_do(tmp_path):
    """MS1-6.3: where pysqlite3 cannot be imported all works, by words where sqlite-vec cannot be loaded."""
    code = (
        "import sys; sys.modules['pysqlite3'] = None\n"
        "from pathlib import Path\n"
        "from memory.service_samples import LetterEmbedder, close, open_service\n"
        "import sqlite3\n"
        "service = open_service(Path('u.db'), LetterEmbedder())\n"
        "item = service.items.create(type='note', scope='global', content='巷口的灯笼')\n"
        "assert service.indexer.wait(10)\n"
        "can = hasattr(sqlite3.Connection, 'enable_load_extension')\n"
        "found = service.recall(None, '灯笼')\n"
        "assert [i.id for i in found.items] == [item.id]\n"
        "preview = service.preview_injection(None, None, '灯笼')\n"
        "assert (preview.mode == 'semantic') == can, preview\n"
        "assert can or preview.diagnostics.code == 'SQLITE_VEC_UNAVAILABLE'\n"
        "from memory.area_samples import purge\n"
        "assert purge(service.database, item_id=item.id).complete\n"
        "close(service)\n"
    )
    tests = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tests), *sys.path])}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)


def test_extensions_cannot_be_loaded_by_sql(database):
    """After sqlite-vec was loaded, SQL alone can load nothing more."""
    from underdraft.memory.index import vectors

    with database.read() as connection:
        vectors.load_extension(connection)
        assert connection.exec_driver_sql("SELECT vec_version()").scalar()
    with pytest.raises(StoreError), database.read() as connection:
        connection.exec_driver_sql("SELECT load_extension('x')")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("SELECT * FROM secret", "corrupt"),
        ("ATTACH '/secret/secret.db' AS other", "cannot_open"),
        ("SELECT CAST(x'ff' AS TEXT)", "corrupt"),
    ],
)
def test_an_error_is_known_by_its_code(statement, reason):
    """What the driver says has a reason, a text that cannot be decoded too, and nothing of its message gets out."""
    with closing(driver().connect(":memory:")) as link, pytest.raises(driver().Error) as found:
        link.execute(statement).fetchall()
    error = store_error(found.value, "read")
    assert error.details == {"reason": reason}
    assert error.message.startswith("the store could not be read: ")
    assert "secret" not in error.message
