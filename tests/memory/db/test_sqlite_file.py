"""A store in one file: a line of writers, and a file that is gone."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.store_samples import open_database
from traces import files_of
from underdraft import Workspace
from underdraft.errors import StoreError
from underdraft.memory.db.sqlite_file import make_file
from underdraft.testing import FakeModel

pytestmark = pytest.mark.file_only("what only a file does")


@pytest.mark.skipif(
    os.name == "nt", reason="Windows keeps permissions in access lists, which st_mode does not show"
)
def test_a_new_file_is_its_owners_alone(tmp_path):
    """One that is there already keeps its mode."""
    path = tmp_path / "new" / "u.db"
    make_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    make_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_compacting_gives_free_pages_back(tmp_path):
    """What was removed leaves the file."""
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        for n in range(200):
            connection.exec_driver_sql("INSERT INTO blob (sha256, text) VALUES (?, ?)", (str(n), "x" * 5_000))
    with database.write() as connection:
        connection.exec_driver_sql("DELETE FROM blob")
    database.place.checkpoint()
    before = database.place.path.stat().st_size
    database.place.compact()
    database.place.checkpoint()
    assert database.place.path.stat().st_size < before / 2
    database.close()


def test_writers_of_a_process_wait_in_a_line(tmp_path):
    """Also those of several stores over one file, and longer than SQLite would wait."""
    stores = [open_database(tmp_path / "u.db", busy_timeout_ms=20) for _ in range(4)]
    stores[0].prepare()

    def write(store):
        for _ in range(10):
            with store.write() as connection:
                connection.exec_driver_sql("SELECT 1")
                time.sleep(0.005)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, stores))
    for store in stores:
        store.close()


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
        database.place.compact()
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
        for file in files_of(ws.store.database):
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


links = pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")
PROJECT = 'store = "project"\nembedder = "none"\n[project]\nid = "p"\n'


def foreign_database(path, *, wal=False, crashed=False):
    """Another application's database, and what all files of its folder hold."""
    made = f"""
import os, sqlite3
link = sqlite3.connect({str(path)!r})
link.execute("PRAGMA journal_mode = {"WAL" if wal else "DELETE"}")
link.execute("CREATE TABLE alembic_version (version_num TEXT)")
link.execute("CREATE TABLE bookmark (url TEXT)")
link.commit()
{"os._exit(0)" if crashed else "link.close()"}
"""
    subprocess.run([sys.executable, "-c", made], check=True)
    return everything(path.parent)


def everything(folder):
    """All files of a folder with their content; the index of a log is only a note for readers."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file() and not p.name.endswith("-shm")}


@pytest.mark.parametrize(("wal", "crashed"), [(False, False), (True, False), (True, True)])
def test_another_applications_database_is_left_alone(tmp_path, wal, crashed):
    """A file with foreign tables is refused by name, each time, and not a byte of it or beside it changes."""
    before = foreign_database(tmp_path / "places.sqlite", wal=wal, crashed=crashed)
    with Workspace.open(tmp_path, store=tmp_path / "places.sqlite") as workspace:
        for channel in ("memory:list", "memory:create", "memory:list"):
            payload = {"type": "note", "scope": "global", "content": "x"} if "create" in channel else {}
            error = workspace.invoke_sync(channel, payload)["error"]
            assert (error["code"], error["details"]["reason"]) == ("DB_ERROR", "foreign")
            assert error["message"].startswith("places.sqlite: this database belongs to another application")
    assert everything(tmp_path) == before


@links
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", ".spool-1.db", ".spool-1.db-wal"])
@pytest.mark.parametrize("target", ["places.sqlite", "nothing"])
def test_a_projects_store_is_no_link(tmp_path, suffix, target):
    """A stranger's folder cannot have its store, or a file that SQLite keeps beside it, written elsewhere."""
    (tmp_path / "app").mkdir()
    before = foreign_database(tmp_path / "app" / "places.sqlite")
    folder = tmp_path / "novel" / ".underdraft"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(PROJECT, encoding="utf-8")
    (folder / f"underdraft.db{suffix}").symlink_to(tmp_path / "app" / target)
    with Workspace.open(tmp_path / "novel", model="offline") as workspace:
        error = workspace.invoke_sync("memory:list", {})["error"]
        record = workspace.run_sync("polish", document="The bell rang.", selection=(0, 3))
    assert (error["code"], error["details"]["reason"]) == ("DB_ERROR", "cannot_open")
    assert "no link" in error["message"]
    assert str(tmp_path) not in error["message"]
    assert any("store" in warning for warning in record.warnings)
    assert everything(tmp_path / "app") == before


@links
def test_the_callers_own_store_may_be_a_link(tmp_path):
    """What the caller names is the caller's: a link to a store is opened; a loop of links is an error that says so."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db") as workspace:
        assert workspace.invoke_sync("memory:list", {})["ok"]
    (tmp_path / "link.db").symlink_to("u.db")
    (tmp_path / "loop.db").symlink_to("loop.db")
    with Workspace.open(tmp_path, store=tmp_path / "link.db") as workspace:
        assert workspace.invoke_sync("memory:list", {})["ok"]
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text('[project]\nid = "p"\n', encoding="utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "loop.db", model="offline") as workspace:
        error = workspace.invoke_sync("memory:list", {})["error"]
        assert workspace.run_sync("polish", document="The bell rang.", selection=(0, 3)).texts
    assert error["code"] == "DB_ERROR"


def test_copies_beside_a_store_can_be_removed(tmp_path):
    """Another store's are left alone; a folder in a copy's place is said to be left."""
    place = open_database(tmp_path / "u.db").place
    for name in ("u.db.bak-0021", "u.db-wal", "other.db.bak-0021"):
        (tmp_path / name).touch()
    assert place.remove_copies()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db.bak-0021", "u.db-wal"]
    (tmp_path / "u.db.bak-0022").mkdir()
    assert not place.remove_copies()
