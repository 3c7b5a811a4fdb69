"""What was left beside the store: spools, and journals of the time before them."""

from __future__ import annotations

import json
import os
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.episodes.episode_samples import an_episode, ids_of, put
from underdraft.memory.db.spool import Spool, SpoolEntry
from underdraft.memory.episodes import operations
from underdraft.memory.episodes.left_behind import OldJournal, adopt, left_behind


def line(number, operation):
    """An entry as the journals had it."""
    body = f"{number} {json.dumps(operation, ensure_ascii=False, separators=(',', ':'))}".encode()
    return b"%08x %b\n" % (zlib.crc32(body), body)


def journal(store, *episodes, name="j1"):
    """A journal with the recording of some episodes, held by nobody."""
    path = store.with_name(f"{store.name}.episodes-{name}.jsonl")
    path.write_bytes(b"".join(line(n, operations.record(e)) for n, e in enumerate(episodes, start=1)))
    return path


@pytest.mark.file_only("a journal beside a file, of an early version")
def test_an_old_journal_is_written_once_and_removed(open_here, tmp_path):
    """The next query finds what the version before could not write."""
    store = tmp_path / "u.db"
    journal(store, an_episode(1), an_episode(2))
    service = open_here()
    service.query("novel")
    assert service.flush(20)
    assert ids_of(service) == ["e-00001", "e-00002"]
    assert left_behind(store) == []


@pytest.mark.file_only("a journal beside a file, of an early version")
def test_an_old_journal_that_was_written_in_part_goes_on_there(open_here, tmp_path):
    """What the store has of it already brings back nothing that was forgotten meanwhile."""
    store = tmp_path / "u.db"
    service = open_here()
    service._applier.write("j1", [SpoolEntry(1, operations.record(an_episode(1)))])
    service.stored.forget("e-00001", "novel")
    journal(store, an_episode(1), an_episode(2))
    service.writer.drain()
    assert service.flush(20)
    assert ids_of(service) == ["e-00002"]


@pytest.mark.file_only("a journal beside a file, of an early version")
@pytest.mark.skipif(os.name != "posix", reason="the lock is POSIX's")
def test_an_old_journal_that_is_held_is_left_alone(open_here, tmp_path):
    """A process of the version before is still writing it."""
    import fcntl

    path = journal(tmp_path / "u.db", an_episode(1))
    service = open_here()
    with path.open("rb") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        put(service, an_episode(2))
        assert ids_of(service) == ["e-00002"]
    service.writer.drain()
    assert service.flush(20)
    assert ids_of(service) == ["e-00002", "e-00001"]


@given(cut=st.integers(1, 200), flip=st.integers(0, 199))
def test_a_torn_or_damaged_line_is_left_out(cut, flip, tmp_path_factory):
    """The file cut anywhere, or one byte changed: the other entries are read, no wrong one is."""
    path = tmp_path_factory.mktemp("j") / "u.db.episodes-j.jsonl"
    good = [{"id": f"episode {n}", "n": n} for n in range(4)]
    whole = b"".join(line(n, operation) for n, operation in enumerate(good, start=1))

    def read_from(content):
        path.write_bytes(content)
        left = adopt(path)
        entries = [(entry.number, entry.operation) for entry in left.entries()]
        left.close(empty=False)
        return entries

    torn = read_from(whole[: len(whole) - min(cut, len(whole))])
    assert torn == list(enumerate(good, start=1))[: len(torn)]
    damaged = bytearray(whole)
    damaged[flip % len(whole)] ^= 0x41
    found = [operation for _, operation in read_from(bytes(damaged))]
    assert len(found) >= 2
    assert all(operation in good for operation in found)


@given(content=st.binary(max_size=60))
def test_rubbish_is_no_entry(content, tmp_path_factory):
    """Random bytes give no entry, and never raise."""
    path = tmp_path_factory.mktemp("j") / "u.db.episodes-j.jsonl"
    path.write_bytes(content)
    left = OldJournal.adopt(path)
    assert left.entries() == []
    left.close(empty=True)
    assert not path.exists()


def test_both_kinds_are_found_the_older_first(tmp_path):
    """Journals come before spools; other files beside the store are none of both."""
    store = tmp_path / "u.db"
    spool = Spool.create(store, "s")
    spool.add({"n": 1})
    (tmp_path / "u.db.bak-0001").touch()
    (tmp_path / "other.db.spool-s.db").touch()
    old = journal(store)
    assert left_behind(store) == [old, spool.path]
    spool.close(empty=True)
