"""``/mcp`` where the SDK is not installed, or not needed yet; tests/e2e/test_mcp.py asks it as a client does."""

from __future__ import annotations

import subprocess
import sys

import pytest


def test_without_the_extra_the_answer_says_what_to_install(caller, monkeypatch):
    """The server serves everything else, and a client at ``/mcp`` hears what is missing."""
    monkeypatch.setitem(sys.modules, "underdraft.service.mcp", None)
    answer = caller.http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, "INVALID_ARGUMENT")
    assert 'pip install "underdraft[mcp]"' in error["message"]


@pytest.mark.long
@pytest.mark.parametrize("module", ["underdraft.service.app", "underdraft.service.server"])
def test_a_server_starts_without_loading_the_sdk(module):
    """The SDK takes seconds to import; whoever does not ask ``/mcp`` does not wait for it."""
    code = f"import sys, {module}; print('mcp' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
