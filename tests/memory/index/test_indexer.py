"""Vectors that are filled in behind the writes."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.episodes.episode_samples import an_episode, open_episodes, put
from memory.service_samples import Faulty, LetterEmbedder, add, close, open_service
from underdraft.memory.index.indexer import LONGEST_PAUSE_SECONDS, Done
from underdraft.memory.index.vectors import WHOLE


def count(service):
    """How many vectors there are."""
    with service.database.read() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM embedding").scalar()


def test_what_a_process_left_undone_the_next_one_does(tmp_path):
    """Memories written without an embedder get their vectors from whoever has one."""
    first = open_service(tmp_path / "u.db", None)
    add(first, *(f"记忆 {n}" for n in range(70)))
    close(first)
    service = open_service(tmp_path / "u.db", LetterEmbedder())
    assert service.indexer.wait(10)
    assert count(service) == 70
    close(service)


@pytest.mark.file_only("its trigger is SQLite's")
def test_a_failure_is_survived(tmp_path):
    """The thread goes on after the embedder failed, and after the store did."""
    embedder = Faulty()
    service = open_service(tmp_path / "u.db", embedder)
    add(service, *(f"记忆 {n}" for n in range(3)))
    assert not service.indexer.wait(0.1)
    embedder.broken = False
    with service.database.write() as connection:
        connection.exec_driver_sql(
            "CREATE TRIGGER broken BEFORE INSERT ON embedding BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    assert not service.indexer.wait(0.1)
    with service.database.write() as connection:
        connection.exec_driver_sql("DROP TRIGGER broken")
    assert service.indexer.wait(10)
    assert count(service) == 3
    close(service)


def test_a_fault_of_what_began_before_ends_no_wait(tmp_path):
    """It was met before the wait; the next pass is waited for."""
    inside, mended = threading.Event(), threading.Event()

    class Slow(Faulty):
        def embed(self, texts):
            inside.set()
            failing = self.broken
            assert mended.wait(10)
            if failing:
                raise RuntimeError("was broken")
            return super().embed(texts)

    embedder = Slow()
    service = open_service(tmp_path / "u.db", embedder)
    add(service, "记忆")
    assert inside.wait(10)
    embedder.broken = False
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(service.indexer.wait, 10)
        while not service.indexer._woken:
            time.sleep(0.001)
        mended.set()
        assert waiting.result()
    assert count(service) == 1
    close(service)


def test_another_embedder_is_said_once(tmp_path):
    """Its name and how many texts were read anew; nothing of the first one, of a later text, or of a rebuilt index."""
    said = []
    for name in ("letters", "letters", "others", "others", "letters"):
        service = open_service(tmp_path / "u.db", LetterEmbedder(name))
        add(service, f"记忆 {len(said)}")
        assert service.indexer.wait(10)
        said += [service.indexer.take_change(), service.indexer.take_change()]
        close(service)
    assert [one for one in said if one] == [("others", 3)]
    service = open_service(tmp_path / "u.db", LetterEmbedder("letters"))
    service.reindex()
    assert service.indexer.take_change() is None
    close(service)


def test_reindexing_reports_its_progress(service):
    """Progress runs up to the number of texts."""
    add(service, *(f"记忆 {n}" for n in range(70)))
    assert service.indexer.wait(10)
    seen = []
    assert service.reindex(progress=lambda done, total: seen.append((done, total))) == 70
    assert seen[-1] == (70, 70)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.file_only("a server counts transactions, and looks at all")
def test_what_has_not_changed_is_not_looked_at_again(tmp_path):
    """After a run its episode alone is; after a change of any, of a record, or of vectors elsewhere, all are."""
    service = open_service(tmp_path / "u.db", LetterEmbedder())
    episodes = open_episodes(tmp_path / "u.db")
    service.indexer.close()

    def looked_at():
        before = service.indexer._done
        with service.database.read() as connection:
            found = Done.now(connection, "letters").since(before)
        service.indexer.fill()
        return found

    assert looked_at() == WHOLE
    add(service, "灯塔")
    put(episodes, an_episode(1))
    assert looked_at() == {"records": 1, "after": 0}
    put(episodes, an_episode(2), an_episode(3))
    assert looked_at() == {"records": 0, "after": 1}
    assert count(service) == 4
    put(episodes, an_episode(4))
    with service.database.write() as connection:
        connection.exec_driver_sql("UPDATE episode SET content = 'x', content_hash = 'x' WHERE seq = 1")
    assert looked_at() == {"records": 0, "after": 0}
    assert count(service) == 6
    with service.database.write() as connection:
        connection.exec_driver_sql("DELETE FROM vector_place")
        connection.exec_driver_sql("DELETE FROM embedding")
    assert looked_at() == WHOLE
    assert count(service) == 5
    close(episodes)
    close(service)


def test_pauses_after_faults_grow(service):
    """A second, then twice as long each time, up to a limit."""
    service.indexer.close()
    pauses = [(service.indexer.on_fault(RuntimeError()), service.indexer.linger_seconds)[1] for _ in range(9)]
    assert (pauses[:3], pauses[-1]) == ([1.0, 2.0, 4.0], LONGEST_PAUSE_SECONDS)


def test_closing_twice_and_waking_afterwards_do_no_harm(service):
    """A closed indexer stays closed."""
    service.indexer.close()
    service.indexer.close()
    service.indexer.wake()
    add(service, "记忆")
    assert not service.indexer.wait(0.05)
