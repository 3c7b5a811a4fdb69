"""The first contact with a provider: what is missing is said, and how to mend it, never a key."""

from __future__ import annotations

import asyncio
import os
import re
import socket

import pytest

from loopback import Loopback, Scripted
from underdraft import Message, ModelCall, ModelError
from underdraft_plugins.models.litellm_calls import LitellmModel
from underdraft_plugins.models.litellm_loading import load_litellm

SECRET = "sk-live-0123456789abcdef"  # noqa: S105
BEDROCK = "bedrock/anthropic.claude-3-5-sonnet-20240620-v1:0"

PROVIDERS = {
    "openai/gpt-4.1": ("OPENAI_API_KEY", "api.openai.com"),
    "anthropic/claude-sonnet-4-5": ("ANTHROPIC_API_KEY", "api.anthropic.com"),
    "gemini/gemini-2.5-flash": ("GEMINI_API_KEY", "generativelanguage.googleapis.com"),
    "deepseek/deepseek-chat": ("DEEPSEEK_API_KEY", "api.deepseek.com"),
    "mistral/mistral-large-latest": ("MISTRAL_API_KEY", "api.mistral.ai"),
    "groq/llama-3.3-70b-versatile": ("GROQ_API_KEY", "api.groq.com"),
    "xai/grok-4": ("XAI_API_KEY", "api.x.ai"),
    "openrouter/openai/gpt-4.1": ("OPENROUTER_API_KEY", "openrouter.ai"),
    "zai/glm-4.6": ("ZAI_API_KEY", "api.z.ai"),
}
"""A model of each hosted provider that takes a key, the variable that holds it, and the host."""


@pytest.fixture(autouse=True, scope="module")
def _litellm():
    load_litellm()


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch, tmp_path):
    """No keys, no addresses, no files with either."""
    for name in os.environ:
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")) or name.startswith("AWS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.fixture
def no_network(monkeypatch):
    """No name is known; where there is a network, the real providers are left alone all the same."""

    def unknown(host, *_args, **_options):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)


def failure_of(model, **options):
    """The error of one call, checked to hold no key."""

    async def ask():
        call = ModelCall(
            run_id="r1",
            model=model,
            messages=(Message(role="user", content="灯笼"),),
            timeout_ms=20_000,
            options=options,
        )
        return [event async for event in LitellmModel().answer(call)]

    with pytest.raises(ModelError) as caught:
        asyncio.run(ask())
    shown = f"{caught.value.message} {caught.value.details}"
    assert caught.value.code == "MODEL_ERROR"
    assert SECRET not in shown
    assert not re.search(r"\b500\b", shown)
    assert "broke" not in shown
    return caught.value


def nobody():
    """The address of a port that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("model", PROVIDERS)
def test_missing_key(model):
    """Without a key the message names the variable to set, also where there is no network either."""
    error, variable = failure_of(model), PROVIDERS[model][0]
    assert "set the environment variable" in error.message
    assert variable in error.message
    assert variable in error.details["missing"]


def test_missing_aws_credentials():
    """Bedrock wants two variables, and says so without a request."""
    assert "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in failure_of(BEDROCK).message


@pytest.mark.parametrize("model", ["deepseek/deepseek-chat", "openai/gpt-4.1"])
@pytest.mark.parametrize("status", [401, 403])
def test_refused_without_a_key(model, status, monkeypatch):
    """Where the provider itself complains about a key that was never set, the variable is named."""
    with Loopback(Scripted(kind="error", status=status, body='{"error": "no"}')) as server:
        error = failure_of(model, api_base=server.base_url)
    assert PROVIDERS[model][0] in error.message


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    ("model", "host"),
    [
        (BEDROCK, "bedrock-runtime.us-west-2.amazonaws.com"),
        *((model, host) for model, (_, host) in PROVIDERS.items()),
    ],
)
def test_no_network(model, host, monkeypatch):
    """With a key but no network the message names the host that could not be found, and no key."""
    variables = [variable for variable, _ in PROVIDERS.values()]
    for name in [*variables, "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]:
        monkeypatch.setenv(name, SECRET)
    error = failure_of(model)
    assert f"{host} could not be found" in error.message
    assert "network" in error.message
    assert "key" not in error.message
    assert error.details["address"] == f"{host}:443"


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        ("openai/x", "start the server"),
        ("hosted_vllm/x", "start the server"),
        ("lm_studio/x", "start the server"),
        ("llamafile/x", "start the server"),
        ("ollama/x", "`ollama serve`"),
        ("ollama_chat/x", "`ollama serve`"),
    ],
)
def test_nothing_listens(model, advice, monkeypatch):
    """A local server that is not running is named by its address alone, with what starts it."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    address = nobody()
    error = failure_of(model, api_base=f"http://{address}/v1?key={SECRET}")
    assert f"nothing listens at {address}" in error.message
    assert advice in error.message
    assert error.details["address"] == address


def test_ollama_lacks_the_model():
    """A model that was never fetched is no wrong address."""
    with Loopback(Scripted(kind="error", status=404, body='{"error": "model not found"}')) as server:
        assert "`ollama pull`" in failure_of("ollama_chat/qwen3", api_base=server.root).message


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize("provider", ["hosted_vllm", "lm_studio"])
def test_missing_address(provider, monkeypatch):
    """A server of the writer's own without an address is never looked for at OpenAI."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    error = failure_of(f"{provider}/qwen3")
    assert "api_base" in error.message
    assert f"{provider.upper()}_API_BASE" in error.message
    assert "openai.com" not in error.message


def test_malformed_address(monkeypatch):
    """An address without its scheme, from the environment, is said to be none, with an example."""
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", "localhost:8000")
    assert "http://127.0.0.1:8080/v1" in failure_of("hosted_vllm/qwen3").message


def test_missing_package():
    """A provider whose package is not installed names it."""
    assert "the Python package vllm" in failure_of("vllm/qwen3").message


@pytest.mark.parametrize("model", ["openai/x", "hosted_vllm/x", "anthropic/claude-x"])
def test_real_answers_stay_answers(model, monkeypatch):
    """A status that was really sent is told as such, also where a key is missing but was not asked for."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    with Loopback(Scripted(kind="error", status=503, body='{"error": "busy"}')) as server:
        base = server.root if "claude" in model else server.base_url
        error = failure_of(model, api_base=base)
    assert error.message == "the provider answered 503 (unavailable)"
