"""Tidying over the boundary."""

from __future__ import annotations

from underdraft import Workspace


def test_nobody_is_asked_in_vain(tmp_path):
    """Without near pairs no model is needed."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as ws:
        for text in ("a b c", "a b d"):
            ws.invoke_sync("atomic:create", {"content": text})
        assert ws.tidy.judge().questions == 0


def test_offers_are_limited(tmp_path):
    """As many as are asked for; what is kept is offered no more."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as ws:
        for text in ("偏好短句", "偏好短句。", "喜欢长句", "喜欢长句。"):
            ws.memory.create(content=text, type="preference", scope="global")
        found = ws.tidy.list(limit=1)
        assert (len(found.offers), found.total) == (1, 2)
        assert ws.invoke_sync("memory:offers:list", {"limit": 0})["error"]["code"] == "INVALID_ARGUMENT"
        refs = found.offers[0].refs
        assert ws.tidy.settle(refs=refs, action="keep_both").others == refs[1:]
        assert ws.tidy.list().total == 1
