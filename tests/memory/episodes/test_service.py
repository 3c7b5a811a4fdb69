"""Past runs in one object: what is on its way counts, what fails is told, runs are never held up."""

from __future__ import annotations

import threading

import pytest

from memory.episodes.episode_samples import an_episode, ids_of, put
from memory.store_samples import sample_run
from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.memory.episodes.apply import Applier
from underdraft.types.feedback import FeedbackEvent


@pytest.fixture
def hold(monkeypatch):
    """Keeps the writer from writing until the event is set."""
    go = threading.Event()
    real = Applier.write
    monkeypatch.setattr(Applier, "write", lambda *args: go.wait(20) and real(*args))
    yield go
    go.set()


def feedback(**more):
    """Stored feedback on a run."""
    values = {"run_id": "r", "action": "accept", "project_id": "novel", "skill_id": "x", "at": "t"}
    return FeedbackEvent(**(values | more))


@pytest.mark.file_only("over a server each is written at once")
def test_what_is_on_its_way_is_read_as_if_it_were_there(episodes, hold):
    """Recorded and undone before the store has seen either."""
    episodes.record(an_episode(1))
    assert episodes.get("e-00001").implicit_signal == "LIGHT_EDIT"
    episodes.undo("e-00001", project_id="novel")
    assert episodes.get("e-00001").implicit_signal == "UNDO_AFTER_ACCEPT"
    assert episodes.get("e-00002") is None
    hold.set()
    assert episodes.flush(20)
    assert episodes.get("e-00001").version == 2


@pytest.mark.file_only("over a server each is written at once")
def test_earlier_runs_count_on_their_way_too(episodes, hold):
    """The third use of skill and scene is the second repetition, stored or not."""
    weights = [episodes.record(an_episode(n, edit_distance=0.4)).signal.weight for n in range(3)]
    assert weights == [0.0, 0.15, 0.3]


def test_what_is_out_of_range_is_not_taken(episodes):
    """Nothing is written."""
    with pytest.raises(InvalidArgument):
        episodes.record(an_episode(1, edit_distance=2))
    assert episodes.flush(20)
    assert ids_of(episodes) == []


def test_an_undo_needs_an_accept_in_time(episodes):
    """Another project's, an unknown one, one that was never accepted and one that is too old are refused."""
    put(episodes, an_episode(1), an_episode(2, selected_index=-1))
    for episode_id, project in (("e-00001", "other"), ("nobody", "novel")):
        with pytest.raises(NotFound):
            episodes.undo(episode_id, project_id=project)
    with pytest.raises(Conflict, match="no accept"):
        episodes.undo("e-00002", project_id="novel")
    with pytest.raises(Conflict, match="30 seconds"):
        episodes.undo("e-00001", project_id="novel", at="2026-06-01T00:00:30.001Z")
    done = episodes.undo("e-00001", project_id="novel", at="2026-06-01T00:00:30.000Z")
    assert (done.signal.signal, done.signal.weight) == ("UNDO_AFTER_ACCEPT", -1.0)


def test_feedback_without_a_run_changes_nothing(episodes):
    """And feedback on a run whose episode is gone makes none."""
    with episodes.database.write() as connection:
        episodes.put_feedback(connection, feedback(run_id=None))
        episodes.put_feedback(connection, feedback())
    assert ids_of(episodes) == []


def test_a_run_is_never_held_up(episodes, caplog):
    """Whatever goes wrong with remembering it is logged."""
    assert episodes.of_run(sample_run(), None, private=False) == []
    assert any("could not be remembered" in record.message for record in caplog.records)


def test_where_privacy_cannot_be_read_it_is_what_it_was(open_here, monkeypatch):
    """A store that was never read counts as private, one that was keeps its last word."""

    def fail(_):
        raise StoreError("no", details={"reason": "locked"})

    service = open_here()
    with monkeypatch.context() as patched:
        patched.setattr("underdraft.memory.episodes.service.privacy_enabled", fail)
        assert service.private()
    assert not service.private()
    monkeypatch.setattr("underdraft.memory.episodes.service.privacy_enabled", fail)
    assert not service.private()


def test_a_store_that_cannot_be_read_gives_the_rules_of_before(episodes, monkeypatch):
    """A recall does not raise: it says why it has nothing, and has the rules that hold for everybody."""

    def fail(*_, **__):
        raise StoreError("the store is busy", details={"reason": "locked"})

    monkeypatch.setattr("underdraft.memory.episodes.service.search", fail)
    found = episodes.recall("novel", query="码头")
    assert (found.memory_degraded, found.items, bool(found.fallback_rules)) == (True, (), True)
    assert (found.diagnostics.reason, found.diagnostics.code) == ("the store is busy", "locked")
