"""Past runs in one object: what is on its way counts, what fails is told, runs are never held up."""

from __future__ import annotations

import threading

import attrs
import pytest

from memory.episodes.episode_samples import an_episode, ids_of, put, put_rules, rule, rules
from memory.store_samples import sample_run
from underdraft.errors import Conflict, InvalidArgument, NotFound, StoreError
from underdraft.memory.episodes.apply import Applier
from underdraft.memory.episodes.service import rules_in_force
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
    weights = [episodes.record(an_episode(n, edit_distance=0.4))[0].implicit_weight for n in range(3)]
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
    done, _ = episodes.undo("e-00001", project_id="novel", at="2026-06-01T00:00:30.000Z")
    assert (done.implicit_signal, done.implicit_weight) == ("UNDO_AFTER_ACCEPT", -1.0)


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


def test_a_list_has_pages_the_newest_first(episodes):
    """Following the cursors gives each episode of the project once."""
    put(episodes, *(an_episode(n) for n in range(5)), an_episode(9, project_id=None))
    first = episodes.list("novel", limit=2)
    second = episodes.list("novel", limit=2, cursor=first.next_cursor)
    last = episodes.list("novel", limit=2, cursor=second.next_cursor)
    assert [item.id[-1] for page in (first, second, last) for item in page.items] == ["4", "3", "2", "1", "0"]
    assert last.next_cursor is None
    assert [item.id for item in episodes.list(None).items] == ["e-00009"]


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": 501}, {"cursor": "x"}])
def test_a_list_refuses_what_it_cannot_give(episodes, options):
    """The message names the field."""
    with pytest.raises(InvalidArgument, match=r"^(limit|cursor): "):
        episodes.list("novel", **options)


def test_confirming_is_a_change_and_once_more_is_none(episodes, clock):
    """The version counts it; taking it back is another change."""
    put(episodes, an_episode(1))
    at = clock.move(hours=1)
    assert episodes.confirm("e-00001", "novel").version == 2
    assert episodes.confirm("e-00001", "novel").updated_at == at
    assert episodes.get("e-00001").version == 2
    assert not episodes.confirm("e-00001", "novel", confirmed=False).user_confirmed
    assert episodes.get("e-00001").version == 3


def test_forgetting_removes_a_confirmed_one_too(episodes):
    """It is the writer's own word."""
    put(episodes, an_episode(1), an_episode(2))
    episodes.confirm("e-00001", "novel")
    episodes.forget("e-00001", "novel")
    assert ids_of(episodes) == ["e-00002"]


@pytest.mark.parametrize("project", ["other", None])
def test_another_projects_episode_is_not_there(episodes, project):
    """Neither to confirm nor to forget."""
    put(episodes, an_episode(1))
    for change in (episodes.confirm, episodes.forget):
        with pytest.raises(NotFound, match=r"^id: "):
            change("e-00001", project)
    assert ids_of(episodes) == ["e-00001"]


def test_earlier_uses_are_those_of_project_scene_and_skill(episodes):
    """As many as the weight takes, and of a stored episode only what came before it."""
    put(episodes, *(an_episode(n) for n in range(12)))
    put(episodes, an_episode(20, skill_used="polish"), an_episode(21, scene_type="action"))
    put(episodes, an_episode(22, project_id="other"))
    again = (
        an_episode(2),
        an_episode(98, skill_used="polish"),
        an_episode(99),
        an_episode(97, scene_type="rest"),
    )
    recorded = [episodes.record(attrs.evolve(one, edit_distance=0.4))[0] for one in again]
    assert [one.implicit_weight for one in recorded] == [0.3, 0.15, 1.0, 0.0]


def test_a_rule_is_a_record(episodes):
    """Only confirmed ones are in force, with what speaks for them, and each project has its own."""
    put_rules(episodes.database, rule(1), rule(2, state="active"))
    with episodes.database.read() as connection:
        [found] = rules_in_force(connection, "p")
    assert (found.id, found.text, found.support, found.against) == ("rule-2", "对白：2", 3, 1)
    assert found.run_id == "r1"
    assert rules(episodes.database) == ["rule-1", "rule-2"]
    assert rules(episodes.database, "q") == []


def test_switched_off_with_the_memories(episodes):
    """Without injection no rule is given."""
    put_rules(episodes.database, rule(1, state="active"))
    assert len(episodes.semantic_rules("p").rules) == 1
    with episodes.database.write() as connection:
        connection.exec_driver_sql("INSERT INTO setting VALUES ('injectionEnabled', 'false', 'x')")
    assert episodes.semantic_rules("p").rules == ()
