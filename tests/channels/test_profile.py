"""The writer's profile over the boundary."""

from __future__ import annotations

import pytest

from channels.envelopes import data


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


def test_the_profile(ws):
    """Each write is a version, clearing it too."""
    assert data(ws, "profile:get")["version"] == 0
    data(ws, "profile:update", {"markdown": "# 我\n"})
    assert data(ws, "profile:update", {"markdown": "", "expectedVersion": 1})["markdown"] == ""
    assert [r["version"] for r in data(ws, "profile:history")["revisions"]] == [1, 2]
