"""What is known of a run, and the log of events."""

from __future__ import annotations

import pytest

from learning.feedback_samples import TEXT

ANSWER = {"recorded", "ignored", "signal", "weight", "score", "threshold"}


def test_unknown_runs_and_other_projects_are_not_found(desk):
    """A project's records answer to that project alone."""
    run = desk.run()
    assert desk.code("ai:skill:feedback", {"runId": "no-such-run", "action": "accept"}) == "NOT_FOUND"
    for project in ("other", None):
        payload = {"runId": run, "action": "accept", "evidenceRef": "偏好短句", "projectId": project}
        assert desk.code("ai:skill:feedback", payload) == "NOT_FOUND"
    assert desk.rows("feedback_event") == []
    assert desk.feed("accept", "偏好短句", run, projectId="novel")["recorded"]


def test_repeated_use_in_a_scene_counts_earlier_runs(desk):
    """REPEATED_SCENE_SKILL weighs 0.15 for each earlier run of this skill in this scene and project."""
    for _ in range(2):
        desk.run(scene_type="dialogue")
    run = desk.run(scene_type="dialogue")
    desk.run(scene_type="action")
    answer = desk.feed("accept", None, run, finalText="他站起来，走到门前。夜还很深。")
    assert (answer["signal"], answer["weight"]) == ("REPEATED_SCENE_SKILL", 0.3)


@pytest.mark.parametrize("more", [{"finalText": TEXT}, {"selectedIndex": 1}])
def test_the_texts_of_a_run_are_read_for_what_was_kept_or_chosen(desk, more):
    """Either alone is compared with the run's candidates."""
    run = desk.run((TEXT, "雨停了。"), candidates=2)
    assert desk.feed("accept", None, run, **more)["signal"] == "DIRECT_ACCEPT"


def test_every_event_is_stored_with_its_facts(desk):
    """CNWB 5.1, feedback scenario: run, skill, time, action and evidence ref of an event are on record."""
    run = desk.run()
    answer = desk.feed("accept", " 偏好短句 ", run)
    assert set(answer) == ANSWER
    assert answer == {
        "recorded": True,
        "ignored": False,
        "signal": "DIRECT_ACCEPT",
        "weight": 1.0,
        "score": 1.0,
        "threshold": 3,
    }
    (event,) = desk.rows("feedback_event")
    assert (event["run_id"], event["skill_id"], event["action"]) == (run, "polish", "accept")
    assert event["evidence_ref"] == "偏好短句"
    assert event["at"].startswith("2026-03-01T")


@pytest.mark.parametrize(
    ("evidence", "settings", "reason"),
    [
        (None, {}, "empty"),
        ("  \n", {}, "empty"),
        ("。。。", {}, "empty"),
        ("短句", {}, "too_short"),
        ("偏好短句", {"preferenceLearningEnabled": False}, "learning_disabled"),
        ("偏好短句", {"privacyModeEnabled": True}, "privacy_mode_reject"),
        ("Tag-Upper", {"privacyModeEnabled": True}, "privacy_mode_reject"),
        ("ab", {"preferenceLearningEnabled": False}, "too_short"),
    ],
)
def test_ignored_events_are_stored_with_their_reason(desk, evidence, settings, reason):
    """CNWB 5.2: noise teaches nothing, and the log says why."""
    desk.settings(**settings)
    for _ in range(4):
        answer = desk.feed("accept", evidence)
        assert (answer["recorded"], answer["ignored"], answer["ignoredReason"]) == (True, True, reason)
        assert answer["score"] == 0
    assert [e["ignored_reason"] for e in desk.rows("feedback_event")] == [reason] * 4
    assert desk.rows("preference_signal") == []
    assert desk.learned() == []
