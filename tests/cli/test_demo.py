"""``demo``: the main job with nothing but the package."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from cli.console import one_line_error


def test_demo_in_an_empty_folder_touches_nothing(tmp_path):
    """The demo runs from an empty folder, leaves no file behind and does not make the writer's store."""
    here = tmp_path / "empty"
    here.mkdir()
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    env = {
        **os.environ,
        "HOME": str(tmp_path / "home"),
        "UNDERDRAFT_HOME": str(tmp_path / "home"),
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
    for part in (
        "Black Reef Bay",
        "unchanged: the same bytes",
        "the same, byte for byte",
        "PROJECT",
        "offline stand-in",
        "underdraft init",
    ):
        assert part in done.stdout
    assert str(tmp_path) not in done.stdout
    assert list(here.iterdir()) == list(scratch.iterdir()) == []
    assert not (tmp_path / "home").exists()


def test_demo_as_json_proves_what_it_says(terminal):
    """Two selections have one prefix, the first prompt replays, and the figures fit together."""
    data = terminal.json("demo")
    first, second = data["runs"]
    assert first["stablePrefixHash"] == second["stablePrefixHash"] == data["preview"]["stablePrefixHash"]
    assert first["promptHash"] != second["promptHash"]
    assert second["stablePrefixUnchanged"] is True
    assert data["replay"]["same"] is True
    assert data["replay"]["promptHash"] == first["promptHash"]
    assert 0 < data["prefixTokens"] < data["beginningTokens"] < data["secondTokens"]
    assert data["passages"][0] != data["passages"][1]
    assert not terminal.home.exists()


def test_kept_demo_can_be_gone_on_with(terminal, tmp_path, monkeypatch):
    """``--keep`` leaves a project with its own store, in which the suggested commands work."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    shown = terminal("demo", "--keep", "novel").stdout
    monkeypatch.chdir("novel")
    assert len(terminal.json("runs")["items"]) == 2
    suggested = [
        line.partition("  #")[0].split() for line in shown.splitlines() if line.startswith("underdraft ")
    ]
    assert len(suggested) == 4
    for words in suggested:
        without_model = words[: words.index("--model")] if "--model" in words else words
        assert terminal(*without_model[1:]).exit_code == 0, words
    assert terminal.json("graph", "ch6.svg", "--chapter", "6")["entities"]
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
