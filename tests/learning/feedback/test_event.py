"""Events: what a feedback becomes, what repeats it, what takes it back."""

from __future__ import annotations

import pytest

from learning.feedback_samples import TEXT
from underdraft import InvalidArgument
from underdraft.learning.feedback.event import (
    Basis,
    FeedbackDraft,
    RunSituation,
    StoredEvent,
    check_feedback,
    decide,
    make_draft,
    outcome,
)
from underdraft.types.feedback import Feedback
from underdraft.types.signals import implicit_signal


def test_an_edit_of_a_text_that_was_not_kept_is_neutral():
    """Without the model's text nothing is known of the edit, so nothing is claimed."""
    run = RunSituation(project_id=None, skill_id="polish", texts=(), candidates=1)
    feedback = Feedback(action="accept", run_id="r", final_text="留下的")
    draft = make_draft(feedback, run, at="t", locale="zh")
    event = decide(draft, Basis(threshold=3)).event
    assert (event.signal, event.edit_distance, event.observations) == ("NEUTRAL", None, ())


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


def test_the_candidate_that_was_taken_is_compared(desk):
    """``selectedIndex`` says which text the writer started from."""
    run = desk.run(("第一稿写得很长很长很长。", "第二稿。"), candidates=2)
    assert desk.feed("accept", None, run, selectedIndex=1, finalText="第二稿。")["signal"] == "DIRECT_ACCEPT"


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


def drafted(**reported):
    """A draft of feedback on a run that wrote ``TEXT``."""
    feedback = Feedback(run_id="run-1", **reported)
    run = RunSituation(project_id="novel", skill_id="polish", texts=(TEXT,))
    return make_draft(feedback, run, at="2026-03-01T00:00:10.000Z", locale="zh")


def stored(**values):
    """What the store holds of an earlier accept."""
    defaults = {
        "seq": 1,
        "at": "2026-03-01T00:00:00.000Z",
        "action": "accept",
        "evidence_ref": "偏好短句",
        "undo": False,
        "final_hash": None,
        "signal": "DIRECT_ACCEPT",
        "weight": 1.0,
        "ignored_reason": None,
    }
    return StoredEvent(**(defaults | values))


@pytest.mark.parametrize(
    ("reported", "repeated"),
    [
        ({"evidence_ref": "偏好短句"}, True),
        ({"evidence_ref": " 偏好短句。"}, True),
        ({}, True),
        ({"evidence_ref": "多用对白"}, False),
        ({"evidence_ref": "偏好短句", "final_text": "别的"}, False),
        ({"action": "partial", "evidence_ref": "偏好短句"}, False),
        ({"action": "reject", "undo": True}, False),
    ],
)
def test_what_says_the_same_is_a_repetition(reported, repeated):
    """Another spelling, or no evidence, adds nothing; other words, a kept text or another action do."""
    decision = decide(drafted(**({"action": "accept"} | reported)), Basis(threshold=3, last=stored()))
    assert decision.repeated is repeated


def test_evidence_that_may_teach_now_is_no_repetition():
    """What was ignored while learning was off is taken in once it is on."""
    last = stored(ignored_reason="learning_disabled")
    draft = drafted(action="accept", evidence_ref="偏好短句")
    assert decide(draft, Basis(threshold=3, last=last, learning=False)).repeated
    assert not decide(draft, Basis(threshold=3, last=last)).repeated


def test_an_undo_takes_the_evidence_of_its_accept():
    """Listeners hear what was reported; what is stored has the words that are taken back."""
    decision = decide(drafted(action="accept", undo=True), Basis(threshold=3, last=stored()))
    assert (decision.reported.action, decision.reported.evidence_ref) == ("reject", None)
    assert (decision.event.evidence_ref, decision.event.ignored_reason) == ("偏好短句", None)
    assert decision.event.signal == "UNDO_AFTER_ACCEPT"


def test_privacy_mode_leaves_no_text_in_the_event():
    """Only tags and measures are left."""
    draft = drafted(action="accept", evidence_ref="一段原文", final_text=TEXT.replace("。", "！"))
    event = decide(draft, Basis(threshold=3, privacy=True)).event
    assert (event.evidence_ref, event.final_text, event.model_text) == (None, None, None)
    assert event.edit_distance > 0
    assert {o.tag for o in event.observations if o.lean != "kept"} == {"edit:exclamation:more"}
    assert all(o.before == o.after == "" for o in event.observations)


@pytest.mark.parametrize("kept", ["一段原文", "edit:exclamation:more"])
def test_privacy_mode_takes_back_no_words(kept):
    """What was said before privacy mode was switched on is not written a second time, except for a tag."""
    last = stored(evidence_ref=kept)
    event = decide(drafted(action="accept", undo=True), Basis(threshold=3, privacy=True, last=last)).event
    tag = kept.startswith("edit:")
    assert event.evidence_ref == (kept if tag else None)
    assert event.ignored_reason == (None if tag else "privacy_mode_reject")


def test_what_was_barred_stays_barred():
    """Privacy mode that is switched off, or learning that is switched on, in between counts from the next feedback."""
    barred = Basis(threshold=3, learning=False, privacy=True)
    assert Basis(threshold=4).after(barred) == Basis(threshold=4, learning=False, privacy=True)
    assert barred.after(Basis(threshold=4)) == barred


def test_an_undo_needs_a_run():
    """A signal that belongs to no run cannot be taken back."""
    with pytest.raises(InvalidArgument, match=r"^undo: expected a run$"):
        check_feedback(Feedback(action="reject", undo=True))


@pytest.mark.parametrize(
    ("action", "options", "signal"),
    [
        ("accept", {}, "DIRECT_ACCEPT"),
        ("accept", {"distance": 0.1}, "LIGHT_EDIT"),
        ("accept", {"distance": 0.9}, "HEAVY_REWRITE"),
        ("reject", {"index": 0, "distance": 0.0}, "FULL_REJECT"),
        ("accept", {"index": -1}, "FULL_REJECT"),
        ("partial", {}, "NEUTRAL"),
        ("partial", {"earlier_runs": 1}, "REPEATED_SCENE_SKILL"),
    ],
)
def test_feedback_becomes_an_outcome(action, options, signal):
    """What is missing is filled in as the writer would mean it."""
    distance = options.get("distance")
    feedback = Feedback(
        action=action,
        run_id="r",
        selected_index=options.get("index"),
        final_text=None if distance is None else "x",
    )
    run = RunSituation(project_id=None, skill_id=None, earlier_runs=options.get("earlier_runs", 0))
    draft = FeedbackDraft(feedback=feedback, run=run, at="", locale="zh", distance=distance)
    assert implicit_signal(outcome(draft)).signal == signal
