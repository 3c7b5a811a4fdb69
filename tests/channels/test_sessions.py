"""The channels of sessions, transcripts, summaries and working memory."""

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


def test_a_missing_project_is_the_own(ws):
    """Null is none."""
    own, none = data(ws, "session:start")["sessionId"], data(ws, "session:start", {"projectId": None})
    assert [item["sessionId"] for item in data(ws, "session:list")["items"]] == [own]
    (listed,) = data(ws, "session:list", {"projectId": None})["items"]
    assert (listed["sessionId"], listed["projectId"]) == (none["sessionId"], None)
    assert (
        error(ws, "session:list", {"projectId": ""})["message"]
        == "projectId: expected a name of 1 to 200 characters"
    )


def test_a_transcript(ws, session):
    """Messages are listed in pages, marked, shown as the next request sends them, and deleted."""
    page = data(ws, "conversation:list", {"sessionId": session, "limit": 1})
    assert page["nextCursor"]
    message = page["items"][0]
    assert data(ws, "conversation:get", {"id": message["id"]}) == message
    assert data(ws, "conversation:collect", {"id": message["id"], "collected": True})["isCollected"]
    assert data(ws, "conversation:window", {"sessionId": session})["messages"] == [
        {"role": "user", "content": "我叫林溪。"},
        {"role": "assistant", "content": "好的。"},
    ]
    assert data(ws, "conversation:delete", {"sessionId": session, "id": message["id"]}) == {"deleted": 1}
    assert data(ws, "conversation:delete", {"sessionId": session}) == {"deleted": 1}


@pytest.mark.parametrize(
    ("channel", "payload"),
    [
        ("conversation:append", {"role": "user", "content": "x"}),
        ("conversation:list", {}),
        ("conversation:delete", {}),
        ("summary:create", {"title": "a", "snippet": "b"}),
        ("summary:get", {}),
        ("summary:update", {"title": "a"}),
        ("summary:delete", {}),
    ],
)
def test_another_project_sees_nothing(ws, session, channel, payload):
    """A session of one project is not found from another."""
    data(ws, "summary:create", {"sessionId": session, "title": "名字", "snippet": "林溪说了名字。"})
    asked = {"sessionId": session, "projectId": "other", **payload}
    assert error(ws, channel, asked)["code"] == "NOT_FOUND"


def test_a_message_of_another_project(ws, session):
    """Neither is one of its messages."""
    message = data(ws, "conversation:list", {"sessionId": session})["items"][0]["id"]
    for channel, more in (("conversation:get", {}), ("conversation:collect", {"collected": True})):
        assert error(ws, channel, {"id": message, "projectId": "other", **more})["code"] == "NOT_FOUND"


def test_summaries(ws, session):
    """A summary is written, changed, listed and hidden."""
    data(ws, "summary:create", {"sessionId": session, "title": "名字", "snippet": "林溪说了名字。"})
    changed = data(ws, "summary:update", {"sessionId": session, "title": "姓名"})
    assert (changed["title"], changed["snippet"]) == ("姓名", "林溪说了名字。")
    assert data(ws, "summary:list") == {"items": [data(ws, "summary:get", {"sessionId": session})]}
    data(ws, "summary:delete", {"sessionId": session})
    assert data(ws, "summary:list")["items"] == []


def test_working_memory(ws, session):
    """What is put at hand is listed, and archived or dropped at the end."""
    item = {"sessionId": session, "projectId": "test-project", "content": "短句", "importance": 0.9}
    assert data(ws, "working:put", {**item, "kind": "preference", "tokenCount": 3})["tokenCount"] == 3
    assert data(ws, "working:put", {**item, "kind": "note"})["evicted"] == []
    assert len(data(ws, "working:list", {"sessionId": session})["items"]) == 2
    assert data(ws, "session:end", {"sessionId": session}) == {"archived": 1, "dropped": 1}


def test_a_role(ws, session):
    """Only the two who talk."""
    said = error(ws, "conversation:append", {"sessionId": session, "role": "system", "content": "x"})
    assert (said["code"], said["message"]) == ("INVALID_ARGUMENT", "role: expected user or assistant")
