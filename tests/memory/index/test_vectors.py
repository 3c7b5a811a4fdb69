"""Vectors in the store: what lacks one, what has one, how near they are."""

from __future__ import annotations

import pytest

from memory.service_samples import LetterEmbedder
from underdraft.memory.db.schema import metadata
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import EmbedderFault, packed
from underdraft.text.clean import sha256


def embedded(*texts, name="letters", dimensions=64):
    """Vectors of some texts."""
    embedder = LetterEmbedder(name, dimensions)
    return packed(embedder, embedder.embed(texts), len(texts))


def test_what_has_no_vector_is_pending(service):
    """Equal texts count once; a deleted memory wants none."""
    service.indexer.close()
    for content in ("灯塔", "灯塔", "码头"):
        gone = service.items.create(type="note", scope="global", content=content)
    service.items.delete(gone.id)
    with service.database.write() as connection:
        assert vectors.pending(connection, "letters", 10) == ([(sha256("灯塔"), "灯塔")], True)
        assert vectors.coverage(connection, "letters") == (2, 0)
        vectors.save(connection, [sha256("灯塔")], embedded("灯塔"))
        vectors.save(connection, [sha256("灯塔")], embedded("别的"))  # another process was quicker
        assert vectors.pending(connection, "letters", 10) == ([], True)
        assert vectors.coverage(connection, "letters") == (2, 2)
        assert vectors.coverage(connection, "another") == (2, 0)


def test_another_length_is_a_conflict(service):
    """Vectors of one model that differ in length are not compared."""
    with service.database.write() as connection:
        vectors.save(connection, [sha256("a")], embedded("a"))
        vectors.check_dimension(connection, "letters", 64)
        vectors.check_dimension(connection, "another", 8)
        with pytest.raises(EmbedderFault) as raised:
            vectors.check_dimension(connection, "letters", 8)
    assert raised.value.code == "DIMENSION_CONFLICT"


def test_every_table_with_a_hashed_content_is_an_owner():
    """A new area with a text to recall is not forgotten: its vectors would never be made, nor purged."""
    hashed = {t.name for t in metadata().tables.values() if "content_hash" in t.c and "content" in t.c}
    assert {table.name for table in vectors.OWNERS} == hashed
