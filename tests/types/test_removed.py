"""What is gone says what to use instead."""

from __future__ import annotations

import pytest

import underdraft
from underdraft.types import removed
from underdraft.types.run import Event


def test_a_removed_channel_names_its_replacement(underdraft_workspace):
    """``NOT_FOUND`` says what does the work now, for people and for programs; a name that never was says less."""
    ws = underdraft_workspace(embedder="none")
    for name, instead in removed.CHANNELS.items():
        error = ws.invoke_sync(name, {})["error"]
        assert error["code"] == "NOT_FOUND"
        assert error["message"] == f"channel: {name} is gone since 0.2; use {instead}"
        assert error["details"]["replacement"] in ws.channels
    assert "details" not in ws.invoke_sync("memory:wish", {})["error"]


def test_a_removed_name_gives_the_new_one_and_warns(monkeypatch):
    """For one release; what never was is an ``AttributeError``."""
    monkeypatch.setattr(removed, "NAMES", {"underdraft.errors.Gone": "underdraft.errors.NotFound"})
    with pytest.warns(DeprecationWarning, match="use underdraft.errors.NotFound"):
        assert removed.moved("underdraft.errors", "Gone").__name__ == "NotFound"
    with pytest.raises(AttributeError, match="no attribute 'Never'"):
        removed.moved("underdraft.errors", "Never")


def test_the_package_itself_looks_there(monkeypatch):
    """``underdraft.Old`` gives the new value, and warns where it is used."""
    monkeypatch.setattr(removed, "NAMES", {"underdraft.Old": "underdraft.types.run.Event"})
    with pytest.warns(DeprecationWarning, match="underdraft.Old is gone in 0.3") as said:
        assert underdraft.Old is Event
    assert said[0].filename == __file__
