"""A worded taste that was taken keeps its place only while more of the text is kept with it than without."""

from __future__ import annotations

import pytest

from learning.rules.taste_samples import SILENT, STATEMENT
from underdraft.learning.rules.trial import verdict
from underdraft.types.preferences import KeptShare, Survival

pytestmark = pytest.mark.both_stores


@pytest.mark.parametrize(
    ("gain", "runs", "now", "becomes"),
    [
        (None, 5, "open", "open"),
        (0.02, 6, "open", "passed"),
        (0.019, 6, "open", "open"),
        (-0.019, 11, "open", "open"),
        (0.019, 12, "open", "lost"),
        (-0.02, 6, "open", "lost"),
        (0.001, 12, "passed", "passed"),
        (0.0, 12, "passed", "lost"),
        (None, 3, "passed", "passed"),
    ],
)
def test_two_bounds_keep_the_prefix_still(gain, runs, now, becomes):
    """A clear gain passes, and only no gain at all undoes that; without one the window decides."""
    share = KeptShare(runs=runs, kept=0.5)
    assert verdict(Survival(with_it=share, without_it=share, gain=gain), now) == becomes


@pytest.fixture
def desk(taste_desk):
    """A desk whose model words tastes."""
    return taste_desk


@pytest.fixture
def taken(desk):
    """The id of a taste that was proposed from three edits and taken; the writer edits once more before."""
    desk.edits(4)
    (entry,) = desk.worded()
    desk.data("memory:preferences:settle", {"action": "confirm", "id": entry["id"]})
    return entry["id"]


def fare(desk, share):
    """A run in dialogue of whose reply the writer keeps so much; the tastes that are lost with it."""
    text = "她没有说话，只是看着灯。" * 5
    answer = desk.feed(
        run=desk.run(text, scene_type="dialogue"), finalText=text[: round(len(text) * share)] or "空"
    )
    return [item["content"] for item in answer.get("lost", ())]


def test_a_taste_that_helps_stays_and_one_that_stops_helping_goes(desk, taken):
    """It stands in every prompt until its trial ends; the loss is said, shown with figures, and can be undone."""
    assert desk.previewed() == [STATEMENT]
    for _ in range(6):
        assert fare(desk, 0.95) == []
    (entry,) = desk.worded()
    assert entry["survival"]["withIt"] == {"runs": 6, "kept": 0.95}
    assert entry["survival"]["gain"] > 0.2
    assert entry["state"] == "confirmed"
    lost = [fare(desk, 0.2) for _ in range(12)]
    assert [STATEMENT] in lost
    assert desk.previewed() == []
    (entry,) = desk.worded()
    assert (entry["state"], entry["reason"]) == (
        "retired",
        "no more of the text was kept with it than without; confirm it to restore it",
    )
    desk.data("memory:preferences:settle", {"action": "confirm", "id": taken})
    assert desk.previewed() == [STATEMENT]
    for _ in range(13):
        assert fare(desk, 0.1) == []
    assert desk.worded()[0]["state"] == "confirmed"


def test_a_taste_that_harms_goes_as_soon_as_there_are_runs_enough(desk, taken):
    """Six judged runs with it decide."""
    assert [fare(desk, 0.1) for _ in range(6)] == [[]] * 5 + [[STATEMENT]]
    assert desk.worded()[0]["id"] == taken


def test_runs_in_other_scenes_say_nothing(desk, taken):
    """A taste is for its kind of scene."""
    for n in range(12):
        desk.edit(n, scene="action", kept="x" * 30)
    assert desk.worded()[0]["survival"]["withIt"]["runs"] == 0
    assert desk.worded()[0]["id"] == taken


@pytest.mark.parametrize("how", ["edit", "promote", "update"])
def test_what_the_writer_makes_her_own_is_not_judged(desk, taken, how):
    """Her own words, and what she lets hold for all projects, stay whatever the figures say."""
    if how == "edit":
        desk.data("memory:preferences:settle", {"action": "confirm", "id": taken, "content": "不言谢"})
    elif how == "promote":
        desk.data("memory:preferences:settle", {"action": "promote", "id": taken})
    else:
        desk.data("memory:update", {"id": taken, "patch": {"content": "不言谢"}, "expectedVersion": 2})
    for _ in range(13):
        assert fare(desk, 0.1) == []
    assert len(desk.previewed()) == 1


def test_the_line_stands_in_layer_2_and_only_there(desk, taken):
    """The prefix changes with the writer's word and with a loss, not with what is counted between them."""
    before = desk.ws.preview_sync("polish", document=SILENT)
    fare(desk, 0.9)
    after = desk.ws.preview_sync("polish", document=SILENT)
    assert f"- {STATEMENT}（来源：自动学习）" in before.prompt.stable_prefix
    assert before.stable_prefix_hash == after.stable_prefix_hash
    assert taken in {line.id for line in after.injected}
