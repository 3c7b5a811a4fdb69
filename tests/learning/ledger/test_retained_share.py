"""How much of the text is kept with a memory in the prompt, and without it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from learning.rules.taste_samples import SILENT, STATEMENT
from underdraft.learning.ledger.retained_share import retained_of, share

pytestmark = pytest.mark.both_stores


def test_why_says_how_runs_with_and_without_a_memory_fared(desk):
    """Credit follows from receipts and feedback, also when feedback is replaced."""
    first = desk.run()
    desk.feed("reject", None, first)
    item = desk.data("memory:create", {"type": "preference", "scope": "global", "content": "偏好短句"})
    second, third = desk.run(), desk.run()
    desk.feed("accept", None, second)
    answer = desk.data("ai:run:why", {"runId": third})
    (memory,) = answer["memories"]
    assert answer["feedback"] is None
    assert (memory["id"], memory["content"], memory["layer"]) == (item["id"], "偏好短句", "PROFILE")
    assert memory["withIt"] == {"runs": 1, "kept": 1.0}
    assert memory["withoutIt"] == {"runs": 1, "kept": 0.0}
    desk.feed("reject", None, second)
    (memory,) = desk.data("ai:run:why", {"runId": second})["memories"]
    assert memory["withIt"] == {"runs": 1, "kept": 0.0}
    assert desk.data("ai:run:why", {"runId": first})["memories"] == []
    assert desk.code("ai:run:why", {"runId": first, "projectId": "other"}) == "NOT_FOUND"
    assert desk.code("ai:run:why", {"runId": "none"}) == "NOT_FOUND"


def judged(**values):
    """A judged run whose text was accepted as it was."""
    usual = {
        "model": "m",
        "finish_reason": "stop",
        "status": "done",
        "action": "accept",
        "edit_distance": None,
    }
    return SimpleNamespace(**usual | {"signal": "DIRECT_ACCEPT"} | values)


@pytest.mark.parametrize(
    ("values", "kept"),
    [
        ({}, 1.0),
        ({"edit_distance": 0.25, "signal": "LIGHT_EDIT"}, 0.75),
        ({"signal": "NEUTRAL"}, None),
        ({"action": "reject", "edit_distance": 0.25}, 0.0),
        ({"signal": "FULL_REJECT"}, 0.0),
        ({"finish_reason": "length"}, None),
        ({"status": "failed"}, None),
    ],
)
def test_what_was_kept_of_a_run(values, kept):
    """A rejection keeps nothing, an edit the rest; of a reply that is not whole nothing is known."""
    assert retained_of(judged(**values)) == kept
    assert share([judged(**values)] * 13).runs == (0 if kept is None else 12)


@pytest.fixture
def taken(taste_desk):
    """The id of a taste that was proposed from three edits and taken; the writer edits once more before."""
    taste_desk.edits(4)
    (entry,) = taste_desk.worded()
    taste_desk.settle("confirm", entry["id"])
    return entry["id"]


def fare(desk, share):
    """A run in dialogue of whose reply the writer keeps so much."""
    text = "她没有说话，只是看着灯。" * 5
    desk.feed(run=desk.run(text, scene_type="dialogue"), finalText=text[: round(len(text) * share)])


def test_a_tastes_own_scene_alone_says_how_it_fares(taste_desk, taken):
    """A taste is for its kind of scene; the last twelve runs count on either side."""
    for n in range(3):
        taste_desk.edit(n, scene="action", kept="x" * 30)
    assert taste_desk.worded()[0]["survival"]["withIt"] == {"runs": 0, "kept": None}
    for _ in range(13):
        fare(taste_desk, 0.95)
    (entry,) = taste_desk.worded()
    assert entry["survival"]["withIt"] == {"runs": 12, "kept": 0.95}
    assert entry["survival"]["withoutIt"]["runs"] == 4
    assert entry["id"] == taken


def test_the_line_stands_in_layer_2_and_only_there(taste_desk, taken):
    """The prefix changes with the writer's word, not with what is counted between two of them."""
    before = taste_desk.ws.preview_sync("polish", document=SILENT)
    fare(taste_desk, 0.9)
    after = taste_desk.ws.preview_sync("polish", document=SILENT)
    assert f"- {STATEMENT}（来源：自动学习）" in before.prompt.stable_prefix
    assert before.stable_prefix_hash == after.stable_prefix_hash
    assert taken in {line.id for line in after.injected}
