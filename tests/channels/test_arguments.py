"""What channels share about their arguments."""

from __future__ import annotations

import pytest

from underdraft import InvalidArgument
from underdraft.channels.arguments import conversation_of, patched


def test_a_patch():
    """Keys become names; a wrong one is refused with those that are known, and never shown."""
    assert patched({"projectId": None, "content": "x"}, frozenset({"project_id", "content"})) == {
        "project_id": None,
        "content": "x",
    }
    with pytest.raises(InvalidArgument, match=r"^patch: unknown field; known are content, projectId$"):
        patched({"secret": 1}, frozenset({"project_id", "content"}))


def test_work_left_behind_is_taken_up(underdraft_workspace, monkeypatch):
    """Asking for what sessions left also wakes the worker that goes on with it."""
    ws = underdraft_workspace(embedder="none")
    woken = []
    monkeypatch.setattr(ws.store.conversation.worker, "wake", lambda: woken.append(True))
    assert conversation_of(ws) is ws.store.conversation
    assert woken
