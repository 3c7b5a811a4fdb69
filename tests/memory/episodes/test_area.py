"""What is purged leaves no trace among the episodes either."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from memory.area_samples import purge
from memory.episodes.episode_samples import an_episode, ids_of, put
from memory.service_samples import LetterEmbedder
from traces import files_of
from underdraft.memory.areas.words import MARKER
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.index.indexer import Indexer
from underdraft.memory.notes.service import MemoryService
from underdraft.text.clean import sha256

CANARY = "金丝雀7f3a"


def holds(service, word):
    """Whether any file of the store holds the word."""
    service.database.place.checkpoint()
    return any(word.encode() in file.read_bytes() for file in files_of(service.database))


@pytest.mark.file_only("it searches the file")
@pytest.mark.parametrize("scope", [{"project_id": "novel"}, {"everything": True}])
def test_a_purged_project_leaves_no_word(open_here, scope):
    """Rows, index entries, vectors, free pages and journals are gone; another project's stay or go as asked."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, an_episode(1, input_context=CANARY, final_text=CANARY), an_episode(2, project_id="other"))
    Indexer(service.database, service.slot).fill()
    assert holds(service, CANARY)
    assert purge(service.database, **scope).complete
    assert not holds(service, CANARY)
    assert ids_of(service) == []
    assert ids_of(service, "other") == ([] if "everything" in scope else ["e-00002"])
    with service.database.read() as connection:
        left = connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar()
    assert left == len(ids_of(service, "other"))


def test_a_purged_memory_is_taken_out_of_the_episodes_that_quote_it(open_here):
    """The words go, compressed or not, confirmed or not; the episodes stay, and are found by what is left."""
    service = open_here()
    memory = MemoryService(service.database, find_embedder=lambda: None)
    text = f"{CANARY}在井口"
    item = memory.items.create(type="fact", content=text)
    put(service, an_episode(1, final_text=f"她说：{text}。", user_confirmed=True), an_episode(2))
    purge(service.database, item_id=item.id)
    assert sorted(ids_of(service)) == ["e-00001", "e-00002"]
    assert not holds(service, CANARY)
    assert service.get("e-00001").final_text == f"她说：{MARKER}。"
    with service.database.read() as connection:
        rows = connection.execute(select(EPISODE.c.content, EPISODE.c.content_hash)).all()
    assert any(MARKER in row.content for row in rows)
    assert all(row.content_hash == sha256(row.content) for row in rows)
    memory.close()


def test_a_mere_character_takes_nothing_along(open_here):
    """A memory of one character purged every confirmed episode that had the character in it."""
    service = open_here()
    memory = MemoryService(service.database, find_embedder=lambda: None)
    item = memory.items.create(type="fact", content="夜")
    put(
        service,
        *(an_episode(n, project_id="other", final_text="夜色", user_confirmed=True) for n in range(3)),
    )
    before = [service.get(f"e-{n:05}") for n in range(3)]
    done = purge(service.database, item_id=item.id)
    assert [(c.kind, c.project_id, c.count) for c in done.counts] == [("memory", None, 1)]
    assert [service.get(f"e-{n:05}") for n in range(3)] == before
    memory.close()
