"""Processes that write for a writer while all of the writer's is purged."""

from __future__ import annotations

import asyncio
import json
import logging
import time

from faults.many_processes_worker import EPISODE, now
from memory.sessions.session_samples import opened
from underdraft import Workspace
from underdraft.errors import StoreError
from underdraft.memory.episodes.apply import Applier
from underdraft.memory.store import Store
from underdraft.testing import FakeModel

SECRET = "沈默的铜钟"  # noqa: S105 - words of a story
"""The words that are purged."""


class Slow(FakeModel):
    """A model that takes its time, so that runs are under way whatever happens."""

    async def answer(self, call):
        """See ``FakeModel``."""
        await asyncio.sleep(0.02)
        async for event in super().answer(call):
            yield event


def work(folder, store, writer, name, ready, go, writes):
    """Have the words in memory and in every cache, then write and say when each prompt was begun, and what it was."""
    logging.basicConfig(filename=folder / f"{name}.log", level=logging.DEBUG)
    plain = {"store": store, "writer": writer, "clock": now}
    model = Slow("好的。", name="slow")
    with opened(folder, model=model.name, plugins=[model], **plain) as workspace:
        tell = {"type": "preference", "scope": "global", "content": f"提到{SECRET}{name}"}
        assert workspace.invoke_sync("memory:create", tell)["ok"]
        session = workspace.invoke_sync("session:start")["data"]["sessionId"]
        workspace.run_sync("talk", instruction=f"写{SECRET}。", session_id=session)
        at_hand = {
            "sessionId": session,
            "projectId": "harbour",
            "kind": "note",
            "content": SECRET,
            "importance": 0.9,
        }
        told = workspace.invoke_sync("working:put", at_hand)
        assert told["ok"], told
        ready.release()
        assert go.wait(60)
        with (folder / f"{name}.prompts").open("a", buffering=1) as said:
            for number in range(writes):
                begun = time.monotonic()
                run = workspace.run_sync("talk", instruction=f"第{number}夜", session_id=session)
                prompt = "".join(message.content for message in model.calls[-1].messages)
                said.write(json.dumps([begun, SECRET in prompt, run.warnings], ensure_ascii=False) + "\n")


def leave(folder, store, writer, ready):
    """Have a run and an episode with the words that wait beside the store, which takes none, and never end."""

    def refuse(*_, **__):
        raise StoreError("away", details={"reason": "away"})

    with opened(folder, store=store, writer=writer, clock=now) as workspace:
        session = workspace.invoke_sync("session:start")["data"]["sessionId"]
        workspace.run_sync("talk", instruction="一", session_id=session)
        Applier.write = Store._write_again = refuse
        workspace.run_sync("talk", instruction=f"写{SECRET}。", session_id=session)
        episode = {"inputContext": SECRET, **EPISODE}
        workspace.invoke_sync("memory:episode:record", episode)
        ready.release()
        time.sleep(600)


def opened_plain(folder, store, writer):
    """The writer's workspace."""
    return Workspace.open(folder, store=store, writer=writer, trusted=True, embedder="none")
