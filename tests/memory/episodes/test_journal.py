"""The journal file: whole lines only, one owner, numbers that go on."""

from __future__ import annotations

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.episodes.journal import Journal, left_behind, parsed

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def journal(tmp_path):
    """A fresh journal."""
    made = Journal.create(tmp_path / "u.db", "j1")
    yield made
    made.close(remove=True)


def reread(path):
    """The entries of a file that nobody holds."""
    adopted = Journal.adopt(path)
    entries = [(e.number, e.operation) for e in adopted.entries()]
    adopted.close(remove=False)
    return entries


def test_entries_come_back_in_order(journal):
    """What was appended is read as it was, with numbers from 1."""
    operations = [
        {"op": "undo", "id": "甲\n乙", "at": "t"},
        {"op": "record", "id": "b", "episode": {"x": None}},
    ]
    assert [journal.append(o) for o in operations] == [1, 2]
    assert [(e.number, e.operation) for e in journal.entries()] == list(enumerate(operations, start=1))


@given(operation=st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), json_values, max_size=4))
def test_any_json_survives(operation, tmp_path_factory):
    """Whatever an operation holds, the line is one line and comes back equal."""
    made = Journal.create(tmp_path_factory.mktemp("j") / "u.db", "j")
    made.append(operation)
    made.append({"after": 1})
    assert [e.operation for e in made.entries()] == [operation, {"after": 1}]
    made.close(remove=True)


@given(cut=st.integers(1, 200), flip=st.integers(0, 199))
def test_a_torn_or_damaged_line_is_left_out(cut, flip, tmp_path_factory):
    """The file cut anywhere, or one byte changed: the other entries are read, no wrong one is."""
    store = tmp_path_factory.mktemp("j") / "u.db"
    made = Journal.create(store, "j")
    good = [{"id": f"episode {n}", "n": n} for n in range(4)]
    for operation in good:
        made.append(operation)
    path = made.path
    made.close(remove=False)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - min(cut, len(whole))])
    assert [o for _, o in reread(path)] == good[: len(reread(path))]
    damaged = bytearray(whole)
    damaged[flip % len(whole)] ^= 0x41
    path.write_bytes(bytes(damaged))
    found = [o for _, o in reread(path)]
    assert len(found) >= 2
    assert all(operation in good for operation in found)


def test_only_one_may_hold_it(journal, tmp_path):
    """A journal that is open cannot be adopted; a closed one can, once."""
    assert left_behind(tmp_path / "u.db") == [journal.path]
    assert Journal.adopt(journal.path) is None
    other = Journal.create(tmp_path / "u.db", "j2")
    path = other.path
    other.close(remove=False)
    taken = Journal.adopt(path)
    assert taken.id == "j2"
    assert Journal.adopt(path) is None
    taken.close(remove=True)
    assert Journal.adopt(path) is None


def test_numbers_go_on_after_emptying(journal):
    """An emptied journal never gives a number twice: the store counts on that."""
    journal.append({"n": 1})
    journal.clear()
    assert journal.path.stat().st_size == 0
    assert journal.append({"n": 2}) == 2
    assert [e.number for e in journal.entries()] == [2]


def test_a_full_disk_leaves_no_half_entry(journal, monkeypatch):
    """A write that stops short is taken back and reported."""
    journal.append({"n": 1})
    real = journal._file

    class Short:
        def write(self, line):
            return real.write(line[:5])

        def __getattr__(self, name):
            return getattr(real, name)

    journal._file = Short()
    with pytest.raises(OSError, match="part of an entry"):
        journal.append({"n": 2})
    journal._file = real
    assert journal.append({"n": 3}) == 2
    assert [e.operation for e in journal.entries()] == [{"n": 1}, {"n": 3}]


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_only_its_owner_may_read_it(journal):
    """It holds the writer's words."""
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600


@given(line=st.binary(max_size=60))
def test_rubbish_is_no_entry(line):
    """Random bytes never parse, and never raise."""
    assert parsed(line) is None
