from __future__ import annotations

import asyncio
import threading
import time

import pytest

from underdraft import Chunk, Fetcher, Layer
from underdraft.boundary.plugin_calls import HANGING_MAXIMUM
from underdraft.run.call_fetcher import NOT_CALLED, TooLongError, call_fetcher
from underdraft.testing import inputs

RUN = inputs()


def called(fetcher):
    """What one call gives."""

    async def go():
        return await call_fetcher(fetcher, RUN, [], NOT_CALLED)

    return asyncio.run(go())


def test_threads_that_hang_are_counted():
    """Of a fetcher that hangs each time so many threads are left behind and no more; once one is back it is asked again."""
    release = threading.Event()

    def hangs(_):
        release.wait(30)
        return [Chunk(text="late", source="s")]

    slow = Fetcher(name="slow", layer=Layer.RECENT, fetch=hangs, timeout_ms=20)
    before = threading.active_count()
    for _ in range(HANGING_MAXIMUM + 20):
        with pytest.raises(TooLongError):
            called(slow)
    assert threading.active_count() <= before + HANGING_MAXIMUM + 1
    release.set()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            assert [chunk.text for chunk in called(slow).chunks] == ["late"]
        except TooLongError:
            time.sleep(0.01)
        else:
            return
    raise AssertionError("the fetcher is not asked again")
