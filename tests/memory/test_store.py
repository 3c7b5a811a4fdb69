"""The store as a whole: opened late, closed quietly, without a workspace around it."""

from __future__ import annotations

import pytest

from memory.service_samples import LetterEmbedder
from memory.store_samples import Ticking, sample_run
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.index.embedding import EmbedderFault
from underdraft.memory.store import Store
from underdraft.project.config import Config


def open_store(path, *, embedder="none", **options):
    """A store with nothing but its folder."""
    ticking = Ticking()
    config = Config(embedder=embedder)
    database = Database(path / "u.db", clock=ticking.clock, new_id=ticking.new_id)
    return Store(database=database, config=config, **options)


def test_opening_and_closing_touches_no_file(tmp_path):
    """The file is made at the first read or write; afterwards the store cannot be used."""
    store = open_store(tmp_path)
    store.close()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError):
        store.privacy()


def test_a_run_is_kept_with_its_compact(tmp_path):
    """Without a request it is a turn of no session."""
    store = open_store(tmp_path)
    store.add_run(sample_run(), locale="zh", templates={})
    assert [run.id for run in store.runs.list(everywhere=True).items] == ["run-1"]
    assert [c.run_id for c in store.conversation.compacts.list("novel")] == ["run-1"]
    store.close()


def test_the_embedder_is_found_by_its_name(tmp_path):
    """None is wanted, one answers, or nobody does."""
    for name, code in (("none", "EMBEDDER_NONE"), ("unknown", "EMBEDDER_FAILED")):
        store = open_store(tmp_path, embedder=name)
        with pytest.raises(EmbedderFault) as raised:
            store.memory.embedder.load()
        assert raised.value.code == code
        store.close()
    assert isinstance(raised.value.__cause__, InvalidArgument)
    made = LetterEmbedder()
    store = open_store(tmp_path, embedder="letters", find_embedder={"letters": made}.get)
    assert store.memory.embedder.load() is made
    store.close()


def test_closing_archives_and_finishes(tmp_path):
    """What is at hand in a session becomes an episode before the file is closed."""
    store = open_store(tmp_path)
    session_id = store.sessions.start("novel")
    store.working.put(session_id, project_id="novel", kind="preference", content="短句", importance=0.9)
    store.close()
    store = open_store(tmp_path)
    assert [e.input_context for e in store.episodes.stored.list("novel").items] == ["短句"]
    store.close()
