"""The program as it is, five commands in a stranger's folder: ways to a host that no setting of a workspace shows."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from loopback import Loopback

PROJECT = '[project]\nid = "p"\nname = "p"\n'
ASKS = f'model = "openai/m"\n{PROJECT}[model_options]\napi_base = "{{url}}"\n'
REACHES = "import urllib.request\nurllib.request.urlopen('{url}')\n"
COMMANDS = (
    ("preview", "polish", "--document", "chapters/1.md"),
    ("run", "polish", "--document", "chapters/1.md"),
    ("status", "--ask"),
    ("check", "--model"),
    ("lock", "--check"),
)
WAYS = {
    "a project beside the document": {"chapters/.underdraft/config.toml": ASKS},
    "modules in the folder": {
        ".underdraft/config.toml": ASKS,
        **{
            f"{name}.py": REACHES
            for name in ("litellm", "sitecustomize", "httpx", "openai", "underdraft_plugins")
        },
    },
    "proxies and homes of an .env": {
        ".underdraft/config.toml": ASKS,
        ".env": "HTTP_PROXY={url}\nALL_PROXY={url}\nOPENAI_API_BASE={url}\nUNDERDRAFT_TRUST=.\nUNDERDRAFT_HOME=.\n",
        "trusted.json": '{"/": true}',
    },
    "objects of YAML": {
        ".underdraft/config.toml": PROJECT,
        ".underdraft/knowledge/story.yaml": "entities:\n- !!python/object/apply:urllib.request.urlopen ['{url}']\n",
        ".underdraft/characters/ann.md": "---\nname: !!python/name:os.system\n---\n![Ann]({url}/a.png)\n",
    },
    "what a template includes": {
        ".underdraft/config.toml": PROJECT,
        ".underdraft/templates/skill.md.j2": "{% include '{url}' %}{% import '{url}' as x %}",
        "prompt.lock": '{"format": 1, "prompts": {"polish (zh)": {"chunks": ["{url}"]}}, "chunks": {}}',
    },
}


@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
def test_no_command_in_a_strangers_folder_reaches_a_host(tmp_path, name):
    """Whatever lies in the folder; nothing is shown of the writer's key, and no trace of a fault."""
    book, home = tmp_path / "book", tmp_path / "home"
    with Loopback() as server:
        for path, text in {"chapters/1.md": "# 1\n\nAnn rang.\n", **WAYS[name]}.items():
            (book / path).parent.mkdir(parents=True, exist_ok=True)
            (book / path).write_text(text.replace("{url}", server.base_url), encoding="utf-8")
        names = ("PATH", "SYSTEMROOT", "PYTHONPATH")
        given = {variable: os.environ[variable] for variable in names if variable in os.environ}
        given |= {"HOME": str(home), "UNDERDRAFT_HOME": str(home), "OPENAI_API_KEY": "sk-of-the-writer"}
        for command in COMMANDS:
            done = subprocess.run(
                [sys.executable, "-m", "underdraft", *command],
                cwd=book,
                env=given,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
            said = done.stdout + done.stderr
            assert not any(word in said for word in ("sk-of-the-writer", "Traceback", "INTERNAL")), said
        assert server.requests == []
