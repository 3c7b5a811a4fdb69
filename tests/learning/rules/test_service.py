"""Preferences as the workspace offers them."""

from __future__ import annotations

import attrs
import pytest

from underdraft import NotFound


def test_each_decision_is_told_once_it_is_written(desk):
    """Whoever keeps vectors of memories hears of every change, and of no refused one."""
    told = []
    preferences = attrs.evolve(desk.ws.learning.preferences, written=lambda: told.append("written"))
    item = desk.feeds("accept", "accept", "accept")["learned"]
    preferences.settle(item["id"], "confirm", "novel")
    preferences.settle(item["id"], "confirm", "novel", content="句子短些")
    preferences.settle(item["id"], "refuse", "novel")
    assert preferences.clear("novel") == 0
    assert len(told) == 4
    with pytest.raises(NotFound):
        preferences.settle("learned-none", "confirm", None)
    assert len(told) == 4
