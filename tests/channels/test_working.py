"""Working memory over the boundary."""

from __future__ import annotations

import pytest

from channels.envelopes import data


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


@pytest.fixture
def session(ws):
    """A session with one exchange."""
    session_id = data(ws, "session:start")["sessionId"]
    for role, content in (("user", "我叫林溪。"), ("assistant", "好的。")):
        data(ws, "conversation:append", {"sessionId": session_id, "role": role, "content": content})
    return session_id


def test_working_memory(ws, session):
    """What is put at hand is listed, and archived or dropped at the end."""
    item = {"sessionId": session, "projectId": "test-project", "content": "短句", "importance": 0.9}
    assert data(ws, "working:put", {**item, "kind": "preference", "tokenCount": 3})["tokenCount"] == 3
    assert data(ws, "working:put", {**item, "kind": "note"})["evicted"] == []
    assert len(data(ws, "working:list", {"sessionId": session})["items"]) == 2
    assert data(ws, "session:end", {"sessionId": session}) == {"archived": 1, "dropped": 1}
