"""Transactions, URLs, threads, connections."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.memory.db.database import store_path
from underdraft.testing import FakeModel


def test_a_failed_write_changes_nothing(tmp_path):
    """What was written before an exception is undone, and the exception comes through as it is."""
    database = open_database(tmp_path / "u.db")

    def fail():
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', 'x')")
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
            writer.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', 'x')")
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
                    connection.exec_driver_sql(
                        "INSERT INTO blob (sha256, text) VALUES (?, 'x')", (f"{number}-{n}",)
                    )
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


@pytest.mark.parametrize("place", ["", ":memory:", "a\0b.db", "sqlite:///a\0b.db", "sqlite:////:memory:\0"])
def test_a_place_that_is_no_file_is_refused(place):
    """Each connection to memory would be a store of its own, and no system takes a NUL."""
    with pytest.raises(StoreError) as raised:
        open_database(place)
    assert raised.value.details == {"reason": "unsupported_url"}


def test_writers_of_a_process_wait_in_a_line(tmp_path):
    """Also those of several stores over one file, and longer than SQLite would wait."""
    stores = [open_database(tmp_path / "u.db", busy_timeout_ms=20) for _ in range(4)]
    stores[0].prepare()
    faults = []

    def write(store):
        try:
            for _ in range(10):
                with store.write() as connection:
                    connection.exec_driver_sql("SELECT 1")
                    time.sleep(0.005)
        except StoreError as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert faults == []
    for store in stores:
        store.close()


def test_a_store_in_memory_is_refused(underdraft_workspace):
    """``:memory:`` is no store: the error says what is expected, and it is no unexpected fault."""
    error = underdraft_workspace(store=":memory:").invoke_sync("memory:list", {})["error"]
    assert error["code"] == "DB_ERROR"
    assert "sqlite:///" in error["message"]


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let an open file be deleted")
@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_is_gone_takes_no_write(tmp_path, how):
    """A write into a file that was deleted or replaced while it was open is refused; opened anew, the store works."""
    path = tmp_path / "u.db"
    database = open_database(path)
    database.prepare()
    path.rename(tmp_path / "old.db")
    if how == "replaced":
        open_database(path).prepare()
    for _ in range(2):
        with pytest.raises(StoreError, match="deleted or replaced") as raised, database.write():
            raise AssertionError("it was written")
        assert raised.value.details == {"reason": "replaced"}
    with pytest.raises(StoreError):
        database.compact()
    database.close()
    again = open_database(path)
    with again.write() as connection:
        connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES ('a', 'x')")
    again.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows does not let an open file be deleted")
def test_a_run_keeps_its_reply_when_the_store_is_deleted(underdraft_workspace, tmp_path):
    """It says that it is not recorded, waits beside the place of the store, and is there once that is opened anew."""
    options = {"plugins": [FakeModel("他敲了钟。")], "model": "fake", "embedder": "none"}
    with underdraft_workspace(**options) as ws:
        ws.run_sync("polish", document="a")
        for file in ws.store.database.files():
            if "spool" not in file.name:
                file.unlink()
        run = ws.run_sync("polish", document="a")
        assert run.text == "他敲了钟。"
        assert any("deleted or replaced" in warning for warning in run.warnings)
        answer = ws.invoke_sync("memory:create", {"type": "note", "scope": "global", "content": "x"})
        assert answer["error"]["code"] == "DB_ERROR"
    with underdraft_workspace(**options) as ws:
        ws.store.settle()
        assert [item.id for item in ws.store.runs.list(everywhere=True).items] == [run.id]
