"""Transactions, URLs, threads, connections."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memory.store_samples import open_database
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.database import store_path
from underdraft.memory.db.location import store_location


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


def test_a_failed_write_changes_nothing(tmp_path):
    """What was written before an exception is undone, and the exception comes through as it is."""
    database = open_database(tmp_path / "u.db")

    def fail():
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO blob VALUES ('a', 'x')")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0


def test_a_reader_sees_one_state(tmp_path):
    """A write that commits while somebody reads does not show up in the middle."""
    database = open_database(tmp_path / "u.db")
    with database.read() as reader:
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0
        with database.write() as writer:
            writer.exec_driver_sql("INSERT INTO blob VALUES ('a', 'x')")
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 0
    with database.read() as reader:
        assert reader.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 1


@pytest.mark.migrates
def test_many_threads_write_and_read(tmp_path):
    """Twelve threads, twenty writes each: none is lost, none fails."""
    database = open_database(tmp_path / "u.db")
    faults = []

    def work(number):
        try:
            for n in range(20):
                with database.write() as connection:
                    connection.exec_driver_sql("INSERT INTO blob VALUES (?, 'x')", (f"{number}-{n}",))
                with database.read() as connection:
                    connection.exec_driver_sql("SELECT count(*) FROM blob").scalar()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM blob").scalar() == 240


def test_errors_hold_no_sql_and_no_path(tmp_path):
    """A broken rule of the schema is a DB_ERROR without the statement."""
    database = open_database(tmp_path / "u.db")
    with pytest.raises(StoreError) as raised, database.write() as connection:
        connection.exec_driver_sql("INSERT INTO blob VALUES ('a', NULL)")
    assert raised.value.details == {"reason": "constraint"}
    assert "INSERT" not in raised.value.message
    assert str(tmp_path) not in raised.value.message


def test_a_closed_store_says_so(tmp_path):
    """After close, use is an error; closing twice is none."""
    database = open_database(tmp_path / "u.db")
    with database.read():
        pass
    database.close()
    database.close()
    with pytest.raises(StoreError) as raised, database.read():
        pass
    assert raised.value.details == {"reason": "closed"}


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("a/u.db", "a/u.db"),
        ("sqlite:///a/u.db", "a/u.db"),
        ("sqlite:////a/u.db", "/a/u.db"),
        ("sqlite+pysqlite:///u.db", "u.db"),
        (Path("x y.db"), "x y.db"),
    ],
)
def test_a_store_is_a_path_or_a_url(given, path):
    """Paths and sqlite URLs name a file."""
    assert store_path(given).as_posix() == path


@pytest.mark.parametrize("url", ["postgresql://host/db", "sqlite://", "sqlite:///", "http://x"])
def test_other_urls_are_refused(url):
    """Another scheme, or no file, is a clear error that does not echo the URL (it may hold a password)."""
    with pytest.raises(StoreError) as raised:
        store_path(url)
    assert raised.value.details == {"reason": "unsupported_url"}
    assert "host" not in raised.value.message


def test_where_a_store_lives(tmp_path):
    """The caller's word wins, then the project's own store, then UNDERDRAFT_HOME, then the user's data folder."""
    home = {"UNDERDRAFT_HOME": str(tmp_path)}
    assert store_location(store="x.db", configured="project", project_dir=tmp_path, environ=home) == "x.db"
    own = store_location(configured="project", project_dir=tmp_path / "n", environ=home)
    assert own == tmp_path / "n" / ".underdraft" / "underdraft.db"
    assert store_location(configured="user", project_dir=tmp_path, environ=home) == tmp_path / "underdraft.db"
    default = store_location(environ={})
    assert Path(default).name == "underdraft.db"
    assert "underdraft" in Path(default).parent.as_posix().lower()
    with pytest.raises(InvalidArgument):
        store_location(configured="cloud", project_dir=tmp_path, environ=home)


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
        "assert service.purge(item_id=item.id).complete\n"
        "close(service)\n"
    )
    tests = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tests), *sys.path])}
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment)


def test_extensions_cannot_be_loaded_by_sql(tmp_path):
    """After sqlite-vec was loaded, SQL alone can load nothing more."""
    from underdraft.memory.index import vectors

    database = open_database(tmp_path / "u.db")
    with database.read() as connection:
        vectors.load_extension(connection)
        assert connection.exec_driver_sql("SELECT vec_version()").scalar()
    with pytest.raises(StoreError), database.read() as connection:
        connection.exec_driver_sql("SELECT load_extension('x')")
