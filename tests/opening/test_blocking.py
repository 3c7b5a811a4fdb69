from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress

import pytest

from underdraft import Canceled, Conflict, InvalidArgument, UnderdraftError
from underdraft.opening import blocking as portal_module
from underdraft.opening.blocking import Portal


@pytest.fixture
def portal():
    """A portal that is closed after the test."""
    made = Portal()
    yield made
    made.close()


async def value(x):
    """Give it back a moment later."""
    await asyncio.sleep(0)
    return x


async def fails():
    """Fail."""
    raise ValueError("x")


def test_results_and_errors_come_back(portal):
    """A coroutine's result and its exception come to the caller, call after call."""
    assert portal.call(value(1)) == 1
    with pytest.raises(ValueError, match="x"):
        portal.call(fails())
    assert portal.call(value(2)) == 2


def test_it_works_where_a_loop_is_running(portal):
    """Also a caller inside another running loop is served."""

    async def inside():
        return portal.call(value(3))

    assert asyncio.run(inside()) == 3


def test_threads_share_it(portal):
    """Calls from several threads run side by side."""
    results = []
    threads = [threading.Thread(target=lambda n=n: results.append(portal.call(value(n)))) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(8))


def test_from_its_own_loop_it_would_wait_for_itself(portal):
    """A sync call, or closing, from code on the loop is an error instead of a deadlock."""

    async def on_the_loop():
        return portal.call(value(1))

    async def closing():
        portal.close()

    for work in (on_the_loop, closing):
        with pytest.raises(InvalidArgument):
            portal.call(work())


def test_closing_cancels_what_runs():
    """A call under way in another thread ends with Canceled; closing twice is allowed; later calls are refused."""
    portal = Portal()
    begun = threading.Event()
    caught = []

    async def hangs():
        begun.set()
        await asyncio.sleep(30)

    def call():
        try:
            portal.call(hangs())
        except Canceled as error:
            caught.append(error.code)

    thread = threading.Thread(target=call)
    thread.start()
    assert begun.wait(20)
    portal.close()
    portal.close()
    thread.join(20)
    assert caught == ["CANCELED"]
    with pytest.raises(Conflict):
        portal.call(value(1))


def test_closing_does_not_wait_for_the_stubborn(monkeypatch):
    """A task that ignores its cancellation is left behind after a moment."""
    monkeypatch.setattr(portal_module, "CLOSE_GRACE_S", 0.05)
    portal = Portal()

    async def stubborn():
        while True:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                await asyncio.sleep(0)

    async def start():
        portal_module.kept = asyncio.ensure_future(stubborn())

    portal.call(start())
    begin = time.perf_counter()
    portal.close()
    assert time.perf_counter() - begin < 20
    portal_module.kept.get_coro().close()
    portal_module.kept._log_destroy_pending = False
    del portal_module.kept


def test_closing_what_was_never_used():
    """A portal without a loop closes at once."""
    Portal().close()


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_the_loop_outlives_what_would_end_the_program(portal, error):
    """The call that raised it gets a typed error, and the next one works."""

    async def end():
        raise error

    async def go_on():
        return 1

    with pytest.raises(UnderdraftError, match=type(error).__name__):
        portal.call(end())
    assert portal.call(go_on()) == 1


@pytest.mark.long
def test_closing_does_not_wait_for_a_thread_that_hangs():
    """A hook that never returns holds up closing for a moment only."""
    portal, release, begun = Portal(), threading.Event(), threading.Event()

    async def hang():
        begun.set()
        await asyncio.to_thread(release.wait, 30)

    def call():
        with suppress(UnderdraftError):
            portal.call(hang())

    worker = threading.Thread(target=call)
    worker.start()
    assert begun.wait(20)
    begin = time.monotonic()
    portal.close()
    assert time.monotonic() - begin < 20
    release.set()
    worker.join(10)


def test_closing_does_not_wait_for_a_loop_that_is_held(monkeypatch):
    """A hook that blocks the loop itself, where nothing can be canceled, is left behind with its thread."""
    monkeypatch.setattr(portal_module, "CLOSE_GRACE_S", 0.05)
    portal, release, begun = Portal(), threading.Event(), threading.Event()

    async def hold():
        begun.set()
        release.wait(30)

    def call():
        with suppress(UnderdraftError):
            portal.call(hold())

    worker = threading.Thread(target=call)
    worker.start()
    assert begun.wait(20)
    begin = time.monotonic()
    portal.close()
    assert time.monotonic() - begin < 20
    release.set()
    worker.join(10)
    assert not worker.is_alive()
