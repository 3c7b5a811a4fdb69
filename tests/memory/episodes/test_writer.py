"""The background writer: retries, says what failed, keeps it, drains it, writes nothing twice."""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.episodes.episode_samples import Ids, an_episode, ids_of, put, spooled
from underdraft.errors import CapacityExceeded, EpisodeWriteFailed, StoreError
from underdraft.memory.db.sqlite_file import make_file
from underdraft.memory.db.write_ahead_queue import MARK, SUFFIX, Spool, SpoolEntry, left_behind
from underdraft.memory.episodes import operations
from underdraft.memory.episodes.apply import Applier, write_failed
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.writer import PAUSES_SECONDS, RETRIES, PendingWrite


class Broken:
    """Makes writes fail with a reason, so many times."""

    def __init__(self, monkeypatch, times, reason="io_error"):
        self.left = times
        self.calls = 0
        real = Applier.write

        def write(applier, spool_id, entries):
            self.calls += 1
            if self.left > 0:
                self.left -= 1
                raise StoreError("broken", details={"reason": reason})
            return real(applier, spool_id, entries)

        monkeypatch.setattr(Applier, "write", write)


@pytest.mark.file_only("over a server each is written at once")
def test_a_short_fault_is_retried_with_pauses(open_here, monkeypatch, caplog):
    """Two failures, then success: whoever waits hears of success, and the log of the failures."""
    slept = []
    service = open_here(sleep=slept.append)
    broken = Broken(monkeypatch, 2)
    with caplog.at_level(logging.WARNING, "underdraft.memory"):
        assert service.record(an_episode())[1].result(20) == "e-00001"
    assert broken.calls == 3
    assert slept == list(PAUSES_SECONDS[:2])
    assert len([r for r in caplog.records if "could not be written" in r.message]) == 2
    assert ids_of(service) == ["e-00001"]


@pytest.mark.file_only("over a server each is written at once")
def test_a_lasting_fault_is_told_and_kept(open_here, monkeypatch, tmp_path):
    """After three retries the waiting hear the code; the episode lies on the disk and comes later."""
    slept = []
    service = open_here(sleep=slept.append)
    broken = Broken(monkeypatch, 4)
    pending = service.record(an_episode(1))[1]
    with pytest.raises(EpisodeWriteFailed) as failure:
        pending.result(20)
    assert failure.value.code == "MEMORY_EPISODE_WRITE_FAILED"
    assert failure.value.details == {"reason": "io_error", "durable": True}
    assert str(tmp_path) not in failure.value.message
    assert broken.calls == 1 + RETRIES
    assert slept == list(PAUSES_SECONDS)
    assert spooled(service) == 1
    put(service, an_episode(2))
    assert ids_of(service) == ["e-00001", "e-00002"]
    assert spooled(service) == 0


def test_a_clean_end_writes_what_is_waiting(open_here, tmp_path):
    """Closing right after a stream loses none and leaves no spool."""
    service = open_here()
    for number in range(200):
        service.record(an_episode(number))
    service.close()
    assert len(ids_of(open_here())) == 200
    assert left_behind(tmp_path / "u.db") == []


@pytest.mark.file_only("over a server each is written at once")
def test_what_an_end_could_not_write_comes_at_the_next_start(open_here, monkeypatch, tmp_path):
    """A store that fails until the end: the next start finds the spool and writes it, once."""
    service = open_here()
    with monkeypatch.context() as patch:
        Broken(patch, 1_000)
        writes = [service.record(an_episode(n))[1] for n in range(5)]
        service.close()
    assert all(pending.done() for pending in writes)
    assert len(left_behind(tmp_path / "u.db")) == 1
    later = open_here(ids=Ids("later"))
    later.recall("novel", counted=True)
    assert later.flush(20)
    assert ids_of(later) == [f"e-{n:05d}" for n in range(5)]
    assert left_behind(tmp_path / "u.db") == []


@pytest.mark.file_only("over a server each is written at once")
def test_a_spool_that_is_just_being_made_is_not_taken_for_a_left_one(open_here, monkeypatch):
    """A look for what others have left, at that very moment, leaves the file to the one who makes it."""
    service, make = open_here(), Spool.create

    def create(store, spool_id):
        path = store.with_name(f"{store.name}{MARK}{spool_id}{SUFFIX}")
        make_file(path)
        service.writer._take_over_left()
        assert path.exists()
        return make(store, spool_id)

    monkeypatch.setattr(Spool, "create", create)
    pending = service.record(an_episode())[1]
    assert pending.durable
    assert pending.result(20) == "e-00001"


@pytest.mark.file_only("over a server each is written at once")
def test_a_living_process_keeps_its_spool(open_here, tmp_path):
    """What another workspace is writing is not taken from it."""
    other = Spool.create(tmp_path / "u.db", "other")
    other.add(operations.record(an_episode(9)))
    service = open_here()
    put(service, an_episode(1))
    assert ids_of(service) == ["e-00001"]
    other.close(empty=False)
    service.writer.drain()
    assert service.flush(20)
    assert ids_of(service) == ["e-00001", "e-00009"]


@pytest.mark.file_only("over a server each is written at once")
def test_one_bad_operation_costs_no_other(open_here, monkeypatch):
    """What the store refuses for itself is dropped with its code; its neighbours are written."""
    service = open_here()
    real = Applier.write

    def write(applier, spool_id, entries):
        if any(e.operation["id"] == "e-00002" for e in entries):
            raise StoreError("bad", details={"reason": "constraint"})
        return real(applier, spool_id, entries)

    go = threading.Event()
    monkeypatch.setattr(Applier, "write", lambda *args: go.wait(20) and write(*args))
    writes = [service.record(an_episode(n))[1] for n in (1, 2, 3)]
    go.set()
    writes[0].result(20)
    writes[2].result(20)
    with pytest.raises(EpisodeWriteFailed) as failure:
        writes[1].result(20)
    assert failure.value.details["durable"] is False
    assert ids_of(service) == ["e-00001", "e-00003"]


@pytest.mark.file_only("over a server each is written at once")
def test_without_a_spool_recording_goes_on(open_here, monkeypatch, caplog):
    """A folder that takes no spool costs durability, with a log line, and nothing else."""

    def refuse(*_):
        raise StoreError("no", details={"reason": "cannot_open"})

    monkeypatch.setattr(Spool, "create", refuse)
    service = open_here()
    pending = service.record(an_episode())[1]
    assert not pending.durable
    assert pending.result(20) == "e-00001"
    assert any("memory only" in r.message for r in caplog.records)


def test_the_order_of_operations_is_kept(open_here):
    """An undo that follows its accept at once finds it, whatever has been written by then."""
    service = open_here()
    for number in range(30):
        service.record(an_episode(number))
        service.undo(f"e-{number:05d}", project_id="novel")
    assert service.flush(20)
    found = service.list("novel", limit=100).items
    assert {item.implicit_signal for item in found} == {"UNDO_AFTER_ACCEPT"}
    assert len(found) == 30


def test_after_the_end_recording_says_so(open_here):
    """A closed service takes nothing and raises the code instead of hanging."""
    service = open_here()
    service.close()
    with pytest.raises(EpisodeWriteFailed):
        service.record(an_episode())[1].result(5)


@pytest.mark.file_only("over a server each is written at once")
def test_a_capacity_error_reaches_the_waiting_and_is_final(open_here, tmp_path):
    """No retry, nothing left in the spool: the budget is full of confirmed episodes."""
    service = open_here(limits=EpisodeLimits(active=1))
    put(service, an_episode(1))
    service.confirm("e-00001", "novel")
    with pytest.raises(CapacityExceeded) as failure:
        put(service, an_episode(2))
    assert failure.value.code == "MEMORY_CAPACITY_EXCEEDED"
    assert spooled(service) == 0


def test_many_threads_record_at_once(open_here):
    """Nothing is lost and nothing doubled when several threads record through one service."""
    service = open_here()

    def work(thread):
        for number in range(25):
            service.record(an_episode(thread * 100 + number))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert service.flush(20)
    assert len(ids_of(service)) == 100


@pytest.mark.file_only("over a server each is written at once")
def test_a_failing_recall_count_costs_no_answer(open_here, monkeypatch, caplog):
    """The answer holds; the count is tried again, and waits on the disk."""
    service = open_here()
    put(service, an_episode(1))
    Broken(monkeypatch, 4)
    found = service.recall("novel", query="码头", counted=True)
    assert [item.episode.id for item in found.items] == ["e-00001"]
    assert not service.flush(20)
    assert any("could not be written" in r.message for r in caplog.records)
    assert service.get("e-00001").recall_count == 0
    service.writer.drain()
    assert service.flush(20)
    assert service.get("e-00001").recall_count == 1


def pending(number=1):
    """A write that is not settled."""
    return PendingWrite(SpoolEntry(number, {"op": "undo", "id": "e-00001", "at": "t"}))


def test_whoever_waits_gets_the_id_or_the_error():
    """In another thread too; what is in no spool is not durable."""
    good, bad = pending(), pending(0)
    assert (good.durable, bad.durable) == (True, False)
    threading.Timer(0.01, good.settle).start()
    assert good.result(20) == "e-00001"
    bad.settle(write_failed("io_error", durable=False))
    with pytest.raises(EpisodeWriteFailed):
        bad.result(0)


def test_only_the_first_word_counts():
    """What was told once is not taken back."""
    told = pending()
    told.settle()
    told.settle(write_failed("io_error", durable=True))
    assert told.done()
    assert told.result(0) == "e-00001"


def test_it_can_be_awaited_and_given_up():
    """In async code ``await`` gives the id; whoever stops waiting stops nobody else."""
    written = pending()

    async def both():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(written, 0.001)
        written.settle()
        return await written

    assert asyncio.run(both()) == "e-00001"


@pytest.mark.parametrize(("durable", "words"), [(True, "later"), (False, "lost")])
def test_a_failure_says_whether_it_is_kept(durable, words):
    """The message and the details say the same."""
    failure = write_failed("locked", durable=durable)
    assert words in failure.message
    assert failure.details == {"reason": "locked", "durable": durable}
