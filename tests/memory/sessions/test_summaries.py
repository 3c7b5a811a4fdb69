"""What sessions were about."""

from __future__ import annotations

import pytest

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.memory.sessions.summaries import Summaries
from underdraft.memory.sessions.transcript import Transcript
from underdraft.memory.settings import SettingStore


def talk(database, session_id="s", project_id="p"):
    """A question and an answer."""
    transcript = Transcript(database)
    transcript.append(session_id, project_id, role="user", content="灯塔\n有几层？")
    transcript.append(session_id, project_id, role="assistant", content="九层。" * 80)


def test_the_first_turn_gives_title_and_snippet(database):
    """On one line and within their lengths; a second time nothing is written."""
    talk(database)
    made = Summaries(database).summarise("s")
    assert (made.title, made.origin, made.project_id) == ("灯塔 有几层？", "extract", "p")
    assert len(made.snippet) <= 160
    assert Summaries(database).summarise("s") is None
    assert Summaries(database).get("s") == made


def test_there_is_nothing_to_write_without_an_answer_or_in_privacy_mode(database):
    """Half a turn is no turn."""
    Transcript(database).append("s", "p", role="user", content="x")
    assert Summaries(database).summarise("s") is None
    Transcript(database).append("s", "p", role="assistant", content="y")
    SettingStore(database).update({"privacyModeEnabled": True})
    assert Summaries(database).summarise("s") is None


def test_by_hand_written_changed_and_hidden(database):
    """What the writer has deleted is not written again by itself, but by hand it is."""
    talk(database)
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
    assert summaries.summarise("s") is None
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
