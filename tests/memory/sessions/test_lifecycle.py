"""Sessions: begun, listed, ended; the end keeps what is worth it and empties the rest."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import Ids, ids_of
from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.memory.sessions.lifecycle import SessionService
from underdraft.memory.sessions.working import WorkingMemory
from underdraft.memory.settings import update_settings
from underdraft.text.tokens import counter_for


@pytest.fixture
def sessions(episodes, clock):
    """Sessions over a fresh store."""
    working = WorkingMemory(clock=clock, new_id=Ids("w"), counter=lambda: counter_for("offline"))
    return SessionService(episodes.database, working, episodes)


def put(sessions, session, content, importance, kind="preference"):
    """Put an item or episodes and wait."""
    return sessions.working.put(
        session, project_id="novel", kind=kind, content=content, importance=importance
    )


def test_a_session_is_begun_listed_and_ended(sessions, clock):
    """Its row says when; ending it again does nothing."""
    first = sessions.start("novel")
    clock.move(hours=1)
    second = sessions.start(None)
    assert [s.session_id for s in sessions.list()] == [second]
    assert [s.session_id for s in sessions.list("novel")] == [first]
    at = clock.move(hours=1)
    assert (sessions.end(first).archived, sessions.list("novel")[0].ended_at) == (0, at)
    clock.move(hours=1)
    sessions.end(first)
    assert sessions.list("novel")[0].ended_at == at


def test_an_unknown_session_cannot_be_ended(sessions):
    """Neither begun nor with anything at hand."""
    with pytest.raises(NotFound, match="sessionId"):
        sessions.end("nobody")
    with pytest.raises(InvalidArgument):
        sessions.list(limit=0)


def test_the_end_archives_drops_and_empties(sessions, episodes):
    """Strong preferences become episodes, faint ones and other kinds go, nothing can be put any more."""
    session = sessions.start("novel")
    put(sessions, session, "对白要短", 0.8)
    put(sessions, session, "少用感叹号", 0.2)
    put(sessions, session, "第三章在下雨", 0.9, kind="note")
    done = sessions.end(session)
    assert (done.archived, done.dropped) == (1, 2)
    assert sessions.working.list(session).items == ()
    assert episodes.flush(20)
    episode = episodes.get(ids_of(episodes)[0])
    assert (episode.input_context, episode.session_id, episode.skill_used) == ("对白要短", session, "session")
    assert (episode.importance, episode.implicit_signal) == (0.8, "NEUTRAL")
    with pytest.raises(Conflict):
        put(sessions, session, "晚了", 0.9)


def test_faint_signals_of_one_wording_add_up(sessions, episodes):
    """Case, width and spacing do not matter; together they reach the threshold and become one episode."""
    for content in ("Short lines", "short  lines", "ＳＨＯＲＴ lines"):
        put(sessions, "s", content, 0.2)
    done = sessions.end("s")
    assert (done.archived, done.dropped) == (3, 0)
    assert episodes.flush(20)
    assert len(ids_of(episodes)) == 1


def test_privacy_archives_abstract_words_only(sessions, episodes):
    """In privacy mode a sentence is dropped, an abstract tag is kept."""
    update_settings(episodes.database, {"privacyModeEnabled": True})
    put(sessions, "s", "她的名字叫林素", 0.9)
    put(sessions, "s", "style.short-lines", 0.9)
    done = sessions.end("s")
    assert (done.archived, done.dropped) == (1, 1)
    assert episodes.flush(20)
    stored = episodes.get(ids_of(episodes)[0])
    assert stored.input_context == "style.short-lines"
    assert "林素" not in str(stored)


def test_a_store_that_fails_leaves_the_session_as_it_is(sessions, episodes):
    """``DB_ERROR`` and nothing is lost from working memory."""
    put(sessions, "s", "对白要短", 0.8)
    episodes.database.close()
    with pytest.raises(StoreError):
        sessions.end("s")
    assert len(sessions.working.list("s").items) == 1


def test_closing_archives_without_ending(sessions, episodes):
    """The program ends: what is at hand is archived, and another process may go on with the session."""
    session = sessions.start("novel")
    put(sessions, session, "对白要短", 0.8)
    sessions.close()
    assert episodes.flush(20)
    assert len(ids_of(episodes)) == 1
    assert sessions.list("novel")[0].ended_at is None
