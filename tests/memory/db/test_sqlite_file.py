"""A store in one file: a line of writers, and a file that is gone."""

from __future__ import annotations

import os
import threading
import time

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.testing import FakeModel

pytestmark = pytest.mark.file_only("what only a file does")


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
