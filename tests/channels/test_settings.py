"""The settings over the boundary."""

from __future__ import annotations

from channels.envelopes import data


def test_settings_through_the_channel(underdraft_workspace):
    """MS1-2: a patch answers with all settings, keys as in the contract."""
    ws = underdraft_workspace(embedder="none")
    answer = data(ws, "memory:settings:update", {"patch": {"memory.rag_top_n": 7}})
    assert answer == data(ws, "memory:settings:get") == ws.memory_settings.get()
    assert answer["memory.rag_top_n"] == 7
    assert answer["preferenceLearningThreshold"] == 3
