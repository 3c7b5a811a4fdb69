"""Many streams at once."""

from __future__ import annotations

import asyncio

import httpx

from service.served import TOKEN, served
from underdraft import Reply, TextDelta, Workspace, hookimpl

RUN = {"skillId": "polish", "document": "夜里很冷。", "selection": {"start": 0, "end": 5}, "stream": True}
AT_ONCE, ROUNDS = 64, 2


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


def test_many_streams_at_once_lose_nothing(tmp_path):
    """64 writers at once get their replies whole, one prefix, and every run is recorded once."""

    async def write(url):
        headers = {"authorization": f"Bearer {TOKEN}", "accept": "text/event-stream"}
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=120) as http:
            sent = (http.post("/ipc/ai:skill:run", json=RUN) for _ in range(AT_ONCE * ROUNDS))
            return await asyncio.gather(*sent)

    with (
        Workspace.open(tmp_path, store=tmp_path / "store.db", plugins=[Quick()], model="quick") as workspace,
        served(workspace) as url,
    ):
        answers = asyncio.run(write(url))
        assert all('"ok":true' in answer.text and '"text":"夜冷"' in answer.text for answer in answers)
        items = workspace.invoke_sync("ai:run:list", {"limit": 500})["data"]["items"]
        assert len({item["id"] for item in items}) == AT_ONCE * ROUNDS
        assert len({item["stablePrefixHash"] for item in items}) == 1
