"""``demo``: the main job with nothing but the package."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.resources import files

import pytest

from cli.console import one_line_error
from underdraft.cli.table import cell_len


@pytest.mark.long
def test_demo_in_an_empty_folder_touches_nothing(tmp_path):
    """The demo runs from an empty folder, leaves no file behind but the program's own words in the cache folder, and does not make the writer's store."""
    here = tmp_path / "empty"
    here.mkdir()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    env = {
        **os.environ,
        "HOME": str(tmp_path / "home"),
        "UNDERDRAFT_HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "home" / ".cache"),
        "TMPDIR": str(scratch),
        "TEMP": str(scratch),
    }
    done = subprocess.run(
        [sys.executable, "-m", "underdraft", "demo"],
        cwd=here,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for part in ("Black Reef Bay", "[3] The setting", "you keep", "price", "underdraft init"):
        assert part in done.stdout
    assert str(tmp_path) not in done.stdout
    assert list(here.iterdir()) == list(scratch.iterdir()) == []
    left = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert [
        path for path in left if not path.is_relative_to(tmp_path / "home" / ".cache" / "underdraft")
    ] == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_demo_shows_what_the_engine_did(terminal, monkeypatch, language):
    """It learns from the edits and the chat, and the next prompt has it; the beginning stays the same, and so cheap."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", language)
    data = terminal.json("demo")
    first, second, *_, later, last = data["previews"]
    assert [one["noticed"][0]["score"] for one in data["feedback"]] == [1, 2, 3, 4]
    habits = [one["text"] for one in data["feedback"][3]["noticed"] if one["score"] == 4]
    (heard,) = data["heard"]
    script = (files("underdraft.cli") / "sample_edits" / f"{language}.toml").read_text("utf-8")
    assert len(habits) == 2
    assert heard["outcome"] == "taken"
    for learned in (*habits, heard["content"]):
        assert learned in later["messages"][-1]["content"]
        assert learned not in str(first["messages"])
    assert not any(habit in script for habit in habits)
    assert first["stablePrefix"] == second["stablePrefix"] == later["stablePrefix"] == last["stablePrefix"]
    prices = [use["predictedUsd"] for use in data["costs"]["runs"] if use["skillId"] == "polish"]
    assert max(prices[1], prices[4], prices[5]) < prices[0] / 2
    assert data["blame"]["prefix"]["waiting"] == 3
    assert data["replay"]["same"] is True
    assert not terminal.home.exists()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh"])
def test_demo_is_three_short_screens(terminal, monkeypatch, language):
    """At most 75 lines of 80 columns, without a hash or a code; ``--details`` adds receipt, hashes and proof."""
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", language)
    monkeypatch.setenv("COLUMNS", "80")
    short, whole = terminal("demo").stdout, terminal("demo", "--details").stdout
    lines = short.splitlines()
    assert sum(-(-cell_len(line) // 80) or 1 for line in lines) <= 75
    assert sum(line.startswith("── ") for line in lines) == 4
    assert not re.search(r"[0-9a-f]{12}|[A-Z]{2,}_|SYSTEM|SHA", short)
    assert len(re.findall(r"\b[0-9a-f]{64}", whole)) == 4
    assert {"en": "the same, byte for byte", "zh": "逐字节相同"}[language] in whole


@pytest.mark.long
def test_kept_demo_can_be_gone_on_with(terminal, tmp_path, monkeypatch):
    """``--keep`` leaves a project with its own store, in which the suggested commands work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    shown = terminal("demo", "--keep", "novel").stdout
    monkeypatch.chdir("novel")
    assert len(terminal.json("runs")["items"]) == 7
    suggested = [
        line.partition("  #")[0].split() for line in shown.splitlines() if line.startswith("underdraft ")
    ]
    assert len(suggested) == 4
    for words in suggested:
        without_model = words[: words.index("--model")] if "--model" in words else words
        assert terminal(*without_model[1:]).exit_code == 0, words
    assert terminal.json("call", "knowledge:draw", "path=ch6.svg", "chapter=6")["entities"]
    assert [path.name for path in terminal.home.iterdir()] == [
        "trusted.json"
    ]  # no store but the sample's own


def test_demo_never_writes_into_a_folder_in_use(terminal, tmp_path, monkeypatch):
    """``--keep`` wants a new or empty folder; ``--store`` is refused."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "used").mkdir()
    (tmp_path / "used/mine.txt").write_text("x", "utf-8")
    one_line_error(terminal("demo", "--keep", "used"), "CONFLICT", 2)
    assert [p.name for p in (tmp_path / "used").iterdir()] == ["mine.txt"]
    one_line_error(terminal("demo", "--store", "s.db"), "INVALID_ARGUMENT", 2)
    (tmp_path / "new").mkdir()
    assert json.loads(terminal("demo", "--keep", "new", "--json").stdout)["chapter"]
