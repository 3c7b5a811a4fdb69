"""What is remembered of a run and of the feedback on it."""

from __future__ import annotations

import pytest

from memory.episodes.episode_samples import an_episode
from memory.store_samples import sample_run
from underdraft.memory.episodes.episode import run_episode_id
from underdraft.memory.episodes.from_run import episode_of_run, operation_of_feedback
from underdraft.memory.episodes.operations import fold
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.request import RunRequest
from underdraft.types.run_inputs import RunInputs, SceneType
from underdraft.types.skill import ContextRules, Skill

AT = "2026-06-01T00:00:10.000Z"


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
