"""What a purge reaches."""

from __future__ import annotations

from memory.store_samples import open_database
from underdraft.memory.db.schema.runs import BLOB
from underdraft.memory.purge.scope import LEAST_MATCH, PurgeScope


def test_long_texts_are_looked_for_everywhere(tmp_path):
    """A mere word is not; letters count as they are."""
    database = open_database(tmp_path / "u.db")
    word = "x" * (LEAST_MATCH - 1)
    scope = PurgeScope(texts=frozenset({"Lighthouse", word}))
    assert scope.long_texts == ["Lighthouse"]
    with database.write() as connection:
        rows = [("1", "the Lighthouse"), ("2", "the lighthouse"), ("3", word)]
        connection.execute(BLOB.insert(), [{"sha256": key, "text": text} for key, text in rows])
        assert scope.find_texts(connection, BLOB.c.sha256, BLOB.c.text) == {"1"}
        assert scope.find_texts(connection, BLOB.c.text, BLOB.c.sha256, BLOB.c.text) == {"the Lighthouse"}
    database.close()
