"""Cache plans, the providers' data file and the sizes of models."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.cache import model_map
from underdraft.cache.plan import plan, routing_key
from underdraft.cache.prices import prices_of
from underdraft.cache.provider_rules import (
    AUTO_BLOCK,
    ProviderRules,
    _file,
    block_for,
    rules_for,
    window_for,
    window_of,
)
from underdraft.errors import InvalidArgument
from underdraft.project.config import Config

FAMILIES = {
    "gpt-4.1": "openai",
    "openai/gpt-5.6-sol": "openai",
    "o3-mini": "openai",
    "openai/gpt-oss-20b": "unknown",
    "openai/my-own-server": "unknown",
    "azure/gpt-4o": "azure",
    "azure/our-deployment": "azure",
    "azure_ai/claude-opus-5": "anthropic",
    "claude-sonnet-4-5": "anthropic",
    "anthropic/claude-opus-4-6": "anthropic",
    "bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0": "anthropic",
    "vertex_ai/claude-opus-4-5@20251101": "anthropic",
    "openrouter/anthropic/claude-sonnet-4.5": "anthropic",
    "gemini/gemini-2.5-pro": "gemini",
    "vertex_ai/gemini-3.5-flash": "gemini",
    "deepseek/deepseek-chat": "deepseek",
    "hosted_vllm/Qwen/Qwen3-8B": "vllm",
    "llamafile/any": "llama.cpp",
    "sglang/any": "sglang",
    "ollama/qwen3": "ollama",
    "ollama_chat/deepseek-r1": "ollama",
    "offline": "offline",
    "together_ai/whatever": "unknown",
    "xai/grok-4.6": "xai",
    "openrouter/x-ai/grok-4.6": "xai",
    "mistral/mistral-small": "mistral",
    "groq/openai/gpt-oss-20b": "groq",
    "fireworks_ai/glm-5p3-us": "fireworks",
    "moonshot/kimi-k3": "moonshot",
    "dashscope/qwen3.7-max": "dashscope",
    "minimax/minimax-m3": "minimax",
    "bedrock/us.amazon.nova-2-lite-v1:0": "nova",
    "openrouter/openai/gpt-5.6": "openai_gateway",
    "bedrock_mantle/openai.gpt-6-sol": "openai_gateway",
    "openrouter/deepseek/deepseek-v4-flash": "deepseek",
}


def plan_for(model, **changes):
    """A plan for a usual prompt."""
    values = {
        "prefix_length": 100,
        "system_length": 150,
        "system_tokens": 5_000,
        "project_id": "p1",
        "prefix_hash": "ab" * 32,
        **changes,
    }
    return plan(model, **values)


@pytest.mark.parametrize(("model", "family"), FAMILIES.items())
def test_family_of_a_name(model, family):
    """A model's name, with or without its provider, in any case, leads to its provider's rules."""
    assert rules_for(model).family == family
    assert rules_for(f" {model.upper()} ").family == family
    assert plan_for(model).provider == family


def test_anthropic_gets_two_breakpoints():
    """After the prefix and after the skill block, marked in Anthropic's way, without a routing key."""
    made = plan_for("anthropic/claude-sonnet-4-5")
    assert made.breakpoints == (100, 150)
    assert made.marker == "cache_control"
    assert made.cache_key is None
    assert made.cacheable


@pytest.mark.parametrize("model", FAMILIES)
@pytest.mark.parametrize("stays", [True, False])
def test_last_turn(model, stays):
    """Who takes marks in Anthropic's form is told to keep the earlier turns, where they stay."""
    marked = FAMILIES[model] in {"anthropic", "dashscope", "nova"}
    made = plan_for(model, history_stays=stays)
    assert made.last_turn is made.last_message is (stays and marked)


@pytest.mark.parametrize("model", FAMILIES)
def test_block_by_model(model):
    """Where a cache is known, a full window loses a block at once; else a round at a time."""
    assert block_for(model) == (0 if FAMILIES[model] in {"unknown", "offline"} else AUTO_BLOCK)


PRICED = {
    name
    for name, figures in model_map.table()["models"].items()
    if dict(zip(model_map.KEYS, figures, strict=True)).get("cache_read_input_token_cost")
}
"""Models of the extract that have a price for cached tokens."""


def test_models_with_a_price_for_cached_tokens_have_a_plan():
    """At least 95 % of them have rules, each with its source and date, and a window that moves in blocks."""
    rules = {name: rules_for(name) for name in PRICED}
    planned = {name for name, found in rules.items() if found.reuse != "none"}
    assert len(PRICED) > 1_400
    assert len(planned) >= 0.95 * len(PRICED)
    assert all(rules[name].source and rules[name].as_of for name in planned)
    assert {block_for(name) for name in planned} == {AUTO_BLOCK}


@pytest.mark.parametrize(
    ("model", "read"), [("xai/grok-4.6", 0.25), ("zai/glm-5", 0.2), ("together_ai/MiniMaxAI/MiniMax-M3", 0.2)]
)
def test_prices_come_from_the_map(model, read):
    """The map has the price of a cached token, by the name as it spells it."""
    prices = prices_of(model)
    assert prices is not None
    assert prices.read_usd / prices.input_usd == pytest.approx(read, abs=0.01)


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("openrouter/qwen/qwen3-writer", 131_072),
        ("some/kimi-k3-writer", 1_048_576),
        ("some/writer-large", 32_768),
        ("hosted_vllm/qwen3-writer", 32_768),
    ],
)
def test_the_window_of_an_unknown_name(model, tokens):
    """A name that no table has gets its family's window, but not on a server of one's own, which opens what it likes."""
    assert window_of(model) == tokens


def test_the_family_can_be_named():
    """What is configured holds, whatever the model's name says; a family that nobody knows is refused."""
    assert plan_for("hosted_vllm/x", family="llama.cpp").provider == "llama.cpp"
    assert plan_for("x/y", family="anthropic").breakpoints == (100, 150)
    assert block_for("x/y", "llama.cpp") == AUTO_BLOCK
    with pytest.raises(InvalidArgument, match=r"cache_family: expected one of .*llama\.cpp"):
        plan_for("gpt-4.1", family="secret")


@pytest.mark.parametrize(
    ("model", "config", "tokens"),
    [
        ("ollama_chat/qwen3", {}, 32_768),
        ("ollama_chat/llama3", {}, 8_192),
        ("ollama_chat/qwen3", {"model_options": {"num_ctx": "4096"}}, 4_096),
        ("gpt-4.1", {"model_options": {"num_ctx": "4096"}}, 1_047_576),
        ("ollama_chat/qwen3", {"model_options": {"num_ctx": "4096"}, "window_tokens": 9_000}, 4_096),
        ("ollama_chat/qwen3", {"model_options": {"num_ctx": "16384"}, "window_tokens": 9_000}, 9_000),
    ],
)
def test_window_as_configured(model, config, tokens):
    """What is configured comes first, then what Ollama is told, then what is known of the model."""
    assert window_for(model, Config(**config)) == tokens


def test_openai_gets_a_key():
    """Before GPT-5.6 OpenAI takes a routing key and no breakpoints; from then on both."""
    old, new = plan_for("gpt-4.1"), plan_for("openai/gpt-5.6")
    assert (old.breakpoints, old.marker) == ((), None)
    assert (new.breakpoints, new.marker) == ((100, 150), "prompt_cache_breakpoint")
    assert old.cache_key == new.cache_key == routing_key("p1", "ab" * 32)


@pytest.mark.parametrize(
    "model", ["ollama/qwen3", "gemini/gemini-2.5-pro", "deepseek/deepseek-chat", "x/y", "offline"]
)
def test_others_get_plain_text(model):
    """Providers that take neither breakpoints nor keys are told nothing."""
    made = plan_for(model, ttl="1h")
    assert (made.breakpoints, made.marker, made.cache_key, made.ttl) == ((), None, None, None)


@pytest.mark.parametrize(
    ("model", "minimum"),
    [
        ("claude-opus-5", 512),
        ("claude-sonnet-4-6", 1024),
        ("claude-haiku-4-5", 4096),
        ("bedrock/anthropic.claude-opus-4-6-v1", 4096),
        ("gemini/gemini-2.5-flash", 2048),
        ("gemini/gemini-3.5-flash", 4096),
        ("gpt-4.1", 1024),
        ("unheard-of", 0),
    ],
)
def test_minimum_by_model(model, minimum):
    """A plan says from how many tokens on the provider caches, and whether the prompt gets there."""
    assert plan_for(model).min_tokens == minimum
    assert plan_for(model, system_tokens=minimum).cacheable
    assert plan_for(model, system_tokens=max(minimum - 1, 0)).cacheable is (minimum == 0)


def test_lifetime():
    """A lifetime is sent only where the provider has it and would not take it anyway."""
    assert plan_for("claude-opus-5", ttl="1h").ttl == "1h"
    assert plan_for("claude-opus-5", ttl="5m").ttl is None
    assert plan_for("claude-opus-5", ttl="9h").ttl is None
    assert plan_for("gpt-4.1", ttl="1h").ttl is None


def test_empty_parts_have_no_breakpoint():
    """A skill block of nothing gives one breakpoint, an empty system message none."""
    assert plan_for("claude-opus-5", system_length=100).breakpoints == (100,)
    assert plan_for("claude-opus-5", prefix_length=0, system_length=0).breakpoints == ()
    assert plan_for("claude-opus-5", prefix_length=0, system_length=0).marker is None


@given(
    project=st.none() | st.text(), other=st.text(), digest=st.text(alphabet="0123456789abcdef", min_size=64)
)
def test_routing_key(project, other, digest):
    """The key is short lower-case hex, the same for the same project and prefix, and shows neither."""
    key = routing_key(project, digest)
    assert re.fullmatch(r"[0-9a-f]{32}", key)
    assert key == routing_key(project, digest)
    assert (key == routing_key(other, digest)) == ((project or "") == other)


def test_the_file_is_dated_and_sound():
    """Every family is dated and sourced, its patterns compile, and its figures are of the right kind."""
    assert isinstance(_file()["as_of"], dt.date)
    known = {field.name for field in attrs.fields(ProviderRules)} | {"name", "match", "models"}
    names = [family["name"] for family in _file()["family"]]
    assert len(names) == len(set(names))
    for family in _file()["family"]:
        assert set(family) <= known, family["name"]
        assert isinstance(family["as_of"], dt.date)
        assert family["source"]
        assert ("marker" in family) <= (family.get("max_breakpoints", 0) > 0)
        for entry in [family, *family.get("models", [])]:
            assert set(entry) <= known
            patterns = entry["match"] if isinstance(entry["match"], list) else [entry["match"]]
            assert all(re.compile(pattern) for pattern in patterns)
            assert 0 < entry.get("read_price", 0.5) < 1
            assert entry.get("default_ttl", "5m") in {
                **family.get("write_prices", {}),
                **entry.get("write_prices", {"5m": 1}),
            }


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        ("offline", 32_768),
        ("gpt-4.1", 1_047_576),
        ("claude-sonnet-4-5", 200_000),
        ("dashscope/qwen-max", 30_720),
        ("azure/eu/gpt-5", 272_000),
        ("github_copilot/claude-opus-5", 200_000),
        ("anthropic/claude-of-tomorrow", 200_000),
        ("azure/my-deployment", 128_000),
        ("hosted_vllm/who-knows", 32_768),
        ("never-heard-of", 32_768),
    ],
)
def test_window(model, tokens):
    """The map answers for a model, also of a region; then its provider's window, then the documented default."""
    assert window_of(model) == tokens


def test_nothing_heavy_is_imported():
    """Plans and windows, also those from litellm's map, import neither litellm nor its companions."""
    code = (
        "import sys; from underdraft.cache.plan import plan\n"
        "from underdraft.cache.provider_rules import window_of; window_of('dashscope/qwen-max');"
        "plan('gpt-4.1', prefix_length=1, system_length=2, system_tokens=3, project_id=None, prefix_hash='');"
        "print(sorted({'litellm', 'openai', 'httpx', 'tiktoken', 'toktok', 'sqlalchemy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
