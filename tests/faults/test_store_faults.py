"""What happens to the store when the world goes wrong, for real: locks, rights, room, damage, death."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest

from memory.area_samples import purge
from memory.service_samples import LetterEmbedder, close, open_service, settings_of
from memory.store_workers import hold_lock, write_and_say, write_as_nobody, write_without_room
from processes import CONTEXT, answers, start
from soundness import integrity
from underdraft.errors import StoreError
from underdraft.memory.settings import update_settings


def in_process(function, *arguments):
    """Run the function in a process of its own and give what it puts into its queue."""
    results = CONTEXT.Queue()
    (answer,) = answers(results, start(function, *arguments, results))
    return answer


def whole(path):
    """Whether SQLite finds the file in order."""
    return integrity(path) == "ok"


@pytest.mark.long
@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
def test_a_lock_held_by_another_process_is_a_clear_error_and_passes(tmp_path):
    """Writing waits, then DB_ERROR "locked", nothing changed; reading goes on; after the lock all works."""
    path = tmp_path / "u.db"
    service = open_service(path, busy_timeout_ms=150)
    kept = service.items.create(type="preference", scope="global", content="偏好短句")
    held, release = CONTEXT.Event(), CONTEXT.Event()
    holder = start(hold_lock, path, held, release)
    assert held.wait(60)
    begin = time.monotonic()
    for write in (
        lambda: service.items.create(type="note", scope="global", content="x"),
        lambda: service.items.delete(kept.id),
        lambda: update_settings(service.database, {"injectionEnabled": False}),
    ):
        with pytest.raises(StoreError) as raised:
            write()
        assert raised.value.code == "DB_ERROR"
        assert raised.value.details == {"reason": "locked"}
    assert time.monotonic() - begin > 0.4
    assert [i.id for i in service.preview_injection(None).items] == [kept.id]
    assert settings_of(service.database)["injectionEnabled"] is True
    release.set()
    holder.join()
    service.items.create(type="note", scope="global", content="x")
    assert len(service.items.list().items) == 2
    close(service)


@pytest.fixture
def open_folder():
    """A folder that other users may enter and write, as pytest's own may not be."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
def test_a_file_that_may_only_be_read_is_read(open_folder):
    """Without the right to write: previews work, a write is DB_ERROR "read_only"."""
    path = open_folder / "u.db"
    service = open_service(path)
    service.items.create(type="preference", scope="global", content="偏好短句")
    service.database.place.checkpoint()
    close(service)
    path.chmod(0o444)
    answer = in_process(write_as_nobody, path)
    assert answer.get("items") == ["偏好短句"], answer
    assert answer["fault"][0] == "DB_ERROR"
    assert answer["fault"][1] == {"reason": "read_only"}
    assert str(open_folder) not in answer["fault"][2]


@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
def test_no_room_left_is_a_clear_error_and_loses_nothing(tmp_path):
    """Under a file size limit a write fails with DB_ERROR; all acknowledged memories are there afterwards."""
    path = tmp_path / "u.db"
    answer = in_process(write_without_room, path)
    code, details, message = answer["fault"]
    assert code == "DB_ERROR"
    assert details["reason"] in {"disk_full", "io_error"}
    assert "disk" in message
    assert answer["seen"] == answer["kept"] > 5
    assert answer["settings"] == "DB_ERROR"
    assert whole(path)


@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
@pytest.mark.parametrize("damage", ["rubbish", "page", "cut"])
def test_a_damaged_file_is_a_clear_error(tmp_path, damage):
    """Not a database, a broken page, a cut file: DB_ERROR, no crash, the file is not written over."""
    path = tmp_path / "u.db"
    service = open_service(path)
    for n in range(50):
        service.items.create(type="note", scope="global", content=f"{n} " * 300)
    service.database.place.checkpoint()
    close(service)
    raw = bytearray(path.read_bytes())
    if damage == "rubbish":
        raw = bytearray(b"this is no database " * 500)
    elif damage == "page":
        for start in range(4096, len(raw), 4096):
            raw[start : start + 64] = b"\xff" * 64
    else:
        raw = raw[: len(raw) // 3]
    path.write_bytes(raw)
    service = open_service(path)
    for _ in range(2):
        with pytest.raises(StoreError) as raised:
            service.preview_injection(None)
        assert raised.value.details["reason"] in {"corrupt", "io_error"}
        assert str(tmp_path) not in raised.value.message
    close(service)
    assert path.read_bytes() == bytes(raw)


@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
@pytest.mark.migrates
def test_a_store_heals_when_its_cause_is_gone(tmp_path):
    """A damaged file put back from a copy is used again by the same open service."""
    path = tmp_path / "u.db"
    good = open_service(path)
    good.items.create(type="note", scope="global", content="back again")
    good.database.place.checkpoint()
    close(good)
    copy = path.read_bytes()
    path.write_bytes(b"rubbish" * 1000)
    service = open_service(path)
    with pytest.raises(StoreError):
        service.preview_injection(None)
    path.write_bytes(copy)
    assert [i.content for i in service.preview_injection(None).items] == ["back again"]
    close(service)


def test_a_purge_without_room_still_purges(tmp_path, monkeypatch):
    """When the log cannot be cut the memory is gone all the same, and the answer says what is left to do."""
    service = open_service(tmp_path / "u.db")
    item = service.items.create(type="note", scope="global", content="x")

    def full(_):
        raise StoreError("the disk is full", details={"reason": "disk_full"})

    with monkeypatch.context() as without_room:
        without_room.setattr(type(service.database.place), "checkpoint", full)
        done = purge(service.database, item_id=item.id)
    assert (done.purged, done.complete) == (1, False)
    assert service.items.list(include_deleted=True).items == ()
    close(service)


@pytest.mark.file_only("a file's own faults; test_server_faults.py has the server's")
def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path):
    """A file in the place of the store's folder: DB_ERROR, and when it is gone the store opens."""
    (tmp_path / "folder").write_text("in the way")
    service = open_service(tmp_path / "folder" / "u.db")
    with pytest.raises(StoreError) as raised:
        service.items.list()
    assert raised.value.details == {"reason": "cannot_open"}
    (tmp_path / "folder").unlink()
    assert service.items.list().items == ()
    close(service)


@pytest.mark.parametrize("after", [40, 250])
def test_death_in_the_middle_of_a_thousand_writes_loses_nothing_acknowledged(tmp_path, after):
    """Killed with -9 while 1,000 memories are written: each acknowledged one is there, whole, with revision and index."""
    path, said = tmp_path / "u.db", tmp_path / "said"
    said.touch()
    worker = start(write_and_say, path, said)
    deadline = time.monotonic() + 60
    while said.read_bytes().count(b"\n") < after and time.monotonic() < deadline:
        assert worker.is_alive()
        time.sleep(0.002)
    worker.kill()
    worker.join()
    acknowledged = said.read_text().split()
    assert after <= len(acknowledged) < 1_000
    assert whole(path)
    service = open_service(path, LetterEmbedder())
    stored, cursor = set(), None
    while True:
        page = service.items.list(limit=1000, cursor=cursor)
        stored |= {i.id for i in page.items}
        cursor = page.next_cursor
        if cursor is None:
            break
    assert set(acknowledged) <= stored
    assert len(stored) - len(acknowledged) <= 1
    with service.database.read() as connection:
        counts = [
            connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar()
            for table in ("memory_item", "memory_revision", "record_words")
        ]
    assert counts == [len(stored)] * 3
    assert service.indexer.wait(30)
    close(service)
