"""The messages of a session over the boundary."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error


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


def test_a_transcript(ws, session):
    """Messages are listed in pages, marked, shown as the next request sends them, and deleted."""
    page = data(ws, "conversation:list", {"sessionId": session, "limit": 1})
    assert page["nextCursor"]
    message = page["items"][0]
    assert data(ws, "conversation:collect", {"id": message["id"], "collected": True})["isCollected"]
    assert data(ws, "conversation:window", {"sessionId": session})["messages"] == [
        {"role": "user", "content": "我叫林溪。"},
        {"role": "assistant", "content": "好的。"},
    ]
    assert data(ws, "conversation:delete", {"sessionId": session, "id": message["id"]}) == {"deleted": 1}
    assert data(ws, "conversation:delete", {"sessionId": session}) == {"deleted": 1}


def test_a_message_of_another_project(ws, session):
    """It is not found."""
    message = data(ws, "conversation:list", {"sessionId": session})["items"][0]["id"]
    payload = {"id": message, "projectId": "other", "collected": True}
    assert error(ws, "conversation:collect", payload)["code"] == "NOT_FOUND"


def test_a_role(ws, session):
    """Only the two who talk."""
    said = error(ws, "conversation:append", {"sessionId": session, "role": "system", "content": "x"})
    assert (said["code"], said["message"]) == ("INVALID_ARGUMENT", "role: expected user or assistant")
