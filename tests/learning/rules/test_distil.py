"""What edits and verdicts in one kind of scene have in common is proposed as a rule."""

from __future__ import annotations

import pytest

from job_waits import all_done
from underdraft.learning.rules.distil import DISTIL_JOB, rule_id_of


def judged(desk, scene, action, times=3, evidence="偏好短句"):
    """Runs in a scene that the writer judged by the same words, and what is done behind them."""
    for _ in range(times):
        desk.feed(action, evidence, run=desk.run(scene_type=scene))
    assert all_done(desk.ws.store.conversation.worker, 20)


def rules(desk):
    """Text, state and counts of the project's rules."""
    items = [item for item in desk.ledger()["items"] if item["axis"] == "distilled"]
    return {item["statement"]: (item["state"], item["support"], item["against"]) for item in items}


def prefix(desk):
    """The stable prefix of the next run."""
    return desk.ws.preview_sync("polish", document="雨停了。").prompt.stable_prefix


def test_scenes_differ(desk):
    """What cancels out over all scenes is a rule in each; confirmed it stands in layer 2, with its evidence in the receipt."""
    judged(desk, "dialogue", "accept")
    judged(desk, "action", "reject")
    assert desk.learned() == []
    assert rules(desk) == {"对白：偏好短句": ("proposed", 3, 0), "动作：避免：偏好短句": ("proposed", 3, 0)}
    assert "对白：偏好短句" not in prefix(desk)
    [rule] = [one for one in desk.ledger()["items"] if one["sceneType"] == "dialogue"]
    assert (len(rule["runs"]), rule["support"]) == (3, 3)
    wanted = {"action": "confirm", "id": rule["id"], "content": "对白：一律短句"}
    confirmed = desk.data("memory:preferences:settle", wanted)["item"]
    assert confirmed["evidence"][0]["episodeId"].startswith("ep-")
    assert (confirmed["state"], confirmed["version"]) == ("active", 2)
    preview = desk.ws.preview_sync("polish", document="雨停了。")
    assert "- 对白：一律短句\n" in preview.prompt.stable_prefix
    [part] = [
        part
        for section in preview.prompt.sections
        for chunk in section.chunks
        if chunk.source == "memory:semantic"
        for part in chunk.parts
    ]
    assert part.reason == f"distilled from 3 runs, 0 against; ref:run:{confirmed['evidence'][0]['runId']}"
    before = prefix(desk)
    judged(desk, "dialogue", "accept", times=1)
    assert rules(desk)["对白：一律短句"] == ("confirmed", 4, 0)
    assert prefix(desk) == before


def test_what_is_refused_or_no_longer_so(desk):
    """A refusal lasts; a proposal that the next verdicts contradict goes."""
    judged(desk, "dialogue", "accept")
    judged(desk, "action", "reject")
    judged(desk, "action", "accept", times=4)
    assert set(rules(desk)) <= {"对白：偏好短句"}
    judged(desk, "action", "reject", times=4)
    [rule] = [one for one in desk.ledger()["items"] if one["sceneType"] == "dialogue"]
    desk.settle("refuse", rule["id"])
    assert desk.data("memory:maintenance:run", {"trigger": "distilRules"})["proposed"] == 0
    assert rules(desk)["对白：偏好短句"][0] == "refused"
    assert "偏好短句" not in prefix(desk)


@pytest.mark.both_stores
@pytest.mark.long
def test_what_a_memory_says_already_is_no_rule(desk):
    """A preference of all scenes is in every prompt; the rule would only repeat it."""
    judged(desk, "dialogue", "accept", times=4)
    assert desk.learned() == ["偏好短句"]
    assert rules(desk) == {}


@pytest.mark.parametrize(
    "patch",
    [
        {"privacyModeEnabled": True},
        {"preferenceLearningEnabled": False},
        {"memory.enable_distillation": False},
    ],
)
def test_it_can_be_switched_off(desk, patch):
    """Each of three settings keeps the signals from being distilled; what was confirmed stays."""
    desk.feed("accept", "偏好短句", run=desk.run(scene_type="dialogue"))
    desk.settings(**patch)
    judged(desk, "dialogue", "accept", times=3)
    judged(desk, "action", "reject", times=4)
    assert desk.data("memory:maintenance:run", {"trigger": "distilRules"})["proposed"] == 0
    assert rules(desk) == {}


def test_one_job_a_project(desk):
    """However many verdicts there are, one job waits, and only once there is enough to distil."""
    waiting = []
    for _ in range(5):
        desk.feed("accept", "偏好长句", run=desk.run(scene_type="action"))
        with desk.ws.store.database.read() as connection:
            rows = connection.exec_driver_sql(
                f"SELECT subject FROM background_job WHERE kind = '{DISTIL_JOB}'"
            )
            waiting.append(len(rows.all()))
    assert waiting[0] == 0
    assert max(waiting) == 1


def test_ids_follow_from_what_they_are_about():
    """The same rule found again has the same id; of another scene or pole it is another rule."""
    one = rule_id_of("p", "dialogue", "t", "accept")
    assert one == rule_id_of("p", "dialogue", "t", "accept")
    assert (
        len({one, rule_id_of("p", "action", "t", "accept"), rule_id_of("p", "dialogue", "t", "reject")}) == 3
    )
