"""``new-plugin``; that what it writes works where it is installed is in ``tests/e2e/test_new_plugin.py``."""

from __future__ import annotations

import tomllib

import pytest

from cli.console import one_line_error
from underdraft.cli.plugin_commands import PROMPT, checked_name, plugin_texts
from underdraft.errors import Conflict, InvalidArgument


def test_it_writes_a_package(terminal, tmp_path, monkeypatch):
    """Every file is made, named after the plugin, and the prompt is the example's."""
    monkeypatch.chdir(tmp_path)
    data = terminal.json("new-plugin", "moon-phase")
    assert data["folder"] == "underdraft-moon-phase"
    root = tmp_path / "underdraft-moon-phase"
    assert {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()} == set(data["made"])
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["underdraft"] == {"moon_phase": "underdraft_moon_phase"}
    prompt = (root / PROMPT).read_text("utf-8")
    assert "- Fog since dawn." in prompt
    assert "The bell rang." in prompt


def test_nothing_is_left_to_fill_in():
    """No placeholder of the templates survives."""
    assert not [path for path, text in plugin_texts("moon-phase").items() if "$" in path + text]


@pytest.mark.parametrize(
    "name", ["", "Moon", "1moon", "moon phase", "moon_phase", "-moon", "../moon", "m" * 41]
)
def test_a_name_that_cannot_be_a_package(name):
    """It is refused before anything is written."""
    with pytest.raises(InvalidArgument, match="NAME"):
        checked_name(name)


@pytest.mark.parametrize("name", ["characters", "user-preferences", "underdraft-session"])
def test_a_name_that_is_taken(name):
    """Not one that a plugin, a fetcher or a rule has already."""
    with pytest.raises(Conflict, match="NAME"):
        checked_name(name)


def test_a_folder_with_something_in_it(terminal, tmp_path, monkeypatch):
    """Nothing is written where something is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "mine.txt").write_text("mine", "utf-8")
    said = one_line_error(terminal("new-plugin", "moon", "--folder", "here"), "CONFLICT", 2)
    assert said.startswith("FOLDER")
    assert [p.name for p in (tmp_path / "here").iterdir()] == ["mine.txt"]
