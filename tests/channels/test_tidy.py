"""Tidying over the boundary."""

from __future__ import annotations

from underdraft import Workspace


def test_nobody_can_be_asked(tmp_path):
    """Without a model the wording is an error that says so, and what is there is untouched."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as ws:
        made = [
            ws.invoke_sync("atomic:create", {"content": text})["data"]["id"] for text in ("a b c", "a b d")
        ]
        answer = ws.invoke_sync("memory:tidy:word", {"refs": [f"atomic:{one}" for one in made]})
        assert answer["error"]["code"] == "MODEL_ERROR"
        assert len(ws.invoke_sync("atomic:list", {})["data"]["items"]) == 2
