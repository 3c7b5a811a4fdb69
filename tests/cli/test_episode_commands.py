"""``underdraft episodes``."""

from __future__ import annotations

import pytest


@pytest.fixture
def two_runs(terminal, novel):
    """Two runs of the sample novel."""
    for chapter in ("01-the-ferry.md", "02-the-lamp-log.md"):
        terminal.json("run", "continue", "--document", f"chapters/{chapter}")
    return terminal.json("episodes", "list")["items"]


def test_runs_are_listed_and_searched(terminal, two_runs):
    """Both are there by themselves; the search explains its scores, in words and as JSON."""
    assert [item["skillUsed"] for item in two_runs] == ["continue", "continue"]
    assert "continue" in terminal("episodes").stdout
    found = terminal.json("episodes", "search", "灯塔")["items"]
    assert {item["id"] for item in found} == {item["id"] for item in two_runs}
    assert "importance" in terminal("episodes", "search", "灯塔").stdout
    assert "no past run fits" in terminal("episodes", "search", "灯塔", "--scene", "梦境").stdout


def test_an_episode_is_protected_and_forgotten_by_the_beginning_of_its_id(terminal, two_runs):
    """Protect, give free, forget; an unknown id says so."""
    short = two_runs[0]["id"].removeprefix("ep-")[:8]
    assert terminal.json("episodes", "confirm", short)["item"]["userConfirmed"]
    assert f"{short}*" in terminal("episodes", "list").stdout
    assert not terminal.json("episodes", "confirm", short, "--off")["item"]["userConfirmed"]
    assert terminal.json("episodes", "forget", short) == {"id": two_runs[0]["id"]}
    assert [item["id"] for item in terminal.json("episodes", "list")["items"]] == [two_runs[1]["id"]]
    assert terminal("episodes", "forget", "nothing-like-this").stderr.startswith("NOT_FOUND: ")


def test_tidying_reports_what_it_did(terminal, two_runs):
    """All four triggers, or one, each with its counts."""
    done = terminal.json("episodes", "tidy")
    assert [report["trigger"] for report in done] == [
        "realtimeEvictionTrigger",
        "dailyDecayRecomputeTrigger",
        "weeklyCompressTrigger",
        "monthlyPurgeTrigger",
    ]
    assert "purged active 0" in terminal("episodes", "tidy", "purge").stdout


def test_an_empty_project_says_so(terminal, novel):
    """No run yet: a sentence, not an empty table."""
    assert "no runs are remembered" in terminal("episodes").stdout
