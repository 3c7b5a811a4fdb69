"""References: what each names, and what names nothing."""

from __future__ import annotations

import pytest
from underdraft.memory.references import show

from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft.errors import InvalidArgument, NotFound


@pytest.fixture
def store(tmp_path):
    """The store of a workspace in which something was said."""
    with opened(project(tmp_path), "好的。") as workspace:
        run = say(workspace, "主角叫林远")
        settle(workspace)
        workspace.store.run_id = run.id
        data(workspace, "memory:create", {"type": "note", "scope": "global", "content": "少写雨"})
        yield workspace.store


def test_each_kind_is_shown_whole(store):
    """A run with its messages, a session with its transcript, a fact, a memory; with or without the mark."""
    run = show(store, f"ref:run:{store.run_id}", "harbour")
    assert (run["kind"], run["text"], run["complete"]) == ("run", "好的。", True)
    session = show(store, "session:s1", "harbour")
    assert [m["role"] for m in session["messages"]] == ["user", "assistant"]
    assert session["summary"]["title"] == "主角叫林远"
    [fact] = store.conversation.atomic.list(project_id="harbour").items
    assert show(store, f"atomic:{fact.id}", None)["item"]["content"] == "主角叫林远"
    [item] = store.memory.items.list().items
    assert show(store, f"memory:{item.id}", None)["item"]["content"] == "少写雨"


def test_another_projects_session_is_not_shown(store):
    """Nor one that does not exist."""
    for ref, project_id in (("session:s1", "other"), ("session:none", "harbour"), ("run:none", None)):
        with pytest.raises(NotFound):
            show(store, ref, project_id)


@pytest.mark.parametrize("ref", ["", "run", "run:", "chapter:1", "ref:"])
def test_what_is_no_reference_is_refused(ref):
    """The message lists what one looks like."""
    with pytest.raises(InvalidArgument) as raised:
        show(None, ref, None)
    assert raised.value.message == "ref: expected run:<id>, session:<id>, atomic:<id>, memory:<id>"
