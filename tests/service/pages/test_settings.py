"""Switches on the page."""

from __future__ import annotations

import re

from underdraft.text.strings import words


def test_every_setting_is_explained(workspace, get):
    """Each switch stands on the page, and each setting there has a name and an effect in words."""
    said = words("en", "page")
    found = workspace.invoke_sync("memory:settings:get")["data"]
    shown = set(re.findall(r'name="patch\.([\w.]+)"', get("settings").text))
    assert {name for name, value in found.items() if isinstance(value, bool)} <= shown
    for name in shown:
        assert all(said[f"setting.{name}"].split("\n"))


def test_a_switch_is_turned(workspace, get, post):
    """The button turns the setting; a number that cannot be is refused in words."""
    assert "What is remembered stands in layer 2" in get("settings").text
    post("do/memory:settings:update", **{"patch.injectionEnabled": "false"})
    assert workspace.invoke_sync("memory:settings:get")["data"]["injectionEnabled"] is False
    wrong = post("do/memory:settings:update", **{"patch.preferenceLearningThreshold": "many"})
    assert wrong.status_code == 400
    assert "One of the values is invalid" in wrong.text
