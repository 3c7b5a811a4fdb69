"""Semantic rules over the boundary."""

from __future__ import annotations

from underdraft import Workspace


def test_nothing_to_distil(tmp_path):
    """In an empty store there is nothing, and an unknown rule is not found."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as ws:
        assert ws.invoke_sync("memory:semantic:distil", {})["data"] == {"proposed": 0}
        assert ws.invoke_sync("memory:semantic:list", {})["data"] == {"items": [], "budget": 200}
        for channel in ("confirm", "refuse"):
            answer = ws.invoke_sync(f"memory:semantic:{channel}", {"id": "rule-1"})
            assert answer["error"]["code"] == "NOT_FOUND"
