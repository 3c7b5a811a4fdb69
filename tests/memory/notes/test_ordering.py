"""The order of injection."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.notes.injection import by_score
from underdraft.memory.notes.ordered_cache import shelve
from underdraft.memory.notes.ordering import Candidate

ids = st.text("abc", min_size=1, max_size=3)
items = st.lists(
    st.builds(
        Candidate,
        id=ids,
        type=st.sampled_from(["preference", "fact", "note", "zebra", "apple"]),
        scope=st.sampled_from(["project", "global"]),
        content=st.just("x"),
        origin=st.just("manual"),
        project_id=st.none(),
        document_id=st.none(),
        version=st.just(1),
        updated_at=st.sampled_from(
            ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z", "2025-12-31T23:59:59.999Z"]
        ),
    ),
    max_size=12,
    unique_by=lambda item: item.id,
)


def item(id, scope="global", type="preference", updated_at="2026-01-01T00:00:00.000Z"):  # noqa: A002
    """A memory with what the order looks at."""
    return Candidate(id, type, scope, "x", "manual", None, None, updated_at, 1)


def deterministic(listed):
    """The memories in the fixed order."""
    return [entry.item for entry in sorted(shelve(listed))]


def semantic(listed, scores):
    """The memories by their scores."""
    return [entry.item for entry in by_score(sorted(shelve(listed)), scores)]


def test_the_four_keys_in_their_order():
    """MS1-4.3: scope, then type, then newest first, then id."""
    wanted = [
        item("z", "project", "preference"),
        item("a", "project", "note"),
        item("n2", updated_at="2026-01-03T00:00:00.000Z"),
        item("n1", updated_at="2026-01-02T00:00:00.000Z"),
        item("a1"),
        item("a2"),
        item("f", type="fact"),
        item("n", type="note"),
        item("b", type="apple"),
        item("a", type="zebra"),
    ]
    assert deterministic(wanted[::-1]) == wanted


@given(items, st.randoms())
def test_any_permutation_gives_one_order(listed, random):
    """MS1-7: equal sets, equal order."""
    shuffled = listed.copy()
    random.shuffle(shuffled)
    assert deterministic(shuffled) == deterministic(listed)


@given(items, st.randoms(), st.dictionaries(ids, st.sampled_from([0.5, 0.25, -0.1, 0.123456])))
def test_by_score_with_ties_in_the_fixed_order(listed, random, scores):
    """Scores fall, equal scores follow the fixed order, and what has none comes last in it."""
    shuffled = listed.copy()
    random.shuffle(shuffled)
    ordered = semantic(shuffled, scores)
    assert ordered == semantic(listed, scores)
    found = [scores.get(i.id, -9) for i in ordered]
    assert found == sorted(found, reverse=True)
    for score in set(found):
        same = [i for i in ordered if scores.get(i.id, -9) == score]
        assert same == deterministic(same)
