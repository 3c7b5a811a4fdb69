"""A plugin that knows nothing but `embed(texts)` and candidates: recall and extraction work with it as with the local embedder."""

from __future__ import annotations

import numpy as np
import pytest

from underdraft import CandidateMemory, hookimpl
from underdraft_plugins.embedders.local import local_embedder

MEMORIES = (
    "沈砚左手有一道烫伤的疤。",
    "灯塔的看守人姓何，从不离岛。",
    "这本书里的雨总在夜里下。",
    "第三章写的是渡口的争执。",
)


class Plain:
    """The local embedder's meaning in a range of cosines from 0.7 to 1, under a name of its own."""

    name, dimensions = "plain", 513

    @hookimpl
    def underdraft_embedder(self, name):
        return self if name == self.name else None

    @hookimpl
    def underdraft_extract_memories(self, turn):
        return [CandidateMemory(content=turn.user, evidence=turn.user)] if "岛" in turn.user else []

    def embed(self, texts):
        """One vector a text."""
        rows = np.asarray(local_embedder().embed(texts))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return [[0.7**0.5, *(0.3**0.5 * row)] for row in rows]


@pytest.fixture(params=["local", "plain"])
def workspace(request, underdraft_workspace):
    """With the memories and their vectors."""
    ws = underdraft_workspace(plugins=[Plain()], embedder=request.param)
    for content in MEMORIES:
        assert ws.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": content})["ok"]
    assert ws.store.memory.indexer.wait(60)
    return ws


def test_it_recalls_what_fits_and_nothing_where_nothing_fits(workspace):
    """The range of its cosines makes no difference, and a request about something else recalls nothing."""
    recall = workspace.store.memory.recall
    recall(None, "first")  # loads the encoder of the learned weights
    assert recall(None, "沈砚手上的疤是怎么来的").items[0].content == MEMORIES[0]
    assert recall(None, "帮我给房东写一封信，退掉押金").items == ()


def test_what_is_said_is_learned(workspace):
    """The classifier keeps to its own embedder, and the plugin's candidates are heard beside it."""
    for said in ("我定了：反派最后死在灯塔里，不是逃走。", "渡口在岛的北边。"):
        workspace.run_sync("chat", instruction=said, session_id="s")
    workspace.store.finish(60)
    facts = [item["content"] for item in workspace.invoke_sync("atomic:list", {})["data"]["items"]]
    assert sorted(fact for fact in facts if fact not in MEMORIES) == [
        "我定了：反派最后死在灯塔里，不是逃走。",
        "渡口在岛的北边。",
    ]
