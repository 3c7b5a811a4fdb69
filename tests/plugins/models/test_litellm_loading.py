"""litellm is imported once and quietly."""

from __future__ import annotations

import gc
import json
import logging
import subprocess
import sys

import pytest

from underdraft_plugins.models.litellm_loading import load_litellm


@pytest.mark.parametrize("collecting", [True, False])
def test_loading(collecting):
    """It gives the library, set up, and leaves the collection of garbage as it was."""
    (gc.enable if collecting else gc.disable)()
    try:
        litellm = load_litellm()
        assert gc.isenabled() is collecting
    finally:
        gc.enable()
    assert litellm.suppress_debug_info
    assert load_litellm() is litellm


FROM_A_FOLDER = """
import json, os, socket, sys
before, asked = dict(os.environ), []
sys.addaudithook(lambda event, args: asked.append(event) if event in ("socket.connect", "socket.getaddrinfo") else None)
from underdraft_plugins.models.litellm_loading import load_litellm
litellm = load_litellm()
litellm._logging.verbose_logger.warning("said\\x1b[31m by a\\nserver")
print(json.dumps({"same": dict(os.environ) == before, "asked": asked}))
"""


@pytest.mark.long
def test_the_environment_is_as_it_was(tmp_path):
    """No ``.env`` beside the program or in the working folder is read, no host is asked, and nothing raw is logged."""
    (tmp_path / ".env").write_text(
        "OPENAI_BASE_URL=http://evil.example\nOPENAI_API_KEY=sk-1\n", encoding="utf-8"
    )
    program = tmp_path / "program.py"
    program.write_text(FROM_A_FOLDER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout) == {"same": True, "asked": []}
    assert "said [31m by a server" in done.stderr
    assert "\x1b" not in done.stderr


def test_what_litellm_logs_is_ours_and_clean(caplog):
    """A server's control characters become spaces, and the record comes to Underdraft's log."""
    load_litellm()
    with caplog.at_level(logging.WARNING):
        logging.getLogger("LiteLLM").warning("Unmapped finish_reason '%s'", "\x1b]0;owned\x07")
    (said,) = [record for record in caplog.records if record.name == "LiteLLM"]
    assert said.getMessage() == "Unmapped finish_reason ' ]0;owned '"
    assert logging.getLogger("LiteLLM").parent.name == "underdraft.litellm"
