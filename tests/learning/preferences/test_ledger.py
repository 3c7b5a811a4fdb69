"""The ledger, the writer's choices, conflicts and credit."""

from __future__ import annotations

from learning.preferences.feedback_samples import Desk

BEFORE = "他站起来！走到窗边，看着外面的夜色，想起了很久以前的事！雨还在下。她问他要不要走。"
AFTER = "他站起来。走到窗边，看着外面的夜色，想起了很久以前的事。雨还在下。她问他要不要走。"


def test_the_ledger_shows_candidates_with_their_evidence(desk):
    """Issue 3.5: score, dates, runs, scope and state of each preference, also short of the threshold."""
    desk.feeds("accept", "accept", "partial")
    runs = [e["run_id"] for e in desk.rows("feedback_event")]
    entry = desk.entry("偏好短句")
    assert (entry["state"], entry["score"], entry["threshold"], entry["scope"]) == (
        "candidate",
        1.5,
        3,
        "project",
    )
    assert entry["runs"] == runs[:2]
    assert entry["firstAt"] < entry["lastAt"]
    assert desk.ledger(None)["items"] == []


def test_a_candidate_can_be_confirmed_and_is_injected(desk):
    """The writer need not wait for the threshold."""
    desk.feeds("accept")
    item = desk.data("memory:preferences:confirm", {"id": desk.entry("偏好短句")["id"]})
    assert (item["userConfirmed"], item["origin"]) == (True, "learned")
    assert desk.previewed() == ["偏好短句"]
    assert desk.entry("偏好短句")["state"] == "confirmed"
    assert desk.feeds("accept", "accept").get("learned") is None


def test_a_candidate_can_be_refused(desk):
    """What was refused before it was learned is never learned."""
    desk.feeds("accept", "accept")
    desk.data("memory:preferences:refuse", {"id": desk.entry("偏好短句")["id"]})
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.entry("偏好短句")["state"] == "refused"
    desk.data("memory:preferences:confirm", {"id": desk.entry("偏好短句")["id"]})
    assert desk.previewed() == ["偏好短句"]


def test_editing_puts_it_into_the_writers_words(desk):
    """The edited words are injected, and the entry counts as confirmed."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.data("memory:preferences:edit", {"id": item["id"], "content": "动作戏用短句"})
    assert desk.previewed() == ["动作戏用短句"]
    assert desk.entry("动作戏用短句")["state"] == "confirmed"
    payload = {"id": item["id"], "content": "  "}
    assert desk.code("memory:preferences:edit", payload) == "INVALID_ARGUMENT"


def test_choices_answer_to_their_own_project(desk):
    """Another project's id finds nothing, and so does an unknown one."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    for choice in ("confirm", "refuse", "promote"):
        channel = f"memory:preferences:{choice}"
        assert desk.code(channel, {"id": item["id"], "projectId": "other"}) == "NOT_FOUND"
        assert desk.code(channel, {"id": "learned-none"}) == "NOT_FOUND"
    assert desk.previewed() == ["偏好短句"]


def test_promotion_makes_one_global_preference(desk):
    """A promoted preference holds for all projects, and the project does not learn it a second time."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    wide = desk.data("memory:preferences:promote", {"id": item["id"]})
    assert (wide["scope"], wide["projectId"], wide["evidence"]) == ("global", None, item["evidence"])
    assert desk.previewed("another") == desk.previewed() == ["偏好短句"]
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.previewed() == ["偏好短句"]
    assert desk.code("memory:preferences:promote", {"id": wide["id"]}) == "CONFLICT"
    assert desk.code("memory:preferences:promote", {"id": item["id"]}) == "CONFLICT"


def taught_globally(desk, action, evidence="偏好短句"):
    """Three signals that belong to no project."""
    for _ in range(3):
        desk.data("memory:preferences:ingest", {"action": action, "evidenceRef": evidence})


def test_the_projects_preference_beats_the_global_one(desk):
    """Issue 3.6: opposite preferences are a conflict; meanwhile the project's is injected in the project."""
    taught_globally(desk, "reject")
    assert desk.previewed() == ["避免：偏好短句"]
    mine = desk.feeds("accept", "accept", "accept")["learned"]
    assert desk.previewed() == ["偏好短句"]
    assert desk.previewed("another") == desk.previewed(None) == ["避免：偏好短句"]
    (conflict,) = desk.ledger()["conflicts"]
    assert (conflict["firstId"], conflict["why"]) == (mine["id"], "project_over_global")
    assert desk.entry("偏好短句")["conflictsWith"] == [conflict["secondId"]]
    desk.data("memory:preferences:refuse", {"id": mine["id"]})
    assert desk.ledger()["conflicts"] == []
    assert desk.previewed() == ["避免：偏好短句"]


def test_confirming_both_settles_a_conflict(desk):
    """A project may differ on purpose; it still goes its own way."""
    taught_globally(desk, "reject")
    desk.feeds("accept", "accept", "accept")
    (conflict,) = desk.ledger()["conflicts"]
    for side in ("firstId", "secondId"):
        desk.data("memory:preferences:confirm", {"id": conflict[side]})
    assert desk.ledger()["conflicts"] == []
    assert desk.previewed() == ["偏好短句"]


def test_likeness_of_words_is_no_contradiction(desk):
    """短 and 长 differ by one character; only named axes and the same words can contradict."""
    taught_globally(desk, "accept", "偏好长句")
    desk.feeds("accept", "accept", "accept")
    assert desk.previewed() == ["偏好短句", "偏好长句"]
    assert desk.ledger()["conflicts"] == []


def test_signals_against_a_confirmed_preference_are_a_conflict(desk):
    """Learning does not overrule the writer, it asks."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.data("memory:preferences:confirm", {"id": item["id"]})
    desk.feeds(*["reject"] * 7)
    assert desk.previewed() == ["偏好短句"]
    (conflict,) = desk.ledger()["conflicts"]
    assert (conflict["firstId"], conflict["why"]) == (item["id"], "confirmed_over_signals")
    desk.data("memory:preferences:refuse", {"id": conflict["secondId"]})
    assert desk.ledger()["conflicts"] == []


def test_edits_teach_with_two_spans_as_evidence(desk):
    """Issue 3.4: the same edit in four runs is learned, with what was written and what became of it."""
    for _ in range(4):
        answer = desk.feed("accept", None, desk.run(BEFORE), finalText=AFTER)
        assert answer["ignored"] is False
        assert [o["tag"] for o in answer["observations"]] == ["edit:exclamation:fewer"]
    assert answer["learned"]["content"] == "少用感叹号"
    entry = desk.entry("少用感叹号")
    assert entry["threshold"] == 4
    assert entry["spans"][-1]["before"].endswith("！")
    assert entry["spans"][-1]["after"].endswith("。")


def test_opposite_edits_contradict_each_other(desk):
    """One axis, two poles: putting the marks back retires the preference."""
    for _ in range(4):
        desk.feed("accept", None, desk.run(BEFORE), finalText=AFTER)
    for _ in range(4):
        desk.feed("accept", None, desk.run(AFTER), finalText=BEFORE)
    assert desk.learned() == []
    assert desk.entry("少用感叹号")["state"] == "retired"


def test_a_word_that_is_left_standing_speaks_against_its_pair(desk):
    """Replacing a word now and then is no rule."""
    old, new = "他突然停住了脚步，雨还在下。", "他忽然停住了脚步，雨还在下。"
    for _ in range(3):
        desk.feed("accept", None, desk.run(old), finalText=new)
        desk.feed("accept", None, desk.run(old), finalText=old.replace("雨", "大雨"))
    desk.feed("accept", None, desk.run(old), finalText=new)
    assert desk.learned() == []
    entry = desk.entry("用“忽然”，不用“突然”")
    assert (entry["support"], entry["kept"]) == (4, 3)


def test_privacy_mode_keeps_no_words_of_edits(desk):
    """Runs of privacy mode hold no text to compare, and a switch in between lets only tags through."""
    run = desk.run(BEFORE.replace("雨", "突然下雨"))
    desk.settings(privacyModeEnabled=True)
    final = AFTER.replace("雨", "忽然下雨")
    answer = desk.feed("accept", None, run, finalText=final)
    assert [o["tag"] for o in answer["observations"]] == ["edit:exclamation:fewer"]
    stored = str(
        [desk.rows(t) for t in ("feedback_event", "preference_signal", "preference_kind", "preference")]
    )
    assert not any(word in stored for word in ("窗边", "忽然", "突然"))


def test_why_says_how_runs_with_and_without_a_memory_fared(desk):
    """Issue 3.7: credit follows from receipts and feedback, also when feedback is replaced."""
    first = desk.run()
    desk.feed("reject", None, first)
    item = desk.data("memory:create", {"type": "preference", "scope": "global", "content": "偏好短句"})
    second, third = desk.run(), desk.run()
    desk.feed("accept", None, second)
    answer = desk.data("ai:run:why", {"runId": third})
    (memory,) = answer["memories"]
    assert answer["feedback"] is None
    assert (memory["id"], memory["content"], memory["layer"]) == (item["id"], "偏好短句", "PROFILE")
    assert memory["withIt"] == {"runs": 1, "meanWeight": 1.0, "accepted": 1.0}
    assert memory["withoutIt"] == {"runs": 1, "meanWeight": -0.8, "accepted": 0.0}
    desk.feed("reject", None, second)
    (memory,) = desk.data("ai:run:why", {"runId": second})["memories"]
    assert memory["withIt"] == {"runs": 1, "meanWeight": -0.8, "accepted": 0.0}
    assert desk.data("ai:run:why", {"runId": first})["memories"] == []
    assert desk.code("ai:run:why", {"runId": first, "projectId": "other"}) == "NOT_FOUND"
    assert desk.code("ai:run:why", {"runId": "none"}) == "NOT_FOUND"


def test_a_purge_takes_signals_and_words_with_it(desk):
    """What is purged is not re-created by old signals, and no word of it is left in the tables."""
    item = desk.feeds("accept", "accept", "accept", evidence="独一无二的话")["learned"]
    desk.data("memory:purge", {"id": item["id"], "confirm": True})
    tables = ("feedback_event", "preference_signal", "preference_kind", "preference", "memory_item")
    assert "独一无二" not in str([desk.rows(t) for t in tables])
    assert desk.feeds("accept", evidence="独一无二的话")["score"] == 1
    desk.data("memory:purge", {"projectId": "novel", "confirm": True})
    assert [desk.rows(t) for t in tables] == [[]] * len(tables)


def test_statements_are_in_the_workspaces_language(tmp_path):
    """An English workspace learns English statements."""
    desk = Desk(tmp_path, locale="en")
    text = "He stopped! The rain was still falling! She asked him to go. Nobody answered."
    for _ in range(4):
        answer = desk.feed("accept", None, desk.run(text), finalText=text.replace("!", "."))
    assert answer["learned"]["content"] == "uses few exclamation marks"
    desk.close()
