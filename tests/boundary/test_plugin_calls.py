from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import suppress

import pytest

from underdraft.boundary import plugin_calls
from underdraft.boundary.plugin_calls import (
    HANGING_MAXIMUM,
    await_apart,
    awaited,
    call_apart,
    guarded,
    name_of,
)
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
    by = time.monotonic() + 10
    while id(hang) in plugin_calls._hanging and time.monotonic() < by:
        time.sleep(0.01)
    asyncio.run(call_apart(hang, known_by=hang))
    assert id(hang) not in plugin_calls._hanging


def test_a_task_that_swallows_its_cancellation_is_left_behind(monkeypatch, caplog):
    """The caller goes on at the limit, it is said, so many may hang, and each is cancelled again until it ends."""
    monkeypatch.setattr(plugin_calls, "GRACE_S", 0.01)
    monkeypatch.setattr(plugin_calls, "AGAIN_S", 0.1)
    ended = []

    async def stubborn():
        for _ in range(HANGING_MAXIMUM):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
        ended.append(1)
        raise ValueError("nobody asks")

    async def go():
        for _ in range(HANGING_MAXIMUM):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(await_apart(stubborn, known_by=stubborn), 0.01)
        with pytest.raises(Timeout, match="not come back"):
            await await_apart(stubborn, known_by=stubborn)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert len(others) == HANGING_MAXIMUM
        await asyncio.wait(others, timeout=20)
        assert len(ended) == HANGING_MAXIMUM
        assert id(stubborn) not in plugin_calls._hanging

    with caplog.at_level(logging.WARNING, "underdraft"):
        asyncio.run(go())
    assert caplog.text.count("stubborn goes on after its cancellation and is left behind") == HANGING_MAXIMUM
    assert "never retrieved" not in caplog.text


def test_what_cleans_up_in_time_is_not_left_behind(caplog):
    """A cancellation reaches what is awaited, which may still put its things away; its value passes."""
    put_away = []

    async def tidy(value):
        try:
            await asyncio.sleep(0 if value else 60)
        finally:
            await asyncio.sleep(0.01)
            put_away.append(value)
        return value

    async def go():
        assert await await_apart(tidy, 7, known_by=tidy) == 7
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(await_apart(tidy, 0, known_by=tidy), 0.01)

    asyncio.run(go())
    assert put_away == [7, 0]
    assert not caplog.text
