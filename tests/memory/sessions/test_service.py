"""What a run's turn leaves: the transcript, and work in the background."""

from __future__ import annotations

from sqlalchemy import select

from memory.sessions.session_samples import data, say, settings, settle
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.memory.sessions.reading import AGAIN_JOB


def pending(workspace):
    """How much is left to do."""
    return workspace.store.conversation.worker.pending().waiting


def test_the_first_turn_is_summarised_and_each_is_learned_from(ws):
    """Both wait in the store until they are done; what the model failed at waits to be asked again."""
    say(ws, "主角叫林远")
    settle(ws)
    with ws.store.database.read() as connection:
        assert set(connection.scalars(select(BACKGROUND_JOB.c.kind))) <= {AGAIN_JOB}
    assert [s["title"] for s in data(ws, "summary:list")["items"]] == ["主角叫林远"]
    assert [f["content"] for f in data(ws, "atomic:list", {"projectId": "harbour"})["items"]] == [
        "主角叫林远"
    ]


def test_privacy_mode_leaves_no_work(ws):
    """Nothing is learned, nothing summarised; the session goes on."""
    settings(ws, privacyModeEnabled=True)
    say(ws, "主角叫林远")
    assert pending(ws) == 0
    assert len(data(ws, "conversation:window", {"sessionId": "s1"})["messages"]) == 2
    assert data(ws, "summary:list")["items"] == []


def test_the_profile_goes_into_prompts_while_the_setting_is_on(ws):
    """What fetchers see of it."""
    data(ws, "profile:update", {"markdown": "偏好短句"})
    assert ws.store.conversation.profile() == "偏好短句"
    settings(ws, memory__enable_user_profile=False)
    assert ws.store.conversation.profile() == ""
