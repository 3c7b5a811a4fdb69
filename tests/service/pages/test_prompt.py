"""A prompt, layer by layer."""

from __future__ import annotations

from service.pages.test_actions import made


def test_a_run_is_shown_by_its_layers(workspace, get):
    """Each layer tells what stands in it, from where, why, and how many tokens it takes."""
    made(workspace, "结尾不要比喻")
    run = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    text = get(f"prompt?run={run.id}").text
    assert "memory:injection" in text
    assert "The writer&#39;s memory" in text
    assert "结尾不要比喻" in text
    assert text.count('class="stable"') == 4


def test_two_runs_side_by_side_name_what_changed(workspace, get):
    """Beside another run the page says which chunk broke the prefix, and how the other read."""
    first = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    made(workspace, "结尾不要比喻")
    second = workspace.run_sync("polish", document="夜里很冷。", selection=(0, 5))
    text = get(f"prompt?run={second.id}&other={first.id}").text
    assert "What changed since the other run" in text
    assert '<span class="tag">added</span> memory:injection' in text
    assert "paid for again" in text


def test_a_foreign_run_is_not_there(get):
    """A run that is not this project's is a sentence, not a prompt."""
    assert get("prompt?run=none").status_code == 404
