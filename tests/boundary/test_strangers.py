from __future__ import annotations

import asyncio
import threading

import pytest

from underdraft.boundary import strangers
from underdraft.boundary.strangers import HANGING_MAXIMUM, awaited, call_apart, guarded, name_of
from underdraft.errors import Timeout


def fails(error):
    """Raise it."""
    raise error


@pytest.mark.parametrize(
    "error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), StopIteration(), asyncio.CancelledError()]
)
def test_what_would_end_more_than_the_call(error):
    """It comes out as an ordinary error with its name, from a call, an awaitable and a thread."""

    async def later():
        raise error

    calls = [
        lambda: guarded(fails, error),
        lambda: asyncio.run(awaited(later())),
        lambda: asyncio.run(call_apart(fails, error, known_by=fails)),
    ]
    for call in calls:
        with pytest.raises(RuntimeError) as raised:  # Python itself makes one of a coroutine's StopIteration
            call()
        assert name_of(raised.value) in {type(error).__name__, "RuntimeError"}
    with pytest.raises(ValueError, match="x"):
        guarded(fails, ValueError("x"))


def test_a_cancellation_that_was_asked_for_passes():
    """Whoever stops the task stops what it awaits."""

    async def go():
        task = asyncio.ensure_future(awaited(asyncio.sleep(30)))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


def test_calls_that_hang_are_counted():
    """So many threads of one function are left behind; then it is refused until one comes back."""
    release = threading.Event()
    before = threading.active_count()

    def hang():
        release.wait(30)

    async def call(count):
        for _ in range(count):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(call_apart(hang, known_by=hang), 0.01)

    asyncio.run(call(HANGING_MAXIMUM))
    for _ in range(20):
        with pytest.raises(Timeout, match="not come back"):
            asyncio.run(call_apart(hang, known_by=hang))
    assert threading.active_count() <= before + HANGING_MAXIMUM
    assert asyncio.run(call_apart(lambda: 1, known_by=fails)) == 1  # others are not charged for it
    release.set()
    for thread in threading.enumerate():
        if thread.name == "underdraft-plugin":
            thread.join(10)
    asyncio.run(call_apart(hang, known_by=hang))
    assert id(hang) not in strangers._hanging
