"""Feedback under faults: cancellation at every await, failing stores, several processes at once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future

import attrs
import pytest

from faults.feedback_worker import judge
from learning.feedback_samples import Desk
from processes import CONTEXT, ends_well, start
from underdraft.errors import StoreError, Timeout
from underdraft.types.feedback import Feedback

TABLES = ("feedback_event", "run_feedback", "preference_signal", "preference_kind", "memory_item")


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder."""
    made = Desk(tmp_path)
    yield made
    made.close()


@attrs.define
class CancelAt:
    """Awaits a coroutine and cancels it at its n-th suspension."""

    coroutine: object
    n: int
    reached: int = 0

    def __await__(self):
        inner = self.coroutine.__await__()
        value, fault = None, None
        while True:
            try:
                waited = inner.throw(fault) if fault else inner.send(value)
            except StopIteration as end:
                return end.value
            self.reached += 1
            if self.reached == self.n:
                fault = asyncio.CancelledError()
                continue
            fault = None
            try:
                value = yield waited
            except BaseException as error:
                fault = error


def pieces(desk):
    """What there is of each table."""
    return {table: len(desk.rows(table)) for table in TABLES}


def test_cancellation_at_each_await_leaves_all_or_nothing(desk):
    """Whichever await is hit, no partial rows and no pending task remain, and trying again works."""
    desk.feeds("accept", "accept")
    before = pieces(desk)
    run = desk.run()

    async def attempt(n):
        stepping = CancelAt(
            desk.ws.learning.process(
                Feedback(action="accept", run_id=run, evidence_ref="偏好短句", project_id="novel"),
                Future(),
                30_000,
            ),
            n,
        )
        try:
            booked = await stepping
        except asyncio.CancelledError:
            booked = None
        await asyncio.get_running_loop().shutdown_default_executor()
        others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
        await asyncio.gather(*others, return_exceptions=True)
        return booked, stepping.reached

    hit = 0
    for n in range(1, 100):
        booked, reached = asyncio.run(attempt(n))
        if booked is not None:
            break
        hit += 1
        assert reached >= n
        assert pieces(desk) == before
    assert hit >= 3  # reading, the listener, the transaction
    assert booked.learned.content == "偏好短句"
    assert pieces(desk)["feedback_event"] == before["feedback_event"] + 1


def test_a_timeout_while_the_store_is_locked_writes_nothing_later(desk):
    """The thread that waits for the lock finds the gate shut when it gets it."""
    run = desk.run()
    database = desk.ws.store.database
    with database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
        with pytest.raises(Timeout):
            desk.ws.feedback_sync(run, "accept", evidence_ref="偏好短句", timeout_ms=200)
    desk.feed("accept", "另一个偏好")  # waits its turn behind the abandoned one
    assert [e["evidence_ref"] for e in desk.rows("feedback_event")] == ["另一个偏好"]


@pytest.mark.parametrize(
    "where",
    [
        "store_event.add_event",
        "store_event.add_signals",
        "store_event.load_states",
        "lifecycle.write",
        "store_event.result_of",
    ],
)
def test_a_failure_in_the_middle_undoes_everything(desk, monkeypatch, where):
    """A write that fails half-way leaves the store as it was, and the feedback can be given again."""
    desk.feeds("accept", "accept")
    before, run = pieces(desk), desk.run()
    path = f"underdraft.learning.rules.{where}"

    def fail(*_args, **_options):
        raise StoreError("the store could not be written", details={"reason": "io_error"})

    with monkeypatch.context() as patch:
        patch.setattr(path, fail)
        envelope = desk.ws.invoke_sync(
            "ai:skill:feedback", {"runId": run, "action": "accept", "evidenceRef": "偏好短句"}
        )
    assert envelope["error"]["code"] == "DB_ERROR"
    assert pieces(desk) == before
    assert desk.feed("accept", "偏好短句", run)["learned"]["content"] == "偏好短句"


def test_threads_that_judge_one_run_count_once(desk):
    """Sixteen threads, one signal."""
    run, answers = desk.run(), []
    threads = [
        threading.Thread(target=lambda: answers.append(desk.feed("accept", "偏好短句", run)))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {a["score"] for a in answers} == {1}
    assert len(answers) == 16
    assert pieces(desk)["feedback_event"] == pieces(desk)["preference_signal"] == 1


def in_processes(folder, orders):
    """Start one process for each ``(action, runs)``, let them go at once, and wait."""
    barrier = CONTEXT.Barrier(len(orders))
    ends_well(*[start(judge, folder, action, runs, barrier) for action, runs in orders])


@pytest.mark.long
@pytest.mark.slow
def test_processes_that_judge_one_run_count_once(desk, tmp_path):
    """Concurrent feedback from several processes on one run counts once."""
    run = desk.run()
    in_processes(tmp_path, [("accept", [run])] * 4)
    assert pieces(desk)["feedback_event"] == pieces(desk)["preference_signal"] == 1
    in_processes(tmp_path, [("accept", [run]), ("reject", [run]), ("partial", [run])])
    assert pieces(desk)["run_feedback"] == pieces(desk)["preference_signal"] == 1


@pytest.mark.slow
def test_processes_learn_one_preference_together(desk, tmp_path):
    """Twelve runs judged by four processes make one memory that knows all twelve."""
    runs = [desk.run() for _ in range(12)]
    in_processes(tmp_path, [("accept", runs[i::4]) for i in range(4)])
    (item,) = desk.data("memory:list", {"projectId": "novel"})["items"]
    assert {e["runId"] for e in item["evidence"]} == set(runs)
    assert desk.entry("偏好短句")["score"] == 12
