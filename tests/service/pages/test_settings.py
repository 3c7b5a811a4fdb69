"""Switches on the page."""

from __future__ import annotations

from underdraft.service.pages.settings import GROUPS
from underdraft.text.strings import words


def test_every_setting_is_explained(workspace):
    """Each switch stands in a group, and each setting of the page has a name and an effect in words."""
    said = words("en", "page")
    found = workspace.invoke_sync("memory:settings:get")["data"]
    shown = [name for names in GROUPS.values() for name in names]
    assert {name for name, value in found.items() if isinstance(value, bool)} <= {*shown}
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
