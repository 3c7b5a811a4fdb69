"""The base of all background threads: starts late, works when woken, stops in time."""

from __future__ import annotations

import threading

import pytest

from underdraft.memory.db import background
from underdraft.memory.db.background import AGAIN, BackgroundThread


class Counting(BackgroundThread):
    """Counts how often it works; what it returns or raises is taken from a list, then ``None``."""

    def __init__(self, *outcomes, linger_seconds=0.0, finishes=False, hold=None):
        super().__init__("counting", linger_seconds=linger_seconds)
        self.finishes = finishes
        self.outcomes, self.count, self.hold = list(outcomes), 0, hold

    def work(self):
        """One step."""
        self.count += 1
        if self.hold is not None:
            self.hold.wait(10)
        outcome = self.outcomes.pop(0) if self.outcomes else None
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def counted(thread, number):
    """Whether it comes to so many turns."""
    with thread.condition:
        return thread.condition.wait_for(lambda: thread.count >= number, 10)


@pytest.fixture
def stopping():
    """Threads that are stopped at the end of the test."""
    threads: list[BackgroundThread] = []
    yield lambda thread: threads.append(thread) or thread
    for thread in threads:
        thread.stop(10)


def test_nothing_runs_before_the_first_wake(stopping):
    """Making and stopping one starts no thread; a wake does, and what is due gets done."""
    thread = stopping(Counting())
    assert not thread.started
    assert thread.wait_idle(0)
    thread.wake()
    assert thread.wait_idle(10)
    assert (thread.started, thread.count) == (True, 1)


def test_more_to_do_is_done_without_a_wake(stopping):
    """``AGAIN`` counts as not idle; a pause in seconds is over by itself; a wake cuts it short."""
    thread = stopping(Counting(AGAIN, AGAIN, 0.01, 60.0))
    thread.wake()
    assert thread.wait_idle(10)
    assert thread.count == 3
    assert counted(thread, 4)
    thread.wake()
    assert thread.wait_idle(10)
    assert thread.count == 5


def test_a_series_of_wakes_is_one_turn(stopping):
    """Lingering gathers what comes in; somebody who waits or hurries ends it."""
    thread = stopping(Counting(linger_seconds=60))
    for _ in range(5):
        thread.wake()
    assert thread.wait_idle(10)
    assert thread.count == 1
    thread.wake(hurry=True)
    assert thread.wait_idle(10)
    assert thread.count == 2


def test_a_fault_is_logged_and_survived(stopping, monkeypatch, caplog):
    """What ``work`` lets through is logged, and the thread goes on."""
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.01)
    thread = stopping(Counting(ValueError("x"), None))
    thread.wake()
    assert counted(thread, 2)
    assert "the thread counting met an unexpected fault" in caplog.text


@pytest.mark.parametrize(("finishes", "count"), [(False, 1), (True, 4)])
def test_stopping_ends_at_once_or_does_what_is_due(finishes, count):
    """A thread that finishes goes on while there is more to do; none starts again afterwards."""
    hold = threading.Event()
    thread = Counting(AGAIN, AGAIN, AGAIN, 60.0, finishes=finishes, hold=hold)
    thread.wake()
    assert not thread.wait_idle(0.01)
    assert not thread.stop(0.01)  # it is at work
    hold.set()
    assert thread.stop(10)
    assert thread.count == count
    thread.wake()
    assert thread.stop(0)
    assert thread.count == count
