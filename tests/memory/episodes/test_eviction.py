"""What makes room: a pure order, and the same order in the store."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.episodes.eviction import Occupant, coldest_first, plan_eviction

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


@given(items=occupants)
def test_the_key_orders_totally(items):
    """Two different occupants are never equally cold."""
    keys = [(o.used_seq, o.recall_count, o.importance, o.id) for o in coldest_first(items)]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(items) == len({attrs.astuple(o) for o in items})
