"""``memory:show``: what each reference names, and what names nothing."""

from __future__ import annotations

import pytest

from memory.sessions.session_samples import data, opened, project, say, settle


@pytest.fixture
def ws(tmp_path):
    """A workspace in which something was said."""
    with opened(project(tmp_path), "好的。") as workspace:
        yield workspace


def test_each_kind_is_shown_whole(ws):
    """A run with its messages, a session with its transcript, a fact, a memory; with or without the mark."""
    said = say(ws, "主角叫林远")
    settle(ws)
    data(ws, "memory:create", {"type": "note", "scope": "global", "content": "少写雨"})
    show = lambda ref: data(ws, "memory:show", {"ref": ref, "projectId": "harbour"})
    run = show(f"ref:run:{said.id}")
    assert (run["kind"], run["text"], run["complete"]) == ("run", "好的。", True)
    session = show("session:s1")
    assert [m["role"] for m in session["messages"]] == ["user", "assistant"]
    assert session["summary"]["title"] == "主角叫林远"
    [fact] = ws.store.conversation.atomic.list(project_id="harbour").items
    assert show(f"atomic:{fact.id}")["item"]["content"] == "主角叫林远"
    [item] = ws.store.memory.items.list().items
    assert show(f"memory:{item.id}")["item"]["content"] == "少写雨"


@pytest.mark.parametrize(
    ("ref", "project_id"), [("session:s1", "other"), ("session:none", "harbour"), ("run:none", None)]
)
def test_another_projects_session_is_not_shown(ws, ref, project_id):
    """Nor one that does not exist."""
    say(ws, "主角叫林远")
    answer = ws.invoke_sync("memory:show", {"ref": ref, "projectId": project_id})
    assert answer["error"]["code"] == "NOT_FOUND"


@pytest.mark.parametrize("ref", ["", "run", "run:", "chapter:1", "ref:"])
def test_what_is_no_reference_is_refused(ws, ref):
    """The message lists what one looks like."""
    error = ws.invoke_sync("memory:show", {"ref": ref})["error"]
    assert error["code"] == "INVALID_ARGUMENT"
    assert error["message"] == "ref: expected run:<id>, session:<id>, atomic:<id>, memory:<id>"
