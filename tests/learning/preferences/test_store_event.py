"""Feedback events: what is stored, what is ignored, what counts once."""

from __future__ import annotations

import pytest

from learning.preferences.feedback_samples import TEXT, Desk

ANSWER = {"recorded", "ignored", "signal", "weight", "score", "threshold"}


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
        ("", {}, "empty"),
        ("  \n", {}, "empty"),
        ("。。。", {}, "empty"),
        ("短句", {}, "too_short"),
        (" 短句 ", {}, "too_short"),
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


def test_three_code_points_are_enough(desk):
    """The shortest evidence that counts has three code points."""
    assert desk.feed("accept", "用短句")["ignored"] is False


def test_privacy_mode_stores_no_text_and_learns_tags(desk):
    """CNWB 5.2: in privacy mode only an abstract tag is kept."""
    desk.settings(privacyModeEnabled=True)
    desk.feed("accept", "某段原文不能留下")
    desk.feed("accept", finalText="改写后的原文")
    for _ in range(3):
        answer = desk.feed("accept", "style:short-sentences", finalText="改写后的原文")
    assert answer["learned"]["content"] == "style:short-sentences"
    stored = str(
        [desk.rows(t) for t in ("feedback_event", "preference_signal", "preference_kind", "preference")]
    )
    assert "原文" not in stored
    assert "某段" not in stored


def test_evidence_is_kept_to_240_code_points(desk):
    """Longer evidence is cut, and its cut form is what counts as the same."""
    desk.feed("accept", "长" * 241)
    assert desk.feed("accept", "长" * 300)["score"] == 2
    assert {len(e["evidence_ref"]) for e in desk.rows("feedback_event")} == {240}


@pytest.mark.parametrize("other", ["偏好短句。", " 偏好短句！ ", "偏好短句……"])
def test_spellings_of_one_evidence_count_together(desk, other):
    """NFKC, case, white space and punctuation at the end make no difference."""
    desk.feeds("accept", "accept")
    answer = desk.feed("accept", other)
    assert answer["score"] == 3
    assert answer["learned"]["content"] == "偏好短句"


def test_full_width_and_case_are_folded(desk):
    """Two spellings of a Latin phrase are one kind."""
    desk.feed("accept", "Short  Sentences")
    assert desk.feed("accept", "ｓｈｏｒｔ sentences.")["score"] == 2


def test_unknown_runs_and_other_projects_are_not_found(desk):
    """A project's records answer to that project alone."""
    run = desk.run()
    assert desk.code("ai:skill:feedback", {"runId": "no-such-run", "action": "accept"}) == "NOT_FOUND"
    for project in ("other", None):
        payload = {"runId": run, "action": "accept", "evidenceRef": "偏好短句", "projectId": project}
        assert desk.code("ai:skill:feedback", payload) == "NOT_FOUND"
    assert desk.rows("feedback_event") == []
    assert desk.feed("accept", "偏好短句", run, projectId="novel")["recorded"]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"action": "like"}, "action"),
        ({"selectedIndex": 7}, "selectedIndex"),
        ({"selectedIndex": -2}, "selectedIndex"),
        ({"selectedIndex": True}, "selectedIndex"),
        ({"evidenceRef": 3}, "evidenceRef"),
        ({"undo": 1}, "undo"),
        ({"timeoutMs": 0}, "timeoutMs"),
        ({"finalText": "x" * 100_001}, "finalText"),
        ({"unheard": 1}, "unheard"),
    ],
)
def test_wrong_fields_are_named_and_nothing_is_written(desk, more, field):
    """A wrong payload is INVALID_ARGUMENT with the field's name."""
    envelope = desk.ws.invoke_sync("ai:skill:feedback", {"runId": desk.run(), "action": "accept"} | more)
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert field in envelope["error"]["message"]
    assert desk.rows("feedback_event") == []


def test_the_same_feedback_again_changes_nothing(desk):
    """One run is one signal."""
    run = desk.run()
    first = desk.feed("accept", "偏好短句", run)
    before = {t: desk.rows(t) for t in ("feedback_event", "run_feedback", "preference_signal")}
    assert desk.feed("accept", "偏好短句。", run) == first
    assert {t: desk.rows(t) for t in before} == before


def test_another_action_replaces_the_first(desk):
    """The log keeps both, only the last one counts."""
    run = desk.run()
    desk.feed("accept", "偏好短句", run)
    assert desk.feed("reject", "偏好短句", run)["score"] == -1
    assert desk.feed("partial", "偏好短句", run)["score"] == -0.5
    assert [e["action"] for e in desk.rows("feedback_event")] == ["accept", "reject", "partial"]
    assert len(desk.rows("run_feedback")) == len(desk.rows("preference_signal")) == 1


def test_other_evidence_of_the_same_run_replaces_the_first(desk):
    """A run that is judged anew for another reason speaks for that reason only."""
    run = desk.run()
    desk.feed("accept", "偏好短句", run)
    desk.feed("accept", "多用对白", run)
    assert desk.feed("accept", "偏好短句")["score"] == 1


@pytest.mark.parametrize(
    ("milliseconds", "in_time"), [(0, True), (29_999, True), (30_000, True), (30_001, False), (-5_000, True)]
)
def test_undo_counts_for_thirty_seconds(desk, milliseconds, in_time):
    """MS1-R2-S2: an undo within 30 s of the accept, inclusive, is the strongest rejection; later it is CONFLICT."""
    desk.feeds("accept", "accept")
    run = desk.run()
    desk.feed("accept", "偏好短句", run)
    assert desk.learned() == ["偏好短句"]
    accepted = desk.rows("feedback_event")[-1]["at"]
    desk.clock.hold(accepted, milliseconds=milliseconds)
    if not in_time:
        before = desk.rows("preference_signal")
        payload = {"runId": run, "action": "reject", "undo": True}
        assert desk.code("ai:skill:feedback", payload) == "CONFLICT"
        assert desk.rows("preference_signal") == before
        assert desk.learned() == ["偏好短句"]
        return
    answer = desk.feed("reject", None, run, undo=True)
    assert (answer["signal"], answer["weight"], answer["score"]) == ("UNDO_AFTER_ACCEPT", -1.0, 1.0)
    assert desk.learned() == []
    assert desk.entry("偏好短句")["reason"] == "feedback that it rested on was taken back"


def test_undo_again_changes_nothing_and_without_an_accept_is_a_conflict(desk):
    """There must be an accept to take back."""
    run = desk.run()
    undo = {"runId": run, "action": "reject", "undo": True}
    assert desk.code("ai:skill:feedback", undo) == "CONFLICT"
    desk.feed("reject", "偏好短句", run)
    assert desk.code("ai:skill:feedback", undo) == "CONFLICT"
    desk.feed("accept", "偏好短句", run)
    first = desk.feed("accept", None, run, undo=True)
    desk.clock.forward(seconds=60)
    assert desk.feed("reject", None, run, undo=True) == first
    assert [e["undo"] for e in desk.rows("feedback_event")] == [0, 0, 1]


@pytest.mark.parametrize(
    ("payload", "signal", "weight"),
    [
        ({"action": "accept", "finalText": TEXT}, "DIRECT_ACCEPT", 1.0),
        ({"action": "accept", "finalText": TEXT[:-1] + "！"}, "LIGHT_EDIT", 0.45),
        ({"action": "partial", "finalText": "完全是另外一段话了呀，你说是不是"}, "HEAVY_REWRITE", -0.45),
        ({"action": "reject"}, "FULL_REJECT", -0.8),
        ({"action": "accept", "selectedIndex": -1}, "FULL_REJECT", -0.8),
        ({"action": "accept", "finalText": "他站起来，走到门前。夜还很深。"}, "NEUTRAL", 0.0),
        ({"action": "partial"}, "NEUTRAL", 0.0),
    ],
)
def test_the_implicit_signal_follows_from_the_outcome(desk, payload, signal, weight):
    """MS1-R2-S1: the distance of the edit decides between direct, light, neutral and heavy."""
    answer = desk.feed(**payload)
    assert (answer["signal"], answer["weight"]) == (signal, weight)


def test_repeated_use_in_a_scene_counts_earlier_runs(desk):
    """REPEATED_SCENE_SKILL weighs 0.15 for each earlier run of this skill in this scene and project."""
    for _ in range(2):
        desk.run(scene_type="dialogue")
    run = desk.run(scene_type="dialogue")
    desk.run(scene_type="action")
    answer = desk.feed("accept", None, run, finalText="他站起来，走到门前。夜还很深。")
    assert (answer["signal"], answer["weight"]) == ("REPEATED_SCENE_SKILL", 0.3)


def test_the_candidate_that_was_taken_is_compared(desk):
    """``selectedIndex`` says which text the writer started from."""
    run = desk.run(("第一稿写得很长很长很长。", "第二稿。"), candidates=2)
    assert desk.feed("accept", None, run, selectedIndex=1, finalText="第二稿。")["signal"] == "DIRECT_ACCEPT"


def test_ingest_books_a_signal_with_and_without_a_run(desk):
    """``memory:preferences:ingest`` answers as feedback does; without a run every call is a signal."""
    payload = {"action": "accept", "evidenceRef": "偏好短句"}
    scores = [desk.data("memory:preferences:ingest", payload)["score"] for _ in range(3)]
    assert scores == [1, 2, 3]
    assert desk.learned(None) == ["偏好短句"]
    run = desk.run()
    for _ in range(2):
        answer = desk.data("memory:preferences:ingest", payload | {"runId": run, "projectId": "novel"})
    assert answer["score"] == 1
    for wrong in ({"runId": "none"}, {"runId": run, "projectId": "other"}):
        assert desk.code("memory:preferences:ingest", payload | wrong) == "NOT_FOUND"
    assert desk.code("memory:preferences:ingest", {"action": "accept"}) == "INVALID_ARGUMENT"


def test_projects_do_not_share_signals(tmp_path):
    """Signals of one kind have the same project, also in one store."""
    desks = [Desk(tmp_path / name, project=name, store=tmp_path / "one.db") for name in ("a", "b")]
    for _ in range(2):
        for desk in desks:
            answer = desk.feed("accept", "偏好短句")
    assert answer["score"] == 2
    assert desks[0].learned("a") == desks[1].learned("b") == []
    for desk in desks:
        desk.close()
