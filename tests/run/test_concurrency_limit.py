"""How many prompts are assembled at a time."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from underdraft.run.concurrency_limit import Admission


def test_no_more_than_so_many_are_inside():
    """In several loops at once, too; everybody gets a turn."""
    admission, inside, most, done, lock = Admission(3), 0, 0, 0, threading.Lock()

    async def visit():
        nonlocal inside, most, done
        async with admission.admitted():
            with lock:
                inside += 1
                most = max(most, inside)
            await asyncio.sleep(0.001)
            with lock:
                inside -= 1
                done += 1

    async def many():
        await asyncio.gather(*(visit() for _ in range(40)))

    for already in (0, 120):  # the second time with all places given back
        threads = [threading.Thread(target=asyncio.run, args=(many(),)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert (most, done, inside) == (3, already + 120, 0)


def test_whoever_is_canceled_gives_the_place_on():
    """While waiting and when the turn has just come."""
    admission = Admission(1)

    async def play():
        async def visit(seconds):
            async with admission.admitted():
                await asyncio.sleep(seconds)

        first = asyncio.create_task(visit(0.01))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(visit(0)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        assert not first.done()
        assert not waiting[1].done()  # who gave up waiting had no place to give
        await first
        waiting[1].cancel()
        for task in waiting:
            with suppress(asyncio.CancelledError):
                await task
        async with asyncio.timeout(5), admission.admitted():
            return True

    assert asyncio.run(play())
