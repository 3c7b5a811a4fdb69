"""What makes room: a pure order, and the same order in the store."""

from __future__ import annotations

import tempfile
from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory.episodes.episode_samples import Clock, an_episode, changed, close, ids_of, open_episodes, put
from underdraft.errors import CapacityExceeded
from underdraft.memory.episodes.eviction import Occupant, coldest_first, plan_eviction
from underdraft.memory.episodes.limits import EpisodeLimits

days = st.integers(0, 400).map(lambda n: f"2026-{n // 31 % 12 + 1:02d}-{n % 28 + 1:02d}T00:00:00.000Z")
occupants = st.lists(
    st.builds(
        Occupant,
        id=st.uuids().map(str),
        created_at=days,
        used_seq=st.integers(0, 20),
        recall_count=st.integers(0, 3),
        importance=st.sampled_from([0.0, 0.5, 1.0]),
        user_confirmed=st.booleans(),
    ),
    max_size=30,
    unique_by=lambda o: o.id,
)
TTL = "2026-03-01T00:00:00.000Z"


def planned(items, incoming, budget):
    """The plan for all items."""
    return plan_eviction(items, total=len(items), incoming=incoming, budget=budget, expired_before=TTL)


@given(items=occupants, incoming=st.integers(0, 5), budget=st.integers(0, 30))
def test_a_plan_frees_what_is_needed_and_no_more(items, incoming, budget):
    """The rest fits unless what is confirmed fills it; of what lives, not one too many goes."""
    plan = planned(items, incoming, budget)
    by_id = {o.id: o for o in items}
    left = len(items) - len(plan.ids) + incoming
    assert len(set(plan.ids)) == len(plan.ids)
    assert left <= budget or plan.missing == left - budget
    assert not any(by_id[i].user_confirmed for i in plan.ids)
    assert all(by_id[i].created_at <= TTL for i in plan.expired)
    assert all(by_id[i].created_at > TTL for i in plan.coldest)
    if plan.coldest:
        assert left == max(budget, left)
        assert plan.missing == 0 or left > budget
    if plan.missing:
        assert all(o.user_confirmed for o in items if o.id not in plan.ids)


@given(items=occupants, incoming=st.integers(0, 5), budget=st.integers(0, 30))
def test_expired_goes_before_anything_that_lives(items, incoming, budget):
    """Nothing that lives goes while something unconfirmed that has expired stays."""
    plan = planned(items, incoming, budget)
    if plan.ids:
        assert set(plan.expired) == {o.id for o in items if o.created_at <= TTL and not o.user_confirmed}


@given(items=occupants, incoming=st.integers(1, 5), budget=st.integers(0, 30))
def test_the_coldest_go_first(items, incoming, budget):
    """Whatever stays was used no earlier than whatever goes."""
    plan = planned(items, incoming, budget)
    gone = [o for o in items if o.id in plan.coldest]
    kept = [o for o in items if o.id not in plan.ids and not o.user_confirmed and o.created_at > TTL]
    assert not gone or all(o.used_seq >= max(g.used_seq for g in gone) for o in kept)


@given(items=occupants, incoming=st.integers(0, 5), budget=st.integers(0, 30), data=st.data())
def test_the_order_of_what_is_given_does_not_matter(items, incoming, budget, data):
    """Any permutation gives the same plan."""
    shuffled = data.draw(st.permutations(items))
    assert planned(shuffled, incoming, budget) == planned(items, incoming, budget)


@given(items=occupants)
def test_while_everything_fits_nothing_goes(items):
    """An expired episode within budget stays until it is in the way or purged."""
    assert planned(items, 0, len(items)).ids == ()


@given(items=occupants, incoming=st.integers(0, 5), budget=st.integers(0, 30))
def test_the_coldest_few_are_candidates_enough(items, incoming, budget):
    """A plan from the expired and the coldest few, as the store reads them, is the plan from all."""
    excess = max(0, len(items) + incoming - budget)
    movable = [o for o in items if not o.user_confirmed]
    few = [o for o in movable if o.created_at <= TTL]
    few += coldest_first(o for o in movable if o.created_at > TTL)[:excess]
    args = {"total": len(items), "incoming": incoming, "budget": budget, "expired_before": TTL}
    assert plan_eviction(few, **args) == plan_eviction(items, **args)


# --- in the store -----------------------------------------------------------------------------


def test_the_least_recently_used_goes(open_here):
    """A recall makes an episode warm: the next coldest makes room instead."""
    service = open_here(limits=EpisodeLimits(active=3))
    put(service, *(an_episode(n) for n in (1, 2, 3)))
    service.query("novel", query="第1次", limit=3)
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
        service.shelf.confirm(f"e-{number:05d}", "novel")
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
            self.service.shelf.confirm(chosen, project, confirmed=keep)
            (self.confirmed.add if keep else self.confirmed.discard)((project, chosen))

    @precondition(lambda self: self.confirmed)
    @rule(data=st.data())
    def forget(self, data):
        """Only the writer's own word removes a protected one."""
        project, chosen = data.draw(st.sampled_from(sorted(self.confirmed)))
        self.service.shelf.forget(chosen, project)
        self.confirmed.discard((project, chosen))

    @rule(project=st.sampled_from(["a", "b"]))
    def recall(self, project):
        """A query warms what it finds."""
        found = self.service.query(project, query="码头上的对话")
        assert not found.memory_degraded
        assert len(found.items) == min(5, len(ids_of(self.service, project)))
        self.service.flush()

    @rule(
        trigger=st.sampled_from(
            [
                "realtimeEvictionTrigger",
                "dailyDecayRecomputeTrigger",
                "weeklyCompressTrigger",
                "monthlyPurgeTrigger",
            ]
        )
    )
    def maintain(self, trigger):
        """A trigger, and once more: the second time there is nothing left to do."""
        self.service.maintain(trigger)
        again = self.service.maintain(trigger)
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
            items = self.service.shelf.list(project, limit=500).items
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


@given(items=occupants)
def test_the_key_orders_totally(items):
    """Two different occupants are never equally cold."""
    keys = [(o.used_seq, o.recall_count, o.importance, o.id) for o in coldest_first(items)]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(items) == len({attrs.astuple(o) for o in items})
