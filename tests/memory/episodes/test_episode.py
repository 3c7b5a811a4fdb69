"""What is worked out about one past run, and which values it may have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.episodes.episode_samples import an_episode
from underdraft.errors import InvalidArgument
from underdraft.memory.episodes.episode import (
    CONTENT_CONTEXT,
    CONTENT_FINAL,
    TEXT_MAXIMUM,
    checked,
    clipped,
    content_of,
    importance_of,
    judged,
    run_episode_id,
)


def test_a_run_is_one_episode_of_its_project():
    """The id follows from project and run, and tells two projects apart."""
    assert run_episode_id("a", "r") == run_episode_id("a", "r")
    assert len({run_episode_id(*run) for run in (("a", "r"), ("b", "r"), (None, "r"), ("a", "s"))}) == 4


@given(weight=st.floats(-1, 1), recalls=st.integers(0, 50))
def test_importance_grows_with_the_reaction_and_the_recalls(weight, recalls):
    """Either sign counts alike; it is never 0, never above 1, and never falls with another recall."""
    found = importance_of(weight, recalls)
    assert 0.3 <= found <= 1
    assert found == importance_of(-weight, recalls)
    assert importance_of(weight, recalls + 1) >= found


@given(text=st.text(max_size=20) | st.integers(TEXT_MAXIMUM - 1, TEXT_MAXIMUM + 2).map(lambda n: "雾" * n))
def test_a_kept_text_is_clean_and_short(text):
    """At most 2,000 code points, no NUL, nothing around it; blank is nothing, and once more changes nothing."""
    kept = clipped(text)
    assert clipped(None) is None
    if kept is None:
        assert not text.strip()
    else:
        assert len(kept) <= TEXT_MAXIMUM
        assert "\x00" not in kept
        assert clipped(kept) in {kept, None}


def test_it_is_recalled_by_the_beginnings_of_its_texts():
    """Each on one line; without texts by scene and skill."""
    long = an_episode(input_context="问\n" * 500, final_text="答\n" * 500)
    asked, kept = content_of(long).split("\n")
    assert (len(asked), len(kept)) == (CONTENT_CONTEXT, CONTENT_FINAL)
    assert content_of(an_episode(input_context=None, final_text=None)) == "dialogue continue"


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("projectId", {"project_id": ""}),
        ("sceneType", {"scene_type": "x" * 65}),
        ("sceneType", {"scene_type": "a\nb"}),
        ("skillUsed", {"skill_used": "  "}),
        ("chapterId", {"chapter_id": "x" * 201}),
        ("runId", {"run_id": "\ud800"}),
        ("importance", {"importance": 1.1}),
        ("importance", {"importance": float("nan")}),
        ("importance", {"importance": True}),
        ("editDistance", {"edit_distance": 2}),
        ("selectedIndex", {"selected_index": 3}),
    ],
)
def test_what_is_out_of_range_is_named(field, values):
    """The message begins with the field."""
    with pytest.raises(InvalidArgument, match=f"^{field}: "):
        checked(an_episode(**values))
    assert checked(an_episode()) == an_episode()


@pytest.mark.parametrize(
    ("values", "signal", "weight", "importance", "accepted"),
    [
        ({"edit_distance": 0.0}, "DIRECT_ACCEPT", 1.0, 0.8, True),
        ({"selected_index": -1}, "FULL_REJECT", -0.8, 0.7, False),
        ({"selected_index": None, "edit_distance": None}, "NEUTRAL", 0.0, 0.3, False),
        ({"edit_distance": 0.4}, "REPEATED_SCENE_SKILL", 0.3, 0.45, True),
        (
            {"edit_distance": 0.0, "importance": 0.1, "importance_given": True},
            "DIRECT_ACCEPT",
            1.0,
            0.1,
            True,
        ),
    ],
)
def test_an_outcome_gives_signal_and_importance(values, signal, weight, importance, accepted):
    """The signal decides the importance, unless the caller set it; only what was taken can be undone."""
    episode = judged(an_episode(**values), earlier_runs=2)
    assert (episode.implicit_signal, episode.implicit_weight) == (signal, weight)
    assert episode.importance == importance
    assert episode.accepted_at == (episode.created_at if accepted else None)


def test_without_a_project_it_is_global():
    """The scope follows from the project."""
    assert judged(an_episode(project_id=None), earlier_runs=0).scope == "global"
    assert judged(an_episode(), earlier_runs=0).scope == "project"
