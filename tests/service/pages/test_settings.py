"""Switches on the page."""

from __future__ import annotations

from underdraft.service.pages.rendering import strings


def test_every_setting_is_explained(workspace):
    """Each setting has a name and an effect in words."""
    words = strings("en")
    for name in workspace.invoke_sync("memory:settings:get")["data"]:
        assert f"setting.{name}" in words
        assert f"effect.{name}" in words


def test_a_switch_is_turned(workspace, get, post):
    """The button turns the setting; a number that cannot be is refused in words."""
    assert "What is remembered stands in layer 2" in get("settings").text
    post("do/memory:settings:update", **{"patch.injectionEnabled": "false"})
    assert workspace.invoke_sync("memory:settings:get")["data"]["injectionEnabled"] is False
    wrong = post("do/memory:settings:update", **{"patch.context_limit": "many"})
    assert wrong.status_code == 400
    assert "cannot be taken" in wrong.text
