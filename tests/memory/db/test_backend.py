"""What a place has beside itself on this machine."""

from __future__ import annotations

import pytest

from memory.store_samples import open_database

pytestmark = pytest.mark.file_only("what lies beside a file")


def test_copies_beside_a_store_can_be_removed(tmp_path):
    """Another store's are left alone; a folder in a copy's place is said to be left."""
    place = open_database(tmp_path / "u.db").place
    for name in ("u.db.bak-0021", "u.db-wal", "other.db.bak-0021"):
        (tmp_path / name).touch()
    assert place.remove_copies()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db.bak-0021", "u.db-wal"]
    (tmp_path / "u.db.bak-0022").mkdir()
    assert not place.remove_copies()
