"""Switches on the page."""

from __future__ import annotations

from underdraft.service.pages.rendering import strings


def test_every_setting_is_explained(workspace):
    """Each setting has a name and an effect in words, each switch what turning it will do."""
    words = strings("en")
    for name, value in workspace.invoke_sync("memory:settings:get")["data"].items():
        assert f"setting.{name}" in words
        assert f"effect.{name}" in words
        if isinstance(value, bool):
            assert {f"becomes.{name}.on", f"becomes.{name}.off"} <= set(words)


def test_a_switch_is_turned(workspace, get, post):
    """The button turns the setting; a number that cannot be is refused in words."""
    assert "Prompts keep their form" in get("settings").text
    post("do/memory:settings:update", **{"patch.injectionEnabled": "false"})
    assert workspace.invoke_sync("memory:settings:get")["data"]["injectionEnabled"] is False
    wrong = post("do/memory:settings:update", **{"patch.context_limit": "many"})
    assert wrong.status_code == 400
    assert "cannot be taken" in wrong.text
