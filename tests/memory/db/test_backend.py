"""What a place has beside itself on this machine."""

from __future__ import annotations

import pytest

from memory.store_samples import open_database

pytestmark = pytest.mark.file_only("what lies beside a file")


def test_copies_beside_a_store_are_its_files_and_can_be_removed(tmp_path):
    """Another store's are left alone; folders are no files, and one in a copy's place is said to be left."""
    place = open_database(tmp_path / "u.db").place
    for name in ("u.db.bak-0021", "u.db-wal", "other.db.bak-0021"):
        (tmp_path / name).touch()
    assert [path.name for path in place.files()] == ["u.db-wal", "u.db.bak-0021"]
    assert place.remove_copies()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db.bak-0021", "u.db-wal"]
    (tmp_path / "u.db.bak-0022").mkdir()
    assert not place.remove_copies()


def test_a_file_has_no_turns(database):
    """Whoever asks does the work."""
    with database.work_turn("jobs") as first, database.work_turn("jobs") as second:
        assert first
        assert second
