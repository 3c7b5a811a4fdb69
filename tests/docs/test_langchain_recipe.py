"""The recipe for LangChain's middleware works with the package itself, where that is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from docs.pages import ROOT, read

PYTHON = os.environ.get("UNDERDRAFT_LANGCHAIN_PYTHON", sys.executable)
"""A Python with langchain and the project; nox's session ``langchain`` makes one."""

DRIVE = """
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

sent = []


class Scripted(GenericFakeChatModel):
    def _generate(self, messages, *rest, **more):
        sent.append(messages)
        return super()._generate(messages, *rest, **more)


middleware = StablePrefix("claude-sonnet-4-5")
model = Scripted(messages=iter([AIMessage("Gu."), AIMessage("Twice.")]))
agent = create_agent(model, system_prompt="You are an editor. " * 400, middleware=[middleware])
talk = agent.invoke({"messages": [{"role": "user", "content": "Who rang?"}]})["messages"]
talk = agent.invoke({"messages": [*talk, {"role": "user", "content": "How often?"}]})["messages"]
assert talk[-1].content == "Twice."
assert [type(one).__name__ for one in sent[1]] == ["SystemMessage", "HumanMessage", "AIMessage", "HumanMessage"]
assert sent[1][0].content[0]["cache_control"] == {"type": "ephemeral"}
assert middleware.last.broken is None
"""


def test_the_recipe_runs_with_langchain_itself(tmp_path):
    """An agent with the page's middleware sends marked messages, and its second turn begins as the first did."""
    if subprocess.run([PYTHON, "-c", "import langchain.agents"], capture_output=True, check=False).returncode:
        pytest.skip("the recipe needs langchain, which the project does not: run `nox -s langchain`")
    recipe = re.search(r'```py title="stable_prefix.py"\n(.*?)```', read("docs/prefix-only.md"), re.DOTALL)[1]
    script = tmp_path / "recipe.py"
    script.write_text(recipe + DRIVE, "utf-8")
    path = os.pathsep.join(
        [*(str(ROOT / name) for name in ("pipeline", "plugins")), os.environ.get("PYTHONPATH", "")]
    )
    done = subprocess.run(
        [PYTHON, script], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
