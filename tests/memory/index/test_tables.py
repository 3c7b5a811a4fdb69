"""The tables whose texts are recalled by meaning."""

from __future__ import annotations

from underdraft.memory.db.schema import metadata
from underdraft.memory.index.tables import OWNERS


def test_every_table_with_a_hashed_content_is_an_owner():
    """A new area with a text to recall is not forgotten: its vectors would never be made, nor purged."""
    hashed = {t.name for t in metadata().tables.values() if "content_hash" in t.c and "content" in t.c}
    assert {owner.table.name for owner in OWNERS} == hashed
    assert all(owner.content_hash.table is owner.table for owner in OWNERS)
