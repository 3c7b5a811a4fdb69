"""The page on models: what it shows works."""

from __future__ import annotations

import re

import pytest

from docs.pages import ROOT
from loopback import Loopback
from underdraft_plugins.models.litellm_loading import load_litellm

PAGE = (ROOT / "docs/models.md").read_text("utf-8")


def test_a_server_of_ones_own(underdraft_workspace, monkeypatch):
    """The page's configuration reaches the server, without a key, and makes the prompt for its window."""
    monkeypatch.delenv("HOSTED_VLLM_API_KEY", raising=False)
    load_litellm()
    (config,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    with Loopback() as server:
        own = config.replace("http://127.0.0.1:8080/v1", server.base_url)
        ws = underdraft_workspace(files={".underdraft/config.toml": own}, model=None, embedder="none")
        run = ws.run_sync("polish", document="他敲钟。")
    assert run.text
    assert run.preview.budget_tokens == 16_384 - 4_096
    assert run.preview.cache.provider == "llama.cpp"
    assert [request.path for request in server.requests] == ["/v1/chat/completions"]


@pytest.mark.parametrize("option", ["api_base", "api_version", "num_ctx", "seed", "temperature", "top_p"])
def test_options(option, underdraft_workspace):
    """What the page says of options can be configured."""
    assert f"`{option}`" in PAGE
    value = '"http://127.0.0.1:1"' if option == "api_base" else 2
    config = f"[model_options]\n{option} = {value}\n"
    assert option in underdraft_workspace(files={".underdraft/config.toml": config}).config.model_options
