"""Work that replies leave: done once, tried again with growing pauses, given up in the end."""

from __future__ import annotations

import pytest

from underdraft.errors import NotFound, StoreError
from underdraft.memory.db import jobs
from underdraft.memory.db.jobs import ATTEMPTS, Pending, Worker, enqueue, later


def put(database, *subjects, kind="learn"):
    """Write jobs down."""
    with database.write() as connection:
        for subject in subjects:
            enqueue(connection, kind, subject, at=database.clock())


def raising(error):
    """A handler that fails."""

    def handle(_):
        raise error

    return handle


def test_jobs_are_done_in_order_and_once(database):
    """What waits already is not written twice, what is done is gone, and other kinds are left to others."""
    done = []
    put(database, "a", "b", "a")
    put(database, "c", kind="unknown")
    worker = Worker(database, {"learn": done.append})
    assert worker.drain() == 2
    assert done == ["a", "b"]
    assert worker.pending() == Pending(waiting=1, failed=0)
    assert worker.drain() == 0


def test_a_job_that_is_brought_forward_while_it_is_done_is_done_once(database):
    """Whoever waits for it lets it wait no longer; it is no new job for that."""
    done = []

    def handle(subject):
        done.append(subject)
        with database.write() as connection:
            connection.exec_driver_sql("UPDATE background_job SET not_before = '2020-01-01T00:00:00.000Z'")

    put(database, "a")
    worker = Worker(database, {"learn": handle})
    assert worker.drain() == 1
    assert (done, worker.pending()) == (["a"], Pending(waiting=0, failed=0))


def test_a_job_whose_subject_is_gone_is_done(database):
    """There is nothing to try again."""
    put(database, "a")
    worker = Worker(database, {"learn": raising(NotFound("x"))})
    assert worker.drain() == 1
    assert worker.pending() == Pending(waiting=0, failed=0)


def test_a_failing_job_is_given_up_after_its_tries(database, monkeypatch):
    """It stays in the table, marked, with a code and no words."""
    monkeypatch.setattr(jobs, "FIRST_PAUSE_SECONDS", 0.0)
    put(database, "a")
    tried = []
    worker = Worker(
        database, {"learn": lambda subject: tried.append(subject) or raising(ValueError("secret"))(subject)}
    )
    assert worker.drain() == 0
    assert tried == ["a"] * ATTEMPTS
    assert worker.pending() == Pending(waiting=0, failed=1)
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT last_error FROM background_job").scalar() == "ValueError"


def test_a_failed_job_waits_for_its_pause(database):
    """The next try is not due at once; other jobs are."""
    put(database, "a")
    worker = Worker(database, {"learn": raising(ValueError())})
    worker.drain()
    put(database, "b", kind="other")
    done = []
    assert Worker(database, {"learn": done.append, "other": done.append}).drain() == 1
    assert done == ["b"]


def test_the_stores_trouble_is_not_the_jobs(database):
    """Nothing is counted as tried, and the caller hears of it."""
    put(database, "a")
    with pytest.raises(StoreError):
        Worker(database, {"learn": raising(StoreError("locked", details={"reason": "locked"}))}).drain()
    done = []
    assert Worker(database, {"learn": done.append}).drain() == 1


def test_closing_does_what_is_due(database):
    """A worker that was woken finishes; one that was not starts no thread, and a closed one does nothing."""
    done = []
    worker = Worker(database, {"learn": done.append})
    put(database, "a", "b")
    worker.wake()
    worker.close()
    assert done == ["a", "b"]
    put(database, "c")
    worker.wake()
    worker.close()
    assert done == ["a", "b"]


def test_later_keeps_the_form_of_a_time():
    """Milliseconds and the Z stay, also over midnight."""
    assert later("2026-01-01T23:59:59.500Z", 0.75) == "2026-01-02T00:00:00.250Z"


def test_a_clock_that_was_put_back_holds_nothing_up(database):
    """Jobs of a time that is yet to come are done; one that failed a moment ago still waits for its pause."""
    done = []
    put(database, "new")
    put(database, "tried", kind="again")
    with database.write() as connection:
        far = later(database.clock(), jobs.LONGEST_PAUSE_SECONDS + 3_600)
        tried = jobs.BACKGROUND_JOB.c.kind == "again"
        connection.execute(jobs.BACKGROUND_JOB.update().values(created_at=far, not_before=far))
        connection.execute(jobs.BACKGROUND_JOB.update().where(tried).values(attempts=2))
    worker = Worker(database, {"learn": done.append, "again": done.append})
    assert worker.drain() == 2
    assert sorted(done) == ["new", "tried"]
    put(database, "a", kind="fails")
    worker = Worker(database, {"fails": raising(ValueError())})
    worker.drain()
    with database.write() as connection:
        connection.execute(jobs.BACKGROUND_JOB.update().values(created_at=far))
    assert worker.drain() == 0
    assert worker.pending() == Pending(waiting=1, failed=0)
    with database.read() as connection:
        assert connection.execute(jobs.BACKGROUND_JOB.select()).one().attempts == 1
