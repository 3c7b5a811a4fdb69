"""What can happen to an episode: pure, and harmless when it happens twice."""

from __future__ import annotations

import json

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.episodes.episode_samples import an_episode
from memory.store_samples import sample_run
from underdraft.memory.episodes import operations
from underdraft.memory.episodes.episode import content_of, importance_of, run_episode_id
from underdraft.memory.episodes.operations import episode_of_run, fold, operation_of_feedback
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.request import RunRequest
from underdraft.types.run_inputs import RunInputs, SceneType
from underdraft.types.skill import ContextRules, Skill

AT = "2026-06-01T00:00:10.000Z"


def complete(*, at, selected_index, edit_distance, signal, weight, final_text):
    """What the writer made of the run of ``e-00001``."""
    judged = {"selected_index": selected_index, "edit_distance": edit_distance, "final_text": final_text}
    said = {"implicit_signal": signal, "implicit_weight": weight}
    return {"op": "complete", "id": "e-00001", "at": at, **judged, **said}


completions = st.builds(
    complete,
    at=st.sampled_from([AT, "2026-06-02T00:00:00.000Z"]),
    selected_index=st.integers(-1, 2),
    edit_distance=st.none() | st.floats(0, 1),
    signal=st.sampled_from(["LIGHT_EDIT", "FULL_REJECT", "NEUTRAL"]),
    weight=st.floats(-1, 1),
    final_text=st.none() | st.text(max_size=10),
)
steps = st.lists(
    st.one_of(
        completions,
        st.builds(operations.undo, st.just("e-00001"), at=st.just(AT)),
        st.builds(
            lambda automatic, distance: operations.record(
                an_episode(edit_distance=distance), automatic=automatic
            ),
            st.booleans(),
            st.floats(0, 1),
        ),
    ),
    max_size=6,
)


@given(steps=steps)
def test_doing_it_again_changes_nothing(steps):
    """Each operation applied twice in a row gives what it gave once."""
    episode = None
    for operation in steps:
        once = fold(episode, operation)
        assert fold(once, operation) == once
        episode = once


@given(steps=steps)
def test_operations_survive_json(steps):
    """The spool's copy of an operation does what the operation does."""
    first = second = None
    for operation in steps:
        first, second = fold(first, operation), fold(second, json.loads(json.dumps(operation)))
    assert first == second


@given(steps=steps)
def test_a_version_counts_changes(steps):
    """It grows by one with each change, and only then."""
    episode = fold(None, operations.record(an_episode()))
    for operation in steps:
        after = fold(episode, operation)
        assert after.version == episode.version + (after is not episode)
        episode = after


def test_what_is_not_there_cannot_change():
    """Feedback on an episode that was evicted makes none."""
    assert fold(None, operations.undo("gone", at=AT)) is None


def test_the_engines_own_recording_never_replaces_the_applications():
    """Whichever comes first, what the application said of a run holds."""
    said = operations.record(an_episode(edit_distance=0.5))
    own = operations.record(an_episode(selected_index=None, edit_distance=None), automatic=True)
    assert fold(fold(None, said), own).edit_distance == 0.5
    assert fold(fold(None, own), said).edit_distance == 0.5


def test_an_undo_is_dated_once():
    """The first one counts, and weighs as an undo."""
    undone = fold(fold(None, operations.record(an_episode())), operations.undo("e-00001", at=AT))
    assert (undone.undone_at, undone.implicit_signal) == (AT, "UNDO_AFTER_ACCEPT")
    assert fold(undone, operations.undo("e-00001", at="2026-06-02T00:00:00.000Z")) == undone


def test_a_reject_after_an_accept_replaces_it():
    """Another action of the same run replaces the first."""
    accepted = fold(None, operations.record(an_episode()))
    judged = {"selected_index": -1, "edit_distance": None, "signal": "FULL_REJECT", "weight": -0.8}
    after = fold(accepted, complete(at=AT, final_text=None, **judged))
    assert (after.implicit_signal, after.implicit_weight, after.accepted_at) == ("FULL_REJECT", -0.8, None)
    assert after.importance == importance_of(-0.8) == 0.7


def test_privacy_takes_every_text_away():
    """Only numbers, ids, times and abstract words are left, in the spool's form already."""
    episode = an_episode(
        scene_type="他和她的秘密", chapter_id="第三章 秘密", input_context="秘密", final_text="秘密"
    )
    episode = attrs.evolve(episode, content=content_of(episode))
    bare = operations.without_text(operations.record(episode))
    done = complete(
        at=AT, selected_index=0, edit_distance=0.0, signal="NEUTRAL", weight=0.0, final_text="秘密"
    )
    assert "秘密" not in json.dumps([bare, operations.without_text(done)], ensure_ascii=False)
    assert fold(None, bare).edit_distance == 0.15


def test_privacy_keeps_no_free_text_as_a_skill():
    """A skill's name stays, words in its place do not."""
    for said, kept in (("polish", "polish"), ("她走了很久", "other")):
        bare = operations.without_text(operations.record(an_episode(1, skill_used=said)))
        assert bare["episode"]["skill_used"] == kept


def inputs(scene=None):
    """What a run was told."""
    return RunInputs(
        request=RunRequest(skill_id="polish", project_id="novel"),
        skill=Skill(id="polish", description="d", instruction="i", rules=ContextRules({}), origin="test"),
        rules=ContextRules({}),
        project=None,
        locale="zh",
        query=" 码头 ",
        files=None,
        scene=scene,
    )


def feedback(action="accept", **more):
    """Stored feedback on a run."""
    values = {"run_id": "r", "action": action, "project_id": "novel", "skill_id": "polish", "at": AT}
    return FeedbackEvent(**(values | {"signal": "LIGHT_EDIT", "weight": 0.45} | more))


def test_a_run_is_remembered_as_nobody_has_judged_it():
    """What was asked and how often it was answered; the id follows from project and run."""
    run = sample_run("run-7")
    episode = episode_of_run(run, inputs())
    assert episode.id == run_episode_id("novel", "run-7")
    assert (episode.run_id, episode.skill_used) == ("run-7", "polish")
    assert episode.candidate_count == len(run.texts)
    assert (episode.input_context, episode.final_text, episode.selected_index) == ("码头", None, None)
    assert (episode.implicit_signal, episode.importance) == ("NEUTRAL", 0.3)


@pytest.mark.parametrize(
    ("stored", "scene", "expected"),
    [
        ("action", SceneType(type="dialogue", confidence=0.7), ("action", 0.7)),
        (None, SceneType(type="dialogue", confidence=0.7), ("dialogue", 0.7)),
        (None, None, ("other", 1.0)),
    ],
)
def test_the_scene_is_the_runs_then_the_inferred_one(stored, scene, expected):
    """Without either it is ``other``."""
    episode = episode_of_run(sample_run(scene_type=stored), inputs(scene))
    assert (episode.scene_type, episode.scene_confidence) == expected


@pytest.mark.parametrize(
    ("event", "index", "distance", "final"),
    [
        (feedback(model_text="雾散了。"), 0, 0.0, "雾散了。"),
        (feedback(final_text="雾散。", model_text="雾散了。", edit_distance=0.25), 0, 0.25, "雾散。"),
        (feedback("partial", edit_distance=None), 0, None, "旧的"),
        (feedback("reject", final_text="留不下"), -1, None, "旧的"),
        (feedback(selected_index=2), 2, 0.0, "旧的"),
    ],
)
def test_feedback_completes_the_episode(event, index, distance, final):
    """The kept text is the writer's, else the model's own; of a reject none is kept."""
    before = an_episode(final_text="旧的")
    operation = operation_of_feedback(event, "r")
    assert operation["id"] == run_episode_id("novel", "r")
    after = fold(before, operation)
    assert (after.selected_index, after.edit_distance, after.final_text) == (index, distance, final)
    assert (after.implicit_signal, after.implicit_weight) == ("LIGHT_EDIT", 0.45)


def test_an_undo_is_told_as_such():
    """It takes the accept back, whatever else the event says."""
    after = fold(an_episode(), operation_of_feedback(feedback(undo=True), "r"))
    assert (after.implicit_signal, after.undone_at) == ("UNDO_AFTER_ACCEPT", AT)
