"""One event and its signals: what counts once, and what privacy mode lets through."""

from __future__ import annotations

import pytest

from learning.feedback_samples import Desk
from underdraft import hookimpl
from underdraft.types.feedback import PreferenceSignal


def test_privacy_mode_stores_no_text_and_learns_tags(desk):
    """CNWB 5.2: in privacy mode only an abstract tag is kept."""
    desk.settings(privacyModeEnabled=True)
    desk.feed("accept", "某段原文不能留下")
    desk.feed("accept", finalText="改写后的原文")
    for _ in range(3):
        answer = desk.feed("accept", "style:short-sentences", finalText="改写后的原文")
    assert answer["learned"]["content"] == "style:short-sentences"
    assert "原文" not in desk.stored()
    assert "某段" not in desk.stored()


def test_evidence_is_kept_to_240_code_points(desk):
    """Longer evidence is cut, and its cut form is what counts as the same."""
    desk.feed("accept", "长" * 241)
    assert desk.feed("accept", "长" * 300)["score"] == 2
    assert {len(e["evidence_ref"]) for e in desk.rows("feedback_event")} == {240}


def test_the_same_feedback_again_changes_nothing(desk):
    """One run is one signal."""
    run = desk.run()
    first = desk.feed("accept", "偏好短句", run)
    before = {t: desk.rows(t) for t in ("feedback_event", "run_feedback", "preference_signal")}
    assert desk.feed("accept", "偏好短句。", run) == first
    assert {t: desk.rows(t) for t in before} == before


def test_another_action_or_reason_replaces_the_first(desk):
    """The log keeps all, only the last one counts: a run that is judged anew speaks for its new reason alone."""
    run = desk.run()
    desk.feed("accept", "偏好短句", run)
    assert desk.feed("reject", "偏好短句", run)["score"] == -1
    assert desk.feed("partial", "偏好短句", run)["score"] == -0.5
    assert [e["action"] for e in desk.rows("feedback_event")] == ["accept", "reject", "partial"]
    assert len(desk.rows("run_feedback")) == len(desk.rows("preference_signal")) == 1
    desk.feed("accept", "多用对白", run)
    assert desk.feed("accept", "偏好短句")["score"] == 1


def test_ingest_books_a_signal_with_and_without_a_run(desk):
    """``memory:preferences:ingest`` answers as feedback does; without a run every call is a signal."""
    payload = {"action": "accept", "evidenceRef": "偏好短句", "projectId": None}
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


def test_a_preference_that_the_model_follows_is_not_worn_out(desk):
    """What the writer leaves alone, in a run whose prompt held the preference, says nothing against it."""
    long = "他站起来，走到窗边，看着雨。她坐在桌前，数着灯，没有说话。门外的人，敲了三下，又走了。"
    short = "他站起来。走到窗边。看着雨。她坐在桌前。数着灯。没有说话。门外的人。敲了三下。又走了。"
    for _ in range(4):
        desk.feed(run=desk.run(long), finalText=short)
    assert desk.learned() == ["叙述句偏好短句"]
    for n in range(8):
        desk.feed(run=desk.run(short), finalText=short.replace("三下", f"{n}下"))
    assert desk.learned() == ["叙述句偏好短句"]
    assert desk.entry("叙述句偏好短句")["kept"] == 0


class Says:
    """A listener that hands in one signal with these words."""

    def __init__(self):
        self.words = "像从前那样写雾"

    @hookimpl
    def underdraft_feedback(self, event, preferences):
        signal = PreferenceSignal(axis="mood", key="fog", stance="accept", statement=self.words)
        preferences.signal(signal)


@pytest.mark.parametrize(("words", "learned"), [("多写雾", False), ("像从前那样写雾", True)])
def test_earlier_words_become_no_memory_in_privacy_mode(tmp_path, words, learned):
    """The last signal makes a memory of the statement that it brings itself, never of an earlier signal's words."""
    said = Says()
    desk = Desk(tmp_path, plugins=[said])
    answers = [desk.feed("accept") for _ in range(2)]
    desk.settings(privacyModeEnabled=True)
    said.words = words
    answers += [desk.feed("accept") for _ in range(3)]
    assert (answers[-1].get("learned") is not None) is learned
    assert ("从前" in str(desk.rows("memory_item"))) is learned
    desk.close()
