"""Search by meaning over vectors in memory: by the cosine of what is stored, in step with the store."""

from __future__ import annotations

import random

import numpy as np
import pytest
from sqlalchemy import select

from memory.service_samples import LetterEmbedder
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import EmbedderFault, packed
from underdraft.memory.index.meaning import MeaningIndex
from underdraft.memory.index.row_cache import rows_of
from underdraft.text.clean import sha256

pytestmark = pytest.mark.both_stores

ALLOWED = MEMORY_ITEM.c.deleted_at.is_(None)
TEXTS = ("灯塔", "灯笼", "码头的灯", "雨", "后巷里的谎言")


def embedded(*texts, name="letters", dimensions=64):
    """Vectors of some texts."""
    return packed(LetterEmbedder(name, dimensions), LetterEmbedder(name, dimensions).embed(texts), len(texts))


def keep(service, *texts):
    """Put vectors of some texts into the store."""
    with service.database.write() as connection:
        vectors.save(connection, [sha256(text) for text in texts], embedded(*texts))


@pytest.fixture
def ids(service):
    """Ids of some memories by their text, all with vectors."""
    service.indexer.close()
    made = {text: service.items.create(type="note", scope="global", content=text).id for text in TEXTS}
    keep(service, *TEXTS)
    return made


def found(service, index, text, limit=None, rows=None):
    """What the index says now."""
    with service.database.read() as connection:
        return index.similarities(connection, rows or rows_of(ALLOWED), embedded(text), limit)


@pytest.mark.parametrize("limit", [None, 1, 3])
@pytest.mark.parametrize("text", ["灯塔", "雨里的灯", "谎言"])
def test_it_says_the_cosine_of_what_is_stored(service, ids, text, limit):
    """Rows with a vector, highest first where there is a limit, to the sixth place."""
    service.items.create(type="note", scope="global", content="没有向量")
    with service.database.read() as connection:
        stored = dict(connection.execute(select(EMBEDDING.c.content_hash, EMBEDDING.c.vector)).all())
    asked = np.frombuffer(embedded(text).blobs[0], "<f4").astype("f8")
    wanted = {}
    for content, item_id in ids.items():
        row = np.frombuffer(stored[sha256(content)], "<f2").astype("f8")
        wanted[item_id] = float(row @ asked / np.linalg.norm(row) / np.linalg.norm(asked))
    order = sorted(wanted, key=lambda item_id: (-round(wanted[item_id], 5), item_id))[:limit]
    near = found(service, MeaningIndex(), text, limit)
    assert near == pytest.approx({item_id: wanted[item_id] for item_id in order}, abs=1e-6)
    assert limit is None or list(near) == order


def test_writes_are_seen(service, ids):
    """A new memory once its vector is there, a changed text, a deleted memory, a vector that is gone."""
    index, rows = MeaningIndex(), rows_of(ALLOWED)
    assert len(found(service, index, "灯塔", rows=rows)) == 5
    new = service.items.create(type="note", scope="global", content="新的灯塔")
    assert new.id not in found(service, index, "灯塔", rows=rows)
    keep(service, "新的灯塔")
    assert new.id in found(service, index, "灯塔", rows=rows)
    service.items.update(new.id, {"content": "雨"})  # a text that has its vector already
    assert found(service, index, "雨", rows=rows)[new.id] == pytest.approx(1.0)
    service.items.delete(ids["灯塔"])
    assert ids["灯塔"] not in found(service, index, "灯塔", rows=rows)
    with service.database.write() as connection:
        vectors.clear(connection, "letters")
    with pytest.raises(EmbedderFault, match="being built"):
        found(service, index, "灯塔", rows=rows)
    keep(service, "灯笼")
    assert list(found(service, index, "灯塔", rows=rows)) == [ids["灯笼"]]


def test_a_mended_index_says_what_a_new_one_says(service, ids):
    """Whatever comes, changes and goes, with its vector before it, behind it or never."""
    dice = random.Random(7)  # noqa: S311
    index, rows = MeaningIndex(), rows_of(ALLOWED)
    alive = list(ids.values())
    for turn in range(30):
        text = f"灯{turn}雨巷"[: dice.randint(2, 5)]
        if dice.random() < 0.4:
            alive.append(service.items.create(type="note", scope="global", content=f"新{turn}{text}").id)
        elif dice.random() < 0.5:
            service.items.update(dice.choice(alive), {"content": f"改{turn}{text}"})
        elif len(alive) > 1:
            service.items.delete(alive.pop(dice.randrange(len(alive))))
        with service.database.read() as connection:
            waiting = [content for _, content in vectors.pending(connection, "letters", 9)[0]]
        if ready := [content for content in waiting if dice.random() < 0.6]:
            keep(service, *ready)
        limit = dice.choice([None, 2, 50])
        assert found(service, index, "灯塔", limit, rows) == found(service, MeaningIndex(), "灯塔", limit)


def test_only_what_is_asked_for_is_read(service, ids):
    """Vectors of texts that no condition allows are not taken into memory."""
    only = MEMORY_ITEM.c.id == ids["灯笼"]
    index = MeaningIndex()
    with service.database.read() as connection:
        assert list(index.similarities(connection, rows_of(only), embedded("灯"))) == [ids["灯笼"]]
        with index.reading(connection, embedded("灯")) as known:
            assert len(known.table) == 1


def test_another_length_is_a_conflict(service, ids):
    """Vectors of one name that differ in length are not compared, also when they come later."""
    index = MeaningIndex()
    with service.database.read() as connection, pytest.raises(EmbedderFault) as raised:
        index.similarities(connection, rows_of(ALLOWED), embedded("灯", dimensions=32))
    assert raised.value.code == "DIMENSION_CONFLICT"
    assert found(service, index, "灯塔")
    with service.database.write() as connection:
        vectors.save(connection, [sha256("x")], embedded("x", dimensions=32))
    assert found(service, index, "灯塔")  # nobody has such a text
    service.items.create(type="note", scope="global", content="x")
    with pytest.raises(EmbedderFault):
        found(service, index, "灯塔")


def test_a_reader_of_an_older_version_is_answered_from_it(service, ids):
    """What another reader has seen since does not come into a transaction that began before."""
    index, rows = MeaningIndex(), rows_of(ALLOWED)
    with service.database.read() as old:
        before = index.similarities(old, rows, embedded("灯塔"))
        service.items.delete(ids["灯笼"])
        assert len(found(service, index, "灯塔", rows=rows)) == 4
        assert index.similarities(old, rows, embedded("灯塔")) == before
        with service.database.write() as connection:
            vectors.clear(connection, "letters")
        keep(service, "雨")
        assert list(found(service, index, "灯塔", rows=rows)) == [ids["雨"]]
        assert index.similarities(old, rows, embedded("灯塔")) == before


def test_who_is_behind_reads_nothing_anew(service, ids):
    """A vector that came since is no reason to read all again; what is read while behind is read again later."""
    index, only = MeaningIndex(), rows_of(MEMORY_ITEM.c.id == ids["雨"])
    with service.database.read() as old:
        assert index.similarities(old, only, embedded("灯塔"))
        keep(service, "别处的一段")
        with index.reading(old, embedded("灯")) as before:
            pass
        with service.database.read() as new, index.reading(new, embedded("灯")) as after:
            assert after is before
        with index.reading(old, embedded("灯")) as behind:
            assert behind is before
            assert behind.places(old, [sha256("灯塔")]).tolist() == [1]
    with service.database.read() as new, index.reading(new, embedded("灯")) as after:
        assert after is before
        assert len(after.table) == 0
    assert len(found(service, index, "灯塔")) == 5
