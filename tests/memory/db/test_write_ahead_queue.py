"""The spool: whole operations only, one owner, numbers that go on, nothing left of what was cleared."""

from __future__ import annotations

import logging
import os
import shutil
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import StoreError
from underdraft.memory.db.write_ahead_queue import Spool, left_behind

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def spool(tmp_path):
    """A fresh spool."""
    made = Spool.create(tmp_path / "u.db", "s1")
    yield made
    made.close(empty=True)


def wal_of(path):
    """The log beside a spool."""
    return path.with_name(f"{path.name}-wal")


def as_after_a_crash(spool, folder):
    """The spool's files as they are now, in another folder, held by nobody."""
    folder.mkdir(exist_ok=True)
    for file in (spool.path, wal_of(spool.path)):
        if file.exists():
            shutil.copy(file, folder / file.name)
    return folder / spool.path.name


def reread(path):
    """The operations of a file that nobody holds."""
    adopted = Spool.adopt(path)
    if adopted is None:
        return []
    operations = [entry.operation for entry in adopted.entries()]
    adopted.close(empty=False)
    return operations


@given(operation=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), json_values, max_size=4))
def test_any_json_survives(operation, tmp_path_factory):
    """Whatever an operation holds, it comes back equal, in its place, with numbers from 1."""
    made = Spool.create(tmp_path_factory.mktemp("s") / "u.db", "s")
    assert [made.add(operation), made.add({"after": 1})] == [1, 2]
    assert [(e.number, e.operation) for e in made.entries()] == [(1, operation), (2, {"after": 1})]
    made.close(empty=True)


@given(cut=st.integers(0, 30_000), flip=st.integers(0, 30_000))
def test_a_torn_or_damaged_log_gives_no_wrong_operation(cut, flip, tmp_path_factory):
    """The log cut anywhere, or one byte changed: what comes before is read, and nothing else."""
    folder = tmp_path_factory.mktemp("s")
    made = Spool.create(folder / "u.db", "s")
    good = [{"id": f"episode {n}", "text": "雾" * 900} for n in range(4)]
    for operation in good:
        made.add(operation)
    torn, changed = (as_after_a_crash(made, folder / name) for name in ("torn", "changed"))
    made.close(empty=True)
    whole = wal_of(torn).read_bytes()
    wal_of(torn).write_bytes(whole[: len(whole) - cut % len(whole)])
    damaged = bytearray(whole)
    damaged[flip % len(whole)] ^= 0x41
    wal_of(changed).write_bytes(bytes(damaged))
    for path in (torn, changed):
        found = reread(path)
        assert found == good[: len(found)]


def test_what_was_synced_needs_no_log(spool, tmp_path):
    """After ``sync`` the file itself holds everything, whatever becomes of what was added later."""
    spool.add({"n": 1})
    spool.sync()
    spool.add({"n": 2})
    left = as_after_a_crash(spool, tmp_path / "crash")
    wal_of(left).unlink()
    assert reread(left) == [{"n": 1}]


def test_only_one_may_hold_it(spool, tmp_path):
    """A spool that is open cannot be adopted; a closed one can, once."""
    assert left_behind(tmp_path / "u.db") == [spool.path]
    assert Spool.adopt(spool.path) is None
    other = Spool.create(tmp_path / "u.db", "s2")
    other.add({"n": 1})
    other.close(empty=False)
    taken = Spool.adopt(other.path)
    assert taken.id == "s2"
    assert [e.number for e in taken.entries()] == [1]
    assert Spool.adopt(other.path) is None
    taken.close(empty=True)
    assert Spool.adopt(other.path) is None
    assert left_behind(tmp_path / "u.db") == [spool.path]


def test_numbers_go_on_after_clearing(spool):
    """A cleared spool never gives a number twice: the store counts on that."""
    spool.add({"n": 1})
    spool.clear()
    assert spool.entries() == []
    assert spool.add({"n": 2}) == 2
    assert [e.number for e in spool.entries()] == [2]


def test_nothing_is_left_of_what_was_cleared(spool, tmp_path):
    """No file holds a word of it, synced or not."""
    for _ in range(3):
        spool.add({"text": "林素的秘密" * 500})
        spool.sync()
        spool.add({"text": "林素的秘密" * 500})
        spool.clear()
    left = as_after_a_crash(spool, tmp_path / "crash")
    assert not any("林素".encode() in file.read_bytes() for file in left.parent.iterdir())


def test_a_full_disk_leaves_no_half_operation(spool):
    """A write that finds no room is taken back and reported; with room again the next one is whole."""
    spool.add({"n": 1})
    spool._connection.execute("PRAGMA max_page_count = 3")
    with pytest.raises(StoreError) as failure:
        spool.add({"n": 2, "text": "雾" * 10_000})
    assert failure.value.details["reason"] == "disk_full"
    spool._connection.execute("PRAGMA max_page_count = 1000")
    assert spool.add({"n": 3}) == 2
    assert [e.operation for e in spool.entries()] == [{"n": 1}, {"n": 3}]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_only_its_owner_may_read_it(spool):
    """It holds the writer's words, and so does its log."""
    spool.add({"n": 1})
    assert {stat.S_IMODE(file.stat().st_mode) for file in (spool.path, wal_of(spool.path))} == {0o600}


@given(content=st.binary(min_size=1, max_size=200))
def test_rubbish_holds_no_operation(content, tmp_path_factory):
    """A file that is no database never raises; it is removed with a log line, or taken for an empty one."""
    path = tmp_path_factory.mktemp("s") / "u.db.spool-s.db"
    path.write_bytes(content)
    assert reread(path) == []
    assert not path.exists() or reread(path) == []


def test_what_is_damaged_is_left_out(spool, tmp_path, caplog):
    """An operation that is no JSON any more ends the list, with a log line."""
    spool.add({"n": 1})
    spool.add({"n": 2})
    spool._connection.execute("UPDATE operation SET payload = '{' WHERE number = 2")
    with caplog.at_level(logging.WARNING, "underdraft.memory"):
        assert [e.operation for e in spool.entries()] == [{"n": 1}]
    assert any("damaged" in record.message for record in caplog.records)
