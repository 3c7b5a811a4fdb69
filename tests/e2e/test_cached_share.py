"""What a provider's cache gives back over one long session, with real requests to a server that counts."""

from __future__ import annotations

import pytest

from loopback import Loopback
from underdraft_plugins.models.litellm_loading import load_litellm

CHAT = (
    "---\nname: talk\ndescription: Talk.\ncontext_rules:\n  conversation: true\n  memories: true\n---\nTalk."
)
TURNS = 36


@pytest.fixture(autouse=True, scope="module")
def _litellm():
    load_litellm()


@pytest.mark.long
@pytest.mark.parametrize(("block", "least", "most"), [("auto", 0.75, 1), (0, 0, 0.3)])
def test_cached_share_of_a_chat(underdraft_workspace, monkeypatch, block, least, most):
    """Claude keeps the earlier turns when the window is a block; one that moves each round is not marked."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-none")
    with Loopback() as server:
        config = f'[project]\nid = "p"\n[model_options]\napi_base = "{server.root}"\n'
        files = {".underdraft/config.toml": config, ".underdraft/skills/talk/SKILL.md": CHAT}
        ws = underdraft_workspace(files=files, model="anthropic/claude-sonnet-4-5", embedder="none")
        patch = {"memory.window_block": block, "memory.enable_extraction": False}
        assert ws.invoke_sync("memory:settings:update", {"patch": patch})["ok"]
        ws.invoke_sync("atomic:create", {"content": "灯塔有九层，最上一层不住人。", "projectId": "p"})
        asked = {"skillId": "talk", "sessionId": "s"}
        runs = [
            ws.invoke_sync("ai:skill:run", {**asked, "instruction": f"灯塔第{n}层住着谁？"})["data"]
            for n in range(TURNS)
        ]
    usage = [run["usage"] for run in runs[1:]]
    cached = sum(u["cachedTokens"] for u in usage) / sum(u["promptTokens"] for u in usage)
    assert least <= cached <= most
    assert any(u["cacheWriteTokens"] for u in usage) is (block == "auto")
    marked = ["cache_control" in str(r.body["messages"]) for r in server.requests[1:]]
    assert set(marked) == {block == "auto"}
