"""The way out through litellm: one function for each kind of call, and no other host by a redirect."""

from __future__ import annotations

import ast
from pathlib import Path

import httpx
import pytest

import underdraft
import underdraft_plugins
from loopback import Loopback, Scripted
from underdraft import ModelError
from underdraft_plugins.embedders.litellm_embedder import LiteLLMEmbedder
from underdraft_plugins.models.litellm_gate import Redirected

CALLS = {"completion", "acompletion", "embedding", "aembedding", "text_completion", "responses", "aresponses"}


def test_nothing_else_asks_litellm():
    """No other module of the engine or of the plugins has a call of litellm's by the names of those that ask."""
    found = []
    for package in (underdraft, underdraft_plugins):
        for path in Path(package.__file__).parent.rglob("*.py"):
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            names = {node.attr for node in tree if isinstance(node, ast.Attribute)}
            if names & CALLS:
                found.append(path.name)
    assert found == ["litellm_gate.py"]


def sent_on(server, status):
    """A redirect to a server."""
    return Scripted(kind="error", status=status, location=f"{server.base_url}/chat/completions")


@pytest.fixture
def opened(underdraft_workspace, monkeypatch):
    """A workspace whose model is asked at a server."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-writer")

    def make(server, model="openai/m"):
        return underdraft_workspace(model=model, model_options={"api_base": server.base_url}, embedder="none")

    return make


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("model", ["openai/m", "hosted_vllm/m", "deepseek/m"])
@pytest.mark.parametrize("candidates", [1, 2])
def test_a_redirect_to_another_host_is_refused(opened, status, model, candidates, monkeypatch):
    """Whichever client litellm takes, streamed or whole; the error names both hosts, and nothing arrives."""
    for name in ("HOSTED_VLLM_API_KEY", "DEEPSEEK_API_KEY"):
        monkeypatch.setenv(name, "sk-of-the-writer")
    with Loopback() as other, Loopback(default=sent_on(other, status)) as first:
        with pytest.raises(ModelError, match=r"sends the request on to 127\.0\.0\.1:\d+: refused") as caught:
            opened(first, model).run_sync("polish", document="夜色。", candidates=candidates)
        assert len(first.requests) == 1
        assert other.requests == []
    assert first.root.removeprefix("http://") in caught.value.message


def test_a_redirect_on_the_same_host_is_followed(opened):
    """A server that moved its path is still the same server."""
    with Loopback() as server:
        server.script.append(sent_on(server, 307))
        assert opened(server).run_sync("polish", document="夜色。").text == "灯笼在风里晃了晃。"
        assert len(server.requests) == 2


@pytest.mark.parametrize("model", ["openai/m", "ollama/m"])
def test_an_embedder_is_not_redirected(model, monkeypatch):
    """Embedders take the same way; they block, so litellm has other clients for them."""
    with Loopback() as other, Loopback(default=sent_on(other, 307)) as first:
        for name in ("OPENAI_BASE_URL", "OLLAMA_API_BASE"):
            monkeypatch.setenv(name, first.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-writer")
        with pytest.raises(Exception, match="litellm") as caught:
            LiteLLMEmbedder(model)
        error, causes = caught.value, []
        while error is not None:
            causes.append(type(error))
            error = error.__cause__ or error.__context__
        assert Redirected in causes
        assert first.requests
        assert other.requests == []


def test_others_of_the_process_are_not_held(opened):
    """The application's own requests follow redirects as before."""
    with Loopback() as other, Loopback(default=sent_on(other, 307)) as first:
        with pytest.raises(ModelError):
            opened(first).run_sync("polish", document="夜色。")
        answer = httpx.post(
            f"{first.base_url}/chat/completions", json={"model": "m", "messages": []}, follow_redirects=True
        )
        assert answer.history
        assert len(other.requests) == 1
