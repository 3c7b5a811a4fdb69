"""The channel that locks prompts."""

from __future__ import annotations

import json

import pytest

from cache.prefix_breaks import Novel
from channels.envelopes import data, error


@pytest.mark.long
def test_written_checked_and_broken(underdraft_workspace):
    """Memories and documents have no part in a lock; a changed file has."""
    novel = Novel(underdraft_workspace)
    ws = novel.open()
    assert error(ws, "ai:prompt:lock", {"check": True})["code"] == "NOT_FOUND"
    written = data(ws, "ai:prompt:lock")
    assert written["written"]
    assert "mend (zh)" in written["prompts"]
    path = ws.root / "prompt.lock"
    first = path.read_bytes()
    novel.remember("多用短句")
    ws.run_sync("mend", document="沈砚。")
    assert data(ws, "ai:prompt:lock", {"check": True})["same"]
    (ws.root / ".underdraft/rules/20-words.md").write_text("不用形容词。\n", "utf-8")
    found = data(ws, "ai:prompt:lock", {"check": True})
    assert not found["same"]
    (change,) = found["changes"]
    assert (change["name"], change["line"]) == ("file:.underdraft/rules/20-words.md", 1)
    assert {*change["prompts"]} == {*written["prompts"]}
    assert path.read_bytes() == first
    assert data(ws, "ai:prompt:lock")["written"]
    assert {*json.loads(path.read_text("utf-8"))["templates"]} == {"zh"}
    path.write_text("broken", "utf-8")
    assert error(ws, "ai:prompt:lock", {"check": True})["code"] == "INVALID_ARGUMENT"
