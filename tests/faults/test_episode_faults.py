"""Episodes under real faults: IO errors at each statement, kill -9, rivals, full disks, wild clocks."""

from __future__ import annotations

import os
import random
import threading

import pytest

from faults import episode_workers
from memory.episodes.episode_samples import Clock, Ids, an_episode, close, ids_of, open_episodes, put
from processes import start_talking
from soundness import integrity
from underdraft.errors import StoreError
from underdraft.memory.db.write_ahead_queue import Spool, left_behind
from underdraft.memory.episodes.limits import EpisodeLimits


def reopened(path):
    """A fresh service that has taken over whatever was left behind."""
    service = open_episodes(path, ids=Ids("later"), limits=EpisodeLimits(active=100_000))
    service.writer.drain()
    assert service.flush(60)
    return service


def whole(service):
    """The file is sound."""
    assert integrity(service.database.place.path) == "ok"


def fail_at(service, number):
    """Make the writer's n-th statement from now fail as a broken disk would; counts what it has executed."""
    from sqlalchemy import event

    from underdraft.memory.db.sqlite import driver

    seen = {"count": 0}

    def before(connection, cursor, statement, parameters, context, executemany):
        seen["count"] += threading.current_thread().name == "underdraft-episodes"
        if seen["count"] == number:
            seen["count"] += 1
            raise driver().OperationalError("disk I/O error")

    engine = service.database.prepare()
    event.listen(engine, "before_cursor_execute", before)
    return seen, lambda: event.remove(engine, "before_cursor_execute", before)


@pytest.mark.file_only("it counts the statements of a file")
def test_an_io_error_at_any_statement_loses_and_doubles_nothing(tmp_path):
    """MS1-X-S1: each statement of recording.

    Evicting and undoing fails once in turn; every time the retry brings the store to exactly the
    state of a run without faults.
    """
    service = open_episodes(tmp_path / "u.db", limits=EpisodeLimits(active=3))
    put(service, *(an_episode(n) for n in range(3)))
    number, statement = 3, 1
    while True:
        seen, restore = fail_at(service, statement)
        put(service, an_episode(number))
        service.undo(f"e-{number:05d}", project_id="novel")[1].result(20)
        restore()
        assert ids_of(service) == [f"e-{n:05d}" for n in range(number - 2, number + 1)]
        assert service.get(f"e-{number:05d}").version == 2
        whole(service)
        if seen["count"] < statement:
            break
        number, statement = number + 1, statement + 1
    assert statement > 10
    close(service)


@pytest.mark.parametrize("moment", ["create", "add", "sync", "clear"])
def test_a_spool_that_fails_costs_no_episode(tmp_path, monkeypatch, moment):
    """The queue's own disk errors never reach the writer of the novel nor the store's content."""
    service = open_episodes(tmp_path / "u.db")
    real = getattr(Spool, moment)
    calls = []

    def fail(*args):
        calls.append(1)
        raise StoreError("full", details={"reason": "disk_full"})

    monkeypatch.setattr(Spool, moment, classmethod(lambda cls, *args: fail()) if moment == "create" else fail)
    put(service, an_episode(1), an_episode(2))
    assert ids_of(service) == ["e-00001", "e-00002"]
    monkeypatch.setattr(Spool, moment, real)
    put(service, an_episode(3))
    close(service)
    later = reopened(tmp_path / "u.db")
    assert ids_of(later) == ["e-00001", "e-00002", "e-00003"]
    close(later)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_kill_at_random_points_loses_and_doubles_nothing(tmp_path):
    """A stream of 2,000 episodes.

    Killed at random points and started again until it is through: whatever was accepted or
    acknowledged is in the store, once; the file is sound.
    """
    path = tmp_path / "u.db"
    rng = random.Random(2_000)  # noqa: S311 - a test's own dice
    accepted, written, begin, kills = set(), set(), 0, 0
    while begin < 2_000:
        process = start_talking(episode_workers.stream, path, begin, 2_000 - begin, rng.randrange(1_000))
        stop_after = rng.randrange(150, 700)
        for line in process.stdout:
            word, _, number = line.strip().partition(" ")
            if word == "closed":
                break
            (accepted if word == "accepted" else written).add(int(number))
            stop_after -= 1
            if stop_after == 0:
                process.kill()
                kills += 1
        for line in process.stdout.read().splitlines():  # what it had said before it died
            word, _, number = line.partition(" ")
            if number and number.isdigit():
                (accepted if word == "accepted" else written).add(int(number))
        errors = process.stderr.read()
        process.join(60)
        assert "Traceback" not in errors
        begin = max(accepted) + 1
    service = reopened(path)
    found = ids_of(service)
    assert kills >= 3
    assert len(found) == len(set(found))
    assert {f"e-{n:05d}" for n in written} <= set(found)
    assert {f"e-{n:05d}" for n in accepted} <= set(found)
    assert len(found) - len(accepted) <= kills  # one a kill may have been taken without having been said
    whole(service)
    assert left_behind(path) == []
    close(service)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
def test_what_a_killed_process_could_not_write_yet_comes_later(tmp_path):
    """The store is locked, twenty episodes are accepted, kill -9: the next process writes them, in order, once."""
    path = tmp_path / "u.db"
    service = open_episodes(path)
    put(service, an_episode(99))
    with service.database.write():
        process = start_talking(episode_workers.hold, path, 20)
        assert process.stdout.readline() == "accepted 20\n"
        process.kill()
        process.join()
    assert ids_of(service) == ["e-00099"]
    close(service)
    later = reopened(path)
    assert ids_of(later) == ["e-00099", *(f"e-{n:05d}" for n in range(20))]
    assert left_behind(path) == []
    whole(later)
    close(later)


@pytest.mark.long
def test_two_processes_evict_the_same_project(tmp_path):
    """Both record into a full project of fifty: it ends at fifty, confirmed ones are there, nothing is torn."""
    path = tmp_path / "u.db"
    service = open_episodes(path, limits=EpisodeLimits(active=50))
    put(service, *(an_episode(n) for n in range(50)))
    for number in (0, 1, 2):
        service.confirm(f"e-{number:05d}", "novel")
    go = tmp_path / "go"
    processes = [start_talking(episode_workers.evict, path, base, 60, go) for base in (1_000, 2_000)]
    assert [process.stdout.readline().strip() for process in processes] == ["ready", "ready"]
    go.touch()
    for process in processes:
        assert process.stdout.read().strip() == "closed", process.stderr.read()
        process.join()
    found = ids_of(service)
    assert len(found) == 50
    assert {"e-00000", "e-00001", "e-00002"} <= set(found)
    assert sum(i >= "e-01000" for i in found) == 47
    whole(service)
    close(service)


@pytest.mark.long
@pytest.mark.file_only("a full disk, as a file meets it")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="RLIMIT_FSIZE is POSIX's")
def test_a_full_disk_puts_episodes_off(tmp_path):
    """No room for the store's file: those who wait hear the code, and with room again all are written."""
    done = start_talking(episode_workers.full_disk, tmp_path / "u.db")
    lines = done.stdout.read().split("\n")
    assert sum(line.startswith("failed") for line in lines) == 3, done.stderr.read()
    assert {line.split()[1] for line in lines if line.startswith("failed")} <= {"disk_full", "io_error"}
    _drained, good, count = next(line.split() for line in lines if line.startswith("drained"))
    assert good == "True"
    service = reopened(tmp_path / "u.db")
    assert len(ids_of(service)) == int(count)
    whole(service)
    close(service)


@pytest.mark.long
def test_a_wild_clock_loses_nothing_young(tmp_path):
    """The clock jumps by days in both directions at every step.

    Within budget nothing goes, over it the least recently used goes, and no step fails.
    """
    clock, rng = Clock(), random.Random(4)  # noqa: S311 - a test's own dice
    service = open_episodes(tmp_path / "u.db", clock=clock, limits=EpisodeLimits(active=20))
    for number in range(60):
        clock.move(days=rng.randint(-90, 90))
        put(service, an_episode(number, created_at=clock()))
        assert service.recall("novel", query="码头", counted=True).items
        if number % 10 == 9:
            service.maintain("dailyDecayRecomputeTrigger", everywhere=True)
        assert len(ids_of(service)) == min(number + 1, len(ids_of(service))) <= 20
        assert f"e-{number:05d}" in ids_of(service)
    whole(service)
    close(service)
