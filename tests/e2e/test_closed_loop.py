"""Seed 001, section 7: what a writer accepts is learned, and stands in the next prompt."""

from __future__ import annotations

import re

import pytest

from learning.feedback_samples import Desk
from underdraft import Layer

LINE = "- 动作场景：偏好短句，节奏紧凑（来源：自动学习）"
EVIDENCE = "动作场景：偏好短句，节奏紧凑"


@pytest.fixture
def desk(tmp_path):
    """A project in an empty folder, with a store of its own."""
    made = Desk(tmp_path)
    yield made
    made.close()


def record_of(desk, run):
    """The stored record of a run."""
    return desk.ws.store.runs.get(run).record


def headings(prefix):
    """The six layers' headings."""
    return re.findall(r"^# .*$", prefix, re.MULTILINE)


@pytest.mark.seed("001.7.4", "003.7.1")
def test_accepted_feedback_comes_back_in_the_next_prompt(desk):
    """CNWB 7, E2E 1: injection and learning on, run, accept to the threshold, run again: it is injected."""
    settings = desk.data("memory:settings:get")
    assert settings["injectionEnabled"]
    assert settings["preferenceLearningEnabled"]
    first = record_of(desk, desk.run())
    for _ in range(3):
        desk.feed("accept", EVIDENCE)
    run = desk.run()
    record = record_of(desk, run)
    assert LINE not in first.preview.stable_prefix
    assert f"[用户写作偏好 — 记忆注入]\n{LINE}\n" in record.preview.stable_prefix
    (line,) = [i for i in record.injected if i.source == "memory:injection"]
    item = desk.data("memory:list", {"projectId": "novel"})["items"][0]
    assert (line.layer, line.id, line.reason) == (Layer.PROFILE, item["id"], "deterministic")
    assert headings(record.preview.stable_prefix) == headings(first.preview.stable_prefix)
    answer = desk.data("ai:run:why", {"runId": run})
    assert [m["content"] for m in answer["memories"]] == [EVIDENCE]


@pytest.mark.seed("001.7.5")
def test_with_injection_off_nothing_is_injected_and_the_structure_stays(desk):
    """CNWB 7, E2E 2: injection off means no memories, the same headings, and the prefix of an empty memory."""
    empty = record_of(desk, desk.run()).preview
    for _ in range(3):
        desk.feed("accept", EVIDENCE)
    desk.settings(injectionEnabled=False)
    assert desk.previewed() == []
    off = record_of(desk, desk.run()).preview
    assert off.stable_prefix == empty.stable_prefix
    assert off.stable_prefix_hash == empty.stable_prefix_hash
    assert not [i for i in off.injected if i.source == "memory:injection"]


def test_more_accepts_do_not_change_the_prefix(desk):
    """Evidence grows, bytes do not: the provider's cache survives further feedback."""
    for _ in range(3):
        desk.feed("accept", EVIDENCE)
    before = record_of(desk, desk.run()).stable_prefix_hash
    for _ in range(4):
        desk.feed("accept", EVIDENCE)
    assert record_of(desk, desk.run()).stable_prefix_hash == before


def test_the_loop_survives_a_restart(tmp_path):
    """What was learned is in the store, not in the process."""
    desk = Desk(tmp_path)
    runs = [desk.run() for _ in range(3)]
    for run in runs[:2]:
        desk.feed("accept", EVIDENCE, run)
    desk.close()
    again = Desk(tmp_path)
    assert again.feed("accept", EVIDENCE, runs[2])["learned"]["content"] == EVIDENCE
    assert LINE in again.ws.preview_sync("polish", document="雨。").stable_prefix
    again.close()


def test_learning_from_edits_closes_the_same_loop(desk):
    """What the edits show, without a word from the writer, is injected, too."""
    before, after = "他站起来！走到窗边！雨还在下。", "他站起来。走到窗边。雨还在下。"
    for _ in range(4):
        desk.feed("accept", None, desk.run(before), finalText=after)
    assert "- 少用感叹号（来源：自动学习）" in desk.ws.preview_sync("polish", document="雨。").stable_prefix
