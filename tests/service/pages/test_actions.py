"""Buttons and forms."""

from __future__ import annotations

import pytest

from underdraft.service.pages.actions import payload_of
from underdraft.service.pages.rendering import ACTIONS


def test_every_action_is_a_channel(workspace):
    """No button leads to a channel that is not there."""
    assert set(ACTIONS) <= set(workspace.channels)


def test_a_form_becomes_a_payload():
    """Numbers, truths and patches have their types; what is written stays text, digits or not."""
    form = {"id": "1", "expectedVersion": "2", "confirm": "true", "patch.content": "3", "patch.tags": "a b"}
    assert payload_of(form) == {
        "id": "1",
        "expectedVersion": 2,
        "confirm": True,
        "patch": {"content": "3", "tags": ["a", "b"]},
    }
    assert payload_of({"patch.memory.rag_top_n": "7", "patch.injectionEnabled": "false"}) == {
        "patch": {"memory.rag_top_n": 7, "injectionEnabled": False}
    }


def made(workspace, content="短句"):
    """A memory."""
    payload = {"type": "preference", "scope": "global", "content": content}
    return workspace.invoke_sync("memory:create", payload)["data"]


def stored(workspace, id_):
    """It, as it is stored."""
    items = workspace.invoke_sync("memory:list", {"includeDeleted": True})["data"]["items"]
    return next((item for item in items if item["id"] == id_), None)


def test_a_memory_is_changed_deleted_restored_and_purged(workspace, post):
    """Each button does what it says, and leads back to where it stood with a word on what was done."""
    item = made(workspace)
    got = post(
        "do/memory:update",
        id=item["id"],
        expectedVersion=1,
        back="/p/harbour/memory",
        **{"patch.content": "长句"},
    )
    assert (got.status_code, got.headers["location"]) == (303, "/p/harbour/memory?done=memory%3Aupdate")
    assert stored(workspace, item["id"])["content"] == "长句"
    post("do/memory:restore", id=item["id"], toVersion=1, expectedVersion=2)
    assert stored(workspace, item["id"])["content"] == "短句"
    post("do/memory:delete", id=item["id"], expectedVersion=3)
    assert stored(workspace, item["id"])["deletedAt"]
    post("do/memory:restore", id=item["id"])
    assert stored(workspace, item["id"])["deletedAt"] is None
    post("do/memory:purge", id=item["id"], confirm="true")
    assert stored(workspace, item["id"]) is None


def test_two_windows_do_not_overwrite_each_other(workspace, post):
    """The second window is told, gets its text back, and can save it once it has seen the other."""
    item = made(workspace)
    change = {"id": item["id"], "expectedVersion": 1, "back": "/p/harbour/memory"}
    post("do/memory:update", **change, **{"patch.content": "第一扇窗"})
    second = post("do/memory:update", **change, **{"patch.content": "第二扇窗"})
    assert second.status_code == 409
    assert "第二扇窗" in second.text
    assert stored(workspace, item["id"])["content"] == "第一扇窗"
    post("do/memory:update", **{**change, "expectedVersion": 2}, **{"patch.content": "第二扇窗"})
    assert stored(workspace, item["id"])["content"] == "第二扇窗"


def test_two_windows_with_a_fact_or_the_profile(workspace, post):
    """The same holds for facts and the profile; what was stored first stays."""
    fact = workspace.invoke_sync("atomic:create", {"content": "灯塔有九层"})["data"]
    for _ in range(2):
        got = post("do/memory:update", id=fact["id"], expectedVersion=1, **{"patch.content": "灯塔有十层"})
    assert (got.status_code, "灯塔有十层" in got.text) == (409, True)
    for text in ("写悬疑。", "写诗。"):
        got = post("do/profile:update", markdown=text, expectedVersion=0)
    assert (got.status_code, "写诗。" in got.text) == (409, True)
    assert workspace.invoke_sync("profile:get")["data"]["markdown"] == "写悬疑。"


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example/p/harbour/", "/p/other/memory", "x"]
)
def test_no_form_leads_to_another_site(workspace, post, back):
    """Where a form goes back to is a page of this project."""
    item = made(workspace)
    got = post("do/memory:delete", id=item["id"], back=back)
    assert got.headers["location"].startswith("/p/harbour/memory?")
    got = post("do/memory:restore", id=item["id"], back="/p/harbour/story?chapter=1")
    assert got.headers["location"].startswith("/p/harbour/story?chapter=1&done=")


def test_other_channels_have_no_button(workspace, post):
    """A form can name only what has a button."""
    got = post("do/memory:export", path="out.jsonl")
    assert got.status_code == 404
    assert not list(workspace.root.glob("*.jsonl"))


def test_a_fault_is_a_sentence(post):
    """What cannot be done is said in words, with the code for whoever asks about it."""
    got = post("do/memory:delete", id="none")
    assert got.status_code == 404
    assert "This does not exist, or no longer exists." in got.text
    assert "Traceback" not in got.text
