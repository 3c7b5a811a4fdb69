"""Two hundred streams at once behind a slow provider: each has an end, and each run a record."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import httpx
import pytest
from sse_starlette.sse import AppStatus

from service.served import TOKEN, served
from underdraft import Reply, TextDelta, Workspace, hookimpl

pytestmark = pytest.mark.long

STREAMS, LEAVING, STOPPED, WORDS = 200, 40, 50, 60
"""Streams at once, those whose clients go away early, those that the server's end stops; words of a reply, one a second."""


class Slow:
    """A model that writes a word a second."""

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "slow" else None

    async def answer(self, _):
        for _ in range(WORDS):
            yield TextDelta(text="夜")
            await asyncio.sleep(1)
        yield Reply(texts=("夜" * WORDS,))


async def follow(http, number, most):
    """Read one stream, at most some words of it; gives its run and how it ended."""
    body = {"messages": [{"role": "user", "content": f"第{number}个"}], "stream": True}
    run, words = None, 0
    async with http.stream("POST", "/v1/chat/completions", json=body) as got:
        async for line in got.aiter_lines():
            if not line.startswith("data: "):
                continue
            if line == "data: [DONE]":
                return run, "done" if words == WORDS else "short"
            said = json.loads(line.removeprefix("data: "))
            if "error" in said:
                return run, said["error"]["code"]
            run = said["id"].removeprefix("chatcmpl-")
            words += bool(said["choices"][0]["delta"].get("content"))
            if words == most:
                return run, "left"
    return run, "broken"


async def follow_all(url, streams, leaving=0):
    """Follow streams at once, some of which leave."""
    limits = httpx.Limits(max_connections=None)
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=300, limits=limits) as http:
        each = (follow(http, n, 2 + n % 9 if n < leaving else None) for n in range(streams))
        return await asyncio.gather(*each)


def test_every_stream_has_an_end_and_a_record(tmp_path, monkeypatch):
    """For a minute, with clients that go away, and with a server that stops under the streams."""
    folder = tmp_path / "n"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text('[project]\nid = "n"\n', encoding="utf-8")
    with Workspace.open(folder, store=tmp_path / "s.db", plugins=[Slow()], model="slow") as workspace:
        with served(workspace, stop_timeout_s=8) as url:
            found = asyncio.run(follow_all(url, STREAMS, LEAVING))
            assert Counter(end for _, end in found) == {"done": STREAMS - LEAVING, "left": LEAVING}

            async def stop_under(streams):
                following = asyncio.ensure_future(follow_all(url, streams))
                await asyncio.sleep(15)
                monkeypatch.setattr(AppStatus, "should_exit", True)
                return await following

            stopped = asyncio.run(stop_under(STOPPED))
            assert Counter(end for _, end in stopped) == {"CANCELED": STOPPED}
        workspace.store.settle()
        ended = Counter()
        for run, end in (*found, *stopped):
            status = workspace.store.runs.get(run).record.status if workspace.store.runs.has(run) else None
            ended[end, status] += 1
        assert ended == {
            ("done", "done"): STREAMS - LEAVING,
            ("left", "canceled"): LEAVING,
            ("CANCELED", "canceled"): STOPPED,
        }
