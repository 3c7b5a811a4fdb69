"""The sessions of talks that come without an id."""

from __future__ import annotations

from underdraft.service import chat_sessions
from underdraft.service.chat_request import TalkTurn, read_request
from underdraft.service.chat_sessions import ChatSessions


def asked(*contents):
    """A request whose messages are the user's and the assistant's in turn."""
    roles = ["user", "assistant"] * len(contents)
    said = [{"role": role, "content": text} for role, text in zip(roles, contents, strict=False)]
    return read_request({"messages": said}, {})


def test_a_session_is_found_once(workspace):
    """Two requests that go on from the same point do not share a session: the second gets a copy."""
    chats = ChatSessions()
    session, apart = chats.find(workspace, asked("一"))
    assert apart
    chats.came_to(workspace, (TalkTurn("一", "二"),), session)
    assert chats.find(workspace, asked("一", "二", "三")) == (session, False)
    again, _ = chats.find(workspace, asked("一", "二", "三"))
    assert again != session
    copied = workspace.invoke_sync("conversation:list", {"sessionId": again})["data"]["items"]
    assert [message["content"] for message in copied] == ["一", "二"]


def test_instructions_that_change_stand_last_from_then_on(workspace):
    """While they are the same they stand in front; once they have changed in a session, never again."""
    chats = ChatSessions()
    places = [chats.instructions_last(workspace, "s", text) for text in ("a", "a", "b", "a")]
    assert places == [False, False, True, True]
    assert not chats.instructions_last(workspace, "t", "b")


def test_blanks_at_the_ends_make_no_other_talk(workspace):
    """Clients trim what they show."""
    chats = ChatSessions()
    chats.came_to(workspace, (TalkTurn("一", "二\n"),), "s")
    assert chats.find(workspace, asked("一", "二", "三")) == ("s", False)


def test_old_talks_are_forgotten(workspace, monkeypatch):
    """The number of remembered talks is bounded; an old one goes on in a copy."""
    monkeypatch.setattr(chat_sessions, "TALKS_KEPT", 2)
    chats = ChatSessions()
    for name in ("a", "b", "c"):
        chats.came_to(workspace, (TalkTurn(name, "x"),), name)
    assert chats.find(workspace, asked("c", "x", "y")) == ("c", False)
    assert chats.find(workspace, asked("a", "x", "y"))[0] != "a"
