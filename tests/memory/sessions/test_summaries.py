"""What sessions were about."""

from __future__ import annotations

import pytest

from memory.sessions.session_samples import data, opened, project, say
from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.sessions.summaries import Summaries
from underdraft.memory.settings import SettingStore


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
    """What the writer has deleted is not written again by itself, but by hand it is."""
    summaries = Summaries(database)
    given = {"session_id": "s", "project_id": "p"}
    made = summaries.create(**given, title="一", snippet="二")
    with pytest.raises(Conflict):
        summaries.create(**given, title="一", snippet="二")
    changed = summaries.update("s", snippet="三")
    assert (changed.title, changed.snippet, changed.version) == ("一", "三", made.version + 1)
    with pytest.raises(InvalidArgument, match=r"^patch: expected title or snippet$"):
        summaries.update("s")
    summaries.delete("s")
    for call in (summaries.get, summaries.delete, lambda s: summaries.update(s, title="x")):
        with pytest.raises(NotFound):
            call("s")
    assert summaries.create(**given, title="四", snippet="五").title == "四"


@pytest.mark.parametrize("words", [{"title": " "}, {"snippet": ""}, {"title": "x" * 201}, {"snippet": "a\0"}])
def test_words_that_cannot_be_stored_are_refused(database, words):
    """Blank, too long, or no text; nothing is written."""
    summaries = Summaries(database)
    with pytest.raises(InvalidArgument):
        summaries.create(**{"session_id": "s", "project_id": None, "title": "x", "snippet": "y"} | words)
    assert summaries.list(None) == ()


def test_a_prompt_gets_the_newest_of_its_project(database):
    """As many as the setting says, without the session itself."""
    summaries = Summaries(database)
    for number in range(4):
        summaries.create(session_id=f"s{number}", project_id="p", title=f"{number}", snippet="x")
    summaries.create(session_id="other", project_id=None, title="other", snippet="x")
    SettingStore(database).update({"memory.session_summary_limit": 2})
    assert [s.title for s in summaries.recent("p")] == ["3", "2"]
    assert [s.title for s in summaries.recent("p", exclude_session="s3")] == ["2", "1"]
    SettingStore(database).update({"memory.session_summary_limit": 0})
    assert summaries.recent("p") == ()
    with pytest.raises(InvalidArgument):
        summaries.list("p", limit=0)
