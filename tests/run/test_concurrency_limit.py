"""How many prompts are assembled at a time."""

from __future__ import annotations

import asyncio
import gc
import weakref

from underdraft.run.concurrency_limit import ASSEMBLIES, places


def test_no_more_than_so_many_are_inside():
    """Everybody gets a turn, in the order in which they came, in each loop."""

    async def many():
        inside, most, done = 0, 0, []

        async def visit(number):
            nonlocal inside, most
            async with places():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1
                done.append(number)

        await asyncio.gather(*(visit(number) for number in range(40)))
        return most, done

    for _ in range(2):
        assert asyncio.run(many()) == (ASSEMBLIES, list(range(40)))


def test_a_loop_that_has_ended_is_forgotten():
    """A program that starts loop after loop keeps none of them."""

    async def visit():
        await asyncio.gather(*(places().acquire() for _ in range(ASSEMBLIES)))
        return weakref.ref(asyncio.get_running_loop())

    first, _ = asyncio.run(visit()), asyncio.run(visit())
    gc.collect()
    assert first() is None
