"""Episodes as rows: what makes room for what, over the real store."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory.episodes.episode_samples import Clock, an_episode, changed, close, ids_of, open_episodes, put
from underdraft.errors import CapacityExceeded
from underdraft.memory.episodes import rows
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.maintenance import TRIGGERS


def test_a_row_gives_the_episode_back(episodes):
    """What was written is read as it was, but for what is worked out when it is recorded."""
    with episodes.database.write() as connection:
        rows.write(connection, None, an_episode(1, summary={"asked": "问"}, content="内容"), used_seq=1)
    with episodes.database.read() as connection:
        assert rows.load(connection, "e-00001") == an_episode(1, summary={"asked": "问"}, content="内容")
        assert rows.load(connection, "e-00002") is None


def test_the_lexical_index_keeps_step(episodes):
    """A changed text is found by its new words only, a removed one not at all."""
    put(episodes, an_episode(1, input_context="海图室里的发现"))
    put(episodes, an_episode(1, input_context="后巷里的谎言"))

    def found(query):
        return [item.parts["semantic"].value for item in episodes.recall("novel", query=query).items]

    assert found("谎言") == [1.0]
    assert found("海图") == [0.0]
    with episodes.database.write() as connection:
        assert rows.delete(connection, ["e-00001", "nobody"]) == 1
    assert found("谎言") == []


def test_projects_come_in_a_fixed_order(episodes):
    """None first, then by name; a project without episodes is not there."""
    put(episodes, *(an_episode(n, project_id=p) for n, p in enumerate(["b", None, "a", "b"])))
    with episodes.database.read() as connection:
        assert list(rows.projects(connection)) == [None, "a", "b"]


def test_the_least_recently_used_goes(open_here):
    """A recall makes an episode warm: the next coldest makes room instead."""
    service = open_here(limits=EpisodeLimits(active=3))
    put(service, *(an_episode(n) for n in (1, 2, 3)))
    service.recall("novel", query="第1次", limit=3, counted=True)
    service.flush()
    changed(service, "e-00001", used_seq=99)
    put(service, an_episode(4))
    assert ids_of(service) == ["e-00001", "e-00003", "e-00004"]


def test_what_was_used_at_once_goes_by_recalls_and_importance(open_here):
    """Ties in the order of use are broken by recalls, then importance, then id."""
    service = open_here(limits=EpisodeLimits(active=4))
    put(service, *(an_episode(n) for n in (1, 2, 3, 4)))
    for number, recalls, importance in ((1, 2, 0.1), (2, 1, 0.9), (3, 1, 0.2), (4, 1, 0.2)):
        changed(service, f"e-{number:05d}", used_seq=1, recall_count=recalls, importance=importance)
    put(service, an_episode(5))
    assert ids_of(service) == ["e-00001", "e-00002", "e-00004", "e-00005"]


def test_projects_have_their_own_budgets(open_here):
    """A full project makes room in itself alone; so do runs without a project."""
    service = open_here(limits=EpisodeLimits(active=2))
    put(
        service,
        *(an_episode(n, project_id=p) for n, p in enumerate(["a", "b", None, "a", "b", None, "a", None])),
    )
    assert ids_of(service, "a") == ["e-00003", "e-00006"]
    assert ids_of(service, "b") == ["e-00001", "e-00004"]
    assert ids_of(service, None) == ["e-00005", "e-00007"]


def test_compressed_ones_do_not_count_as_active(open_here):
    """The two budgets are apart."""
    service = open_here(limits=EpisodeLimits(active=2, compressed=5))
    put(service, an_episode(1), an_episode(2))
    changed(service, "e-00001", compressed=True)
    put(service, an_episode(3))
    assert ids_of(service) == ["e-00001", "e-00002", "e-00003"]


def test_a_clock_that_is_set_back_makes_nothing_cold(open_here, clock):
    """What was recorded last goes last, whatever the clock says."""
    service = open_here(limits=EpisodeLimits(active=3))
    for number in range(1, 6):
        put(service, an_episode(number, created_at=clock()))
        clock.move(days=-2)
    assert ids_of(service) == ["e-00003", "e-00004", "e-00005"]


def test_a_refused_episode_evicts_nothing(open_here):
    """Where all are confirmed, the new one is refused and everything stays."""
    service = open_here(limits=EpisodeLimits(active=2))
    put(service, an_episode(1), an_episode(2))
    for number in (1, 2):
        service.confirm(f"e-{number:05d}", "novel")
    with pytest.raises(CapacityExceeded):
        put(service, an_episode(3))
    assert ids_of(service) == ["e-00001", "e-00002"]


class Store(RuleBasedStateMachine):
    """Any sequence of operations over the real store, with small budgets."""

    @initialize()
    def open(self):
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.limits = EpisodeLimits(
            active=4, compressed=3, active_ttl_days=20, compressed_ttl_days=40, compress_after_days=5
        )
        self.path = Path(self.folder.name) / "u.db"
        self.service = open_episodes(self.path, clock=self.clock, limits=self.limits)
        self.number = 0
        self.confirmed = set()
        self.written = set()

    @rule(project=st.sampled_from(["a", "b"]), days=st.integers(-10, 30))
    def record(self, project, days):
        """A new episode; the clock may jump in both directions."""
        self.clock.move(days=days)
        self.number += 1
        try:
            put(self.service, an_episode(self.number, project_id=project, created_at=self.clock()))
        except CapacityExceeded:
            assert len([c for c in self.confirmed if c[0] == project]) >= self.limits.active
        else:
            self.written.add(f"e-{self.number:05d}")

    @precondition(lambda self: self.number)
    @rule(data=st.data())
    def confirm(self, data):
        """The writer protects an episode, or gives it free again."""
        project = data.draw(st.sampled_from(["a", "b"]))
        found = ids_of(self.service, project)
        if found:
            chosen = data.draw(st.sampled_from(found))
            keep = data.draw(st.booleans())
            self.service.confirm(chosen, project, confirmed=keep)
            (self.confirmed.add if keep else self.confirmed.discard)((project, chosen))

    @precondition(lambda self: self.confirmed)
    @rule(data=st.data())
    def forget(self, data):
        """Only the writer's own word removes a protected one."""
        project, chosen = data.draw(st.sampled_from(sorted(self.confirmed)))
        self.service.forget(chosen, project)
        self.confirmed.discard((project, chosen))

    @rule(project=st.sampled_from(["a", "b"]))
    def recall(self, project):
        """A query warms what it finds."""
        found = self.service.recall(project, query="码头上的对话", counted=True)
        assert not found.memory_degraded
        assert len(found.items) == min(5, len(ids_of(self.service, project)))
        self.service.flush()

    @rule(trigger=st.sampled_from([*TRIGGERS]))
    def maintain(self, trigger):
        """A trigger, and once more: the second time there is nothing left to do."""
        self.service.maintain(trigger, everywhere=True)
        again = self.service.maintain(trigger, everywhere=True)
        assert not any(
            again.get(name) for name in ("expired", "evicted", "recomputed", "purgedActive", "compressed")
        )

    @rule()
    def reopen(self):
        """The program ends and starts again."""
        close(self.service)
        self.service = open_episodes(self.path, clock=self.clock, limits=self.limits)

    @invariant()
    def protected_rows_are_there(self):
        """What the writer confirmed survives everything but the writer's own word."""
        for project, chosen in getattr(self, "confirmed", ()):
            episode = self.service.get(chosen)
            assert episode is not None
            assert episode.user_confirmed
            assert episode.project_id == project

    @invariant()
    def budgets_hold(self):
        """No kind of any project is ever over its budget, but for what is confirmed."""
        for project in ("a", "b") if hasattr(self, "service") else ():
            items = self.service.list(project, limit=500).items
            active = [i for i in items if not i.compressed]
            assert len(active) <= self.limits.active
            assert len([i for i in items if i.compressed and not i.user_confirmed]) <= self.limits.compressed
            assert {i.id for i in items} <= self.written

    def teardown(self):
        if hasattr(self, "service"):
            close(self.service)
            self.folder.cleanup()


TestStore = Store.TestCase
TestStore.settings = settings(stateful_step_count=25)
