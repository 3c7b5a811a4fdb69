from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime

import pytest

from underdraft import Chunk, Fetcher, Layer, hookimpl
from underdraft.testing import FakeModel


def now():
    """The time as it is: what is written is compared with it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Weather:
    """A plugin that promises the same bytes for the same content."""

    def __init__(self):
        self.text = "Fog."

    @hookimpl
    def underdraft_fetchers(self):
        """One stable fetcher."""
        return [
            Fetcher(
                name="weather",
                layer=Layer.PROJECT,
                fetch=lambda _: [Chunk(text=self.text, source="weather")],
                stable=True,
            )
        ]


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace with the plugin, whose files were written a while ago."""
    made = underdraft_workspace(
        {".underdraft/style-guide.md": "Short."},
        plugins=[Weather(), FakeModel()],
        model="fake",
        clock=now,
    )
    for path in made.root.rglob("*"):
        os.utime(path, (1, 1))
    time.sleep(2.1)  # right after a write a file's stamp proves nothing
    return made


def volatile(ws):
    """What a run says of the prefix."""
    run = ws.run_sync("polish", document="He rang.")
    return [w for w in run.warnings if w.startswith("PREFIX_VOLATILE")]


def test_a_prefix_that_changes_by_itself(ws):
    """A stable fetcher that gives other bytes while no file and no memory has changed is named, with the run before."""
    weather = next(p for p in ws.plugins.manager.get_plugins() if isinstance(p, Weather))
    assert volatile(ws) == []
    assert volatile(ws) == []
    weather.text = "Rain."
    [warning] = volatile(ws)
    assert "weather (layer PROJECT" in warning
    assert "no file and no memory has changed" in warning
    assert volatile(ws) == []
    weather.text = "Sun."
    (ws.root / ".underdraft" / "style-guide.md").write_text("Long.", "utf-8")
    assert volatile(ws) == []  # something that may feed it has changed, too


def test_a_memory_may_feed_it(ws):
    """After a memory was written nobody is accused."""
    weather = next(p for p in ws.plugins.manager.get_plugins() if isinstance(p, Weather))
    volatile(ws)
    weather.text = "Rain."
    ws.store.memory.items.create(type="preference", content="prefer fog")
    assert volatile(ws) == []


def test_on_the_command_line(tmp_path):
    """Each command is a process of its own: what stands in the order of a set is noticed there, too."""
    (tmp_path / "site").mkdir()
    code = """
from underdraft import Chunk, Fetcher, Layer, hookimpl
def fetch(run):
    return [Chunk(text=" ".join({"fog", "rain", "wind", "sun", "ice", "hail", "dew"}), source="weather")]
@hookimpl
def underdraft_fetchers():
    return [Fetcher(name="weather", layer=Layer.PROJECT, fetch=fetch, stable=True)]
"""
    (tmp_path / "site" / "set_weather.py").write_text(code, "utf-8")
    meta = tmp_path / "site" / "set_weather-1.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: set-weather\nVersion: 1\n", "utf-8")
    (meta / "entry_points.txt").write_text("[underdraft]\nset_weather = set_weather\n", "utf-8")
    (tmp_path / "novel" / ".underdraft").mkdir(parents=True)
    (tmp_path / "novel" / ".underdraft" / "config.toml").write_text('[project]\nid = "n"\n', "utf-8")
    time.sleep(2.1)
    said = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(tmp_path / "site")}
        command = [
            sys.executable,
            "-m",
            "underdraft",
            "-C",
            str(tmp_path / "novel"),
            "run",
            "polish",
            "-i",
            "x",
        ]
        said.append(
            subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stderr
        )
    assert "PREFIX_VOLATILE" not in said[0]
    assert "PREFIX_VOLATILE: weather (layer PROJECT, plugin set_weather)" in said[1]
