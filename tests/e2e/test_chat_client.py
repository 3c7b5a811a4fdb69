"""A chat program off the shelf talks to the service, with nothing but its settings changed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from service.served import TOKEN, served
from underdraft import Workspace

SETTINGS = """\
- model_id: underdraft
  model_name: underdraft
  api_base: "{url}/v1"
  api_key_name: underdraft
"""


@pytest.mark.long
def test_a_chat_program_off_the_shelf(tmp_path):
    """The program ``llm`` gets its reply, continues its talk in the same session, and each run is recorded."""
    home = tmp_path / "llm"
    home.mkdir()
    folder = tmp_path / "novel"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text('[project]\nid = "harbour"\n', encoding="utf-8")
    environ = {**os.environ, "LLM_USER_PATH": str(home), "LLM_LOAD_PLUGINS": ""}

    def llm(*arguments):
        command = [sys.executable, "-m", "llm", *arguments, "--key", TOKEN]
        return subprocess.run(
            command,
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            stdin=subprocess.DEVNULL,
        ).stdout

    with Workspace.open(folder, store=tmp_path / "store.db") as workspace, served(workspace) as url:
        (home / "extra-openai-models.yaml").write_text(SETTINGS.format(url=url), encoding="utf-8")
        assert "第一问" in llm("-m", "underdraft", "第一问")
        assert "第二问" in llm("-c", "第二问")
        runs = workspace.invoke_sync("ai:run:list", {})["data"]["items"]
        assert [run["skillId"] for run in runs] == ["chat", "chat"]
        assert len(workspace.invoke_sync("session:list", {})["data"]["items"]) == 1
