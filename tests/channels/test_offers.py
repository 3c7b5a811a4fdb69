"""Everything that waits for the writer, over the boundary."""

from __future__ import annotations

from underdraft import Workspace


def test_what_could_be_tidied_is_limited_as_its_own_list(tmp_path):
    """The same offers as ``memory:tidy:list`` gives, beside an empty list of what was learned."""
    with Workspace.open(tmp_path, store=tmp_path / "u.db", embedder="none") as ws:
        for text in ("偏好短句", "偏好短句。", "喜欢长句"):
            ws.invoke_sync("memory:create", {"content": text, "type": "preference", "scope": "global"})
        found = ws.invoke_sync("memory:offers:list", {"limit": 1})["data"]
        assert found["learned"] == []
        assert found["tidying"] == ws.invoke_sync("memory:tidy:list", {"limit": 1})["data"]
        assert (len(found["tidying"]["offers"]), found["tidying"]["total"]) == (1, 3)
        assert ws.invoke_sync("memory:offers:list", {"limit": 0})["error"]["code"] == "INVALID_ARGUMENT"
