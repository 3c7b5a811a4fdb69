"""Many streams at once."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import httpx
import pytest

from service.served import TOKEN, served
from underdraft import Reply, TextDelta, Workspace, hookimpl

RUN = {"skillId": "polish", "document": "夜里很冷。", "selection": {"start": 0, "end": 5}, "stream": True}
AT_ONCE = 64
STATM = Path("/proc/self/statm")


class Quick:
    """A model that says two words."""

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "quick" else None

    async def answer(self, call):
        yield TextDelta(text="夜")
        await asyncio.sleep(0.01)
        yield TextDelta(text="冷")
        yield Reply(texts=("夜冷",))


def resident_mib():
    """Memory that this process holds, where the system tells."""
    pages = [int(STATM.read_text("ascii").split()[1])] if STATM.exists() else []
    return [count * os.sysconf("SC_PAGE_SIZE") / 2**20 for count in pages]


async def write(url, seconds, memory):
    """The answers that 64 writers get in this time, and how much memory the process holds meanwhile, in MiB."""
    headers = {"authorization": f"Bearer {TOKEN}", "accept": "text/event-stream"}
    answers, end = [], time.monotonic() + seconds

    async def writer(http):
        while not answers or time.monotonic() < end:
            answers.append((await http.post("/ipc/ai:skill:run", json=RUN)).text)

    async def watch():
        while time.monotonic() < end:
            await asyncio.sleep(seconds / 12)
            memory.extend(resident_mib())

    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=120) as http:
        await asyncio.gather(*(writer(http) for _ in range(AT_ONCE)), watch())
    return answers


def recorded(workspace):
    """All runs in the store."""
    items, cursor = [], None
    while True:
        page = workspace.invoke_sync("ai:run:list", {"limit": 500, "cursor": cursor})["data"]
        items += page["items"]
        cursor = page["nextCursor"]
        if cursor is None:
            return items


LONGEST = int(os.environ.get("UNDERDRAFT_LOAD_SECONDS", "20"))
"""Seconds of the long run; the figures of ``benchmarks/README.md`` are of 60."""


@pytest.mark.parametrize("seconds", [1, pytest.param(LONGEST, marks=pytest.mark.long)])
def test_many_streams_at_once_lose_nothing(tmp_path, seconds):
    """64 writers at once get their replies whole, every run is recorded once, and memory does not grow."""
    memory = []
    with (
        Workspace.open(tmp_path, store=tmp_path / "store.db", plugins=[Quick()], model="quick") as workspace,
        served(workspace) as url,
    ):
        answers = asyncio.run(write(url, seconds, memory))
        assert len(answers) >= AT_ONCE
        assert all('"ok":true' in answer and '"text":"夜冷"' in answer for answer in answers)
        items = recorded(workspace)
        assert len({item["id"] for item in items}) == len(items) == len(answers)
        assert len({item["stablePrefixHash"] for item in items}) == 1
    if seconds > 1 and memory:  # the first third warms up; the answers themselves are a few MiB
        assert memory[-1] < 1.15 * memory[4], memory
