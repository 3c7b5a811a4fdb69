"""What sessions were about."""

from __future__ import annotations

import pytest

from memory.sessions.session_samples import data, opened, project, say
from underdraft.errors import InvalidArgument, NotFound
from underdraft.memory.sessions.summaries import Summaries


def test_the_first_turn_gives_title_and_snippet(tmp_path):
    """On one line and within their lengths, with the turn; a second one, and a third in privacy mode, change nothing."""
    with opened(project(tmp_path), "九层。" * 80) as ws:
        say(ws, "灯塔\n有几层？")
        made = ws.store.conversation.summaries.get("s1")
        assert (made.title, made.origin, made.project_id) == ("灯塔 有几层？", "extract", "harbour")
        assert len(made.snippet) <= 160
        say(ws, "还有呢？")
        data(ws, "memory:settings:update", {"patch": {"privacyModeEnabled": True}})
        say(ws, "谁住在里面？", session="s2")
        assert ws.store.conversation.summaries.list("harbour") == (made,)


def test_by_hand_written_changed_and_hidden(database):
    """Both texts write it anew, one changes it; what the writer has deleted is not written again by itself, but by hand it is."""
    summaries = Summaries(database)
    made = summaries.write("s", "p", title="一", snippet="二")
    changed = summaries.write("s", "p", snippet="三")
    assert (changed.title, changed.snippet, changed.version) == ("一", "三", made.version + 1)
    assert (changed.created_at, changed.origin, changed.project_id) == (made.created_at, "manual", "p")
    assert summaries.get("s") == changed
    with pytest.raises(InvalidArgument, match=r"^patch: expected title or snippet$"):
        summaries.write("s", "p")
    summaries.delete("s")
    for call in (summaries.get, summaries.delete, lambda s: summaries.write(s, "p", title="x")):
        with pytest.raises(NotFound):
            call("s")
    assert summaries.write("s", "p", title="四", snippet="五").title == "四"


@pytest.mark.parametrize("words", [{"title": " "}, {"snippet": ""}, {"title": "x" * 201}, {"snippet": "a\0"}])
def test_words_that_cannot_be_stored_are_refused(database, words):
    """Blank, too long, or no text; nothing is written."""
    summaries = Summaries(database)
    with pytest.raises(InvalidArgument):
        summaries.write("s", None, **{"title": "x", "snippet": "y"} | words)
    assert summaries.list(None) == ()


def test_a_list_holds_the_newest_of_its_project(database):
    """As many as are asked for, without the session that is named."""
    summaries = Summaries(database)
    for number in range(4):
        summaries.write(f"s{number}", "p", title=f"{number}", snippet="x")
    summaries.write("other", None, title="other", snippet="x")
    assert [s.title for s in summaries.list("p", limit=2)] == ["3", "2"]
    assert [s.title for s in summaries.list("p", limit=2, exclude_session="s3")] == ["2", "1"]
    with pytest.raises(InvalidArgument):
        summaries.list("p", limit=0)
