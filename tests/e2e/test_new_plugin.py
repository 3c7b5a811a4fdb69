"""A newcomer's plugin: made by one command, installed, its tests green, its promises kept."""

from __future__ import annotations

import os
import subprocess

import pytest

from environments import Environment

pytestmark = pytest.mark.long


def test_its_tests_pass_at_once_where_it_is_installed(tmp_path):
    """What ``underdraft new-plugin`` writes is a package whose tests pass as they are, in CI too."""
    environment = Environment(tmp_path / "environment")
    environment("-m", "underdraft", "new-plugin", "moon-phase", "--folder", str(tmp_path / "new"))
    environment.install(tmp_path / "new")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(
        [str(environment.python), "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=tmp_path / "new",
        env={**plain, "CI": "true", "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed" in done.stdout
    assert "1 snapshot passed" in done.stdout
    example = str(tmp_path / "new" / "example")
    checked = environment(
        "-m", "underdraft", "-C", example, "--store", str(tmp_path / "s.db"), "plugins", "--check"
    )
    assert "moon" not in checked
    assert checked.startswith("in order: ")
    shown = environment(
        "-m", "underdraft", "-C", example, "--store", str(tmp_path / "s.db"), "preview", "moon-phase"
    )
    assert "- Fog since dawn." in shown
    environment.close()
