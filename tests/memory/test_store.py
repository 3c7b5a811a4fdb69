"""The store as a whole: opened late, closed quietly, without a workspace around it."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import attrs
import pytest

from memory.episodes.test_operations import feedback
from memory.service_samples import LetterEmbedder
from memory.store_samples import Ticking, sample_run
from underdraft.errors import InvalidArgument, StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.sqlite import driver
from underdraft.memory.index.embedding import EmbedderFault
from underdraft.memory.store import Store
from underdraft.project.config import Config
from underdraft.types.request import RunRequest


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


def told(**request):
    """What a run is told, as far as it is kept."""
    request = RunRequest(skill_id="polish", instruction="改短", **request)
    return SimpleNamespace(request=request, scene=None, query="改短", apart=False)


def rows(path, table):
    """The rows of a table, read from the file alone.

    By the store's own library: two copies of SQLite in one process take each other's locks away.
    """
    with contextlib.closing(driver().connect(path / "u.db")) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


@pytest.mark.file_only("it opens the file with SQLite")
def test_a_run_and_its_episode_are_committed_together(tmp_path):
    """Whoever dies right after the run's commit leaves no run without its episode."""
    store = open_store(tmp_path)
    store.add_run(sample_run(), locale="zh", templates={}, inputs=told())
    assert not store.episodes.writer.started
    assert len(rows(tmp_path, "run")) == len(rows(tmp_path, "episode")) == 1
    store.close()


def test_a_feedback_and_its_episode_are_committed_together(tmp_path):
    """The episode is complete when the feedback's transaction ends."""
    store = open_store(tmp_path)
    store.add_run(sample_run(), locale="zh", templates={}, inputs=told())
    event = feedback(run_id="run-1")
    with store.database.write() as connection:
        store.episodes.put_feedback(connection, event)
    assert not store.episodes.writer.started
    (episode,) = store.episodes.list("novel").items
    assert episode.selected_index == 0
    store.close()


@pytest.mark.file_only("it opens the file with SQLite")
def test_a_run_that_the_store_cannot_take_waits_beside_it(tmp_path, monkeypatch):
    """It is tried again, then spooled, and the next chance writes it with its turn and its episode, once."""
    store = open_store(tmp_path)
    session_id = store.sessions.start("novel")
    run = attrs.evolve(sample_run(), session_id=session_id)
    tries = []

    @contextlib.contextmanager
    def locked():
        tries.append(True)
        raise StoreError("the store is locked by another process", details={"reason": "locked"})
        yield

    with monkeypatch.context() as patch:
        patch.setattr(store.database, "write", locked)
        patch.setattr("underdraft.memory.episodes.writer.PAUSES_SECONDS", (0.0, 0.0))
        with pytest.raises(StoreError, match="waits beside the store"):
            store.add_run(run, locale="zh", templates={}, inputs=told(session_id=session_id))
        assert len(tries) >= 3
    store.settle()
    store.settle()
    assert [item.id for item in store.runs.list("novel").items] == ["run-1"]
    assert store.runs.get("run-1").record.texts == run.texts
    assert len(rows(tmp_path, "episode")) == 1
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
    assert [e.input_context for e in store.episodes.list("novel").items] == ["短句"]
    store.close()
