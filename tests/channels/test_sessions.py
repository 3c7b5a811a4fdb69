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


@pytest.mark.parametrize(
    ("channel", "payload"),
    [
        ("conversation:append", {"role": "user", "content": "x"}),
        ("conversation:list", {}),
        ("conversation:delete", {}),
        ("summary:update", {"title": "a", "snippet": "b"}),
        ("summary:update", {"title": "a"}),
        ("summary:update", {"delete": True}),
    ],
)
def test_another_project_sees_nothing(ws, session, channel, payload):
    """A session of one project is not found from another."""
    data(ws, "summary:update", {"sessionId": session, "title": "名字", "snippet": "林溪说了名字。"})
    asked = {"sessionId": session, "projectId": "other", **payload}
    assert error(ws, channel, asked)["code"] == "NOT_FOUND"


def test_summaries(ws, session):
    """A summary is written, changed, listed and hidden."""
    data(ws, "summary:update", {"sessionId": session, "title": "名字", "snippet": "林溪说了名字。"})
    changed = data(ws, "summary:update", {"sessionId": session, "title": "姓名"})
    assert (changed["title"], changed["snippet"]) == ("姓名", "林溪说了名字。")
    assert data(ws, "summary:list") == {
        "items": [data(ws, "memory:show", {"ref": f"session:{session}"})["summary"]]
    }
    data(ws, "summary:update", {"delete": True, "sessionId": session})
    assert data(ws, "summary:list")["items"] == []
