"""What a file is, before it is opened as a store."""

from __future__ import annotations

import pytest

from memory.store_samples import open_database
from underdraft.errors import StoreError
from underdraft.memory.db.store_file import is_store


@pytest.mark.file_only("a server's store is no file")
def test_a_store_is_known_by_its_tables(tmp_path):
    """A text is no database, and a database without our tables is not ours."""
    database = open_database(tmp_path / "u.db")
    with database.read():
        pass
    database.close()
    (tmp_path / "text").write_text("SQLite?", encoding="utf-8")
    (tmp_path / "other.db").touch()
    assert [is_store(tmp_path / name) for name in ("u.db", "text", "other.db")] == [True, False, False]


@pytest.mark.file_only("a server's store is no file")
def test_a_schema_that_is_no_text_is_damage(tmp_path):
    """A byte of the schema's page that is no UTF-8 is DB_ERROR, although the driver's own message cannot be read."""
    path = tmp_path / "u.db"
    database = open_database(path)
    with database.read():
        pass
    database.close()
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"CREATE TABLE memory_item", b"CREATE TABLE memory_it\xff\xff"))
    with pytest.raises(StoreError) as raised, open_database(path).read():
        pass
    assert raised.value.details == {"reason": "corrupt"}
