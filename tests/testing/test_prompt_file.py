from __future__ import annotations

import os
import subprocess
import sys

import pytest


def run_pytest(folder, *options):
    """A run of pytest as a stranger has it."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, str(folder)],
        cwd=folder,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTEST")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_stranger_keeps_prompts(tmp_path):
    """The fixtures come with the package; a prompt is one readable file where the author wants it, and a change is a diff."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nunderdraft_prompts = kept\n", "utf-8")
    test = tmp_path / "test_stranger.py"
    code = """
def test_it(underdraft_workspace, prompt_snapshot):
    ws = underdraft_workspace()
    assert ws.preview_sync("polish", document="The bell.") == prompt_snapshot
    assert ws.preview_sync("polish", document="Fog.").prompt.dynamic == prompt_snapshot(name="fog")
"""
    test.write_text(code, "utf-8")
    made = run_pytest(tmp_path, "--snapshot-update")
    assert made.returncode == 0, made.stdout + made.stderr
    folder = tmp_path / "kept" / "test_stranger"
    assert sorted(path.name for path in folder.iterdir()) == ["test_it.txt", "test_it[fog].txt"]
    kept = (folder / "test_it.txt").read_text("utf-8")
    assert kept.startswith("===== 1 system =====\n")
    assert "\nstable prefix: " in kept
    test.write_text(code.replace("The bell.", "The tide."), "utf-8")
    changed = run_pytest(tmp_path, "-vv")
    assert changed.returncode == 1
    assert "-The bell." in changed.stdout
    assert "+The tide." in changed.stdout
