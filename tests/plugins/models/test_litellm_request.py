"""What is handed to litellm for one call."""

from __future__ import annotations

import json

import attrs
import pytest

from underdraft import CachePlan, InvalidArgument, Message, ModelCall, NamedTool, ToolSpec
from underdraft_plugins.models.litellm_request import OPTIONS, read_options, request_of

SECRET = "sk-live-0123456789abcdef"  # noqa: S105
PREFIX, SKILL = "# 规则\n短句。\n", "# 技能\n润色。\n"
CALL = ModelCall(
    run_id="r1",
    model="openai/gpt-4.1",
    messages=(Message(role="system", content=PREFIX + SKILL), Message(role="user", content="灯笼。")),
    timeout_ms=5_000,
)


def test_plain_messages():
    """Without breakpoints every message is one string; nothing is retried; the limit is in seconds."""
    request = request_of(CALL, "openai", {})
    assert request["messages"] == [{"role": m.role, "content": m.content} for m in CALL.messages]
    assert (request["timeout"], request["max_retries"], request["num_retries"]) == (5.0, 0, 0)
    assert "tools" not in request
    assert "prompt_cache_key" not in request


def test_images_stand_in_their_places():
    """Each image's name is replaced by the image; a message with images is not marked for the cache."""
    image = {"type": "image_url", "image_url": {"url": "image:1", "detail": "low"}}
    before = Message(role="user", content="看这张", extra=json.dumps({"images": [[1, image]]}))
    cache = CachePlan(marker="cache_control", breakpoints=(len(PREFIX),), last_turn=True)
    messages = (CALL.messages[0], before, CALL.messages[1])
    call = attrs.evolve(CALL, messages=messages, cache=cache, images={"image:1": "data:image/png;base64,QQ"})
    [first, sent, last] = request_of(call, "anthropic", {})["messages"][1]["content"]
    assert sent == {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64,QQ", "detail": "low"},
    }
    assert (first["text"], last["text"]) == ("看", "这张")


@pytest.mark.parametrize("places", [(len(PREFIX),), (len(PREFIX), len(PREFIX + SKILL))])
def test_breakpoints(places):
    """The system message is cut at the breakpoints; joined, the blocks are the plain string."""
    cache = CachePlan(marker="cache_control", breakpoints=places, ttl="1h")
    blocks = request_of(attrs.evolve(CALL, cache=cache), "anthropic", {})["messages"][0]["content"]
    assert "".join(block["text"] for block in blocks) == PREFIX + SKILL
    marked = [block for block in blocks if "cache_control" in block]
    assert [block["cache_control"] for block in marked] == [{"type": "ephemeral", "ttl": "1h"}] * len(places)


@pytest.mark.parametrize("name", ["ollama/qwen3", "ollama_chat/qwen3"])
@pytest.mark.parametrize(("options", "sent"), [({}, 16_384), ({"num_ctx": 8_192}, 8_192)])
def test_ollama(name, options, sent):
    """Ollama gets messages, never one text, and the window that the prompt was made for."""
    call = attrs.evolve(CALL, model=name, window_tokens=16_384)
    request = request_of(call, name.partition("/")[0], options)
    assert (request["model"], request["num_ctx"]) == ("ollama_chat/qwen3", sent)
    assert "num_ctx" not in request_of(attrs.evolve(CALL, window_tokens=16_384), "openai", {})


def test_further_keys_of_a_message():
    """Calls of tools and their results go as they were said; a call without a text has none."""
    called = Message(role="assistant", content="", extra='{"tool_calls": [{"id": "c1"}]}')
    result = Message(role="tool", content="rain", extra='{"tool_call_id": "c1"}')
    request = request_of(attrs.evolve(CALL, messages=(*CALL.messages, called, result)), "openai", {})
    assert request["messages"][2:] == [
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
        {"role": "tool", "content": "rain", "tool_call_id": "c1"},
    ]


def test_a_tool_that_must_be_called():
    """A name stands in OpenAI's form; the words stay words."""
    tool = ToolSpec(name="none", description="", parameters={}, run=None)
    call = attrs.evolve(CALL, tools=(tool,), tool_choice=NamedTool("none"))
    assert request_of(call, "openai", {})["tool_choice"] == {"type": "function", "function": {"name": "none"}}
    assert request_of(attrs.evolve(call, tool_choice="none"), "openai", {})["tool_choice"] == "none"


@pytest.mark.parametrize("last_turn", [True, False])
def test_the_last_turn_is_marked(last_turn):
    """Of the earlier turns the last one carries a mark, and so does the new message, which the next request repeats."""
    turns = (Message(role="user", content="一"), Message(role="assistant", content="二"))
    marks = {"last_turn": last_turn, "last_message": last_turn}
    cache = CachePlan(marker="cache_control", breakpoints=(len(PREFIX),), **marks)
    call = attrs.evolve(CALL, cache=cache, messages=(CALL.messages[0], *turns, CALL.messages[1]))
    sent = [message["content"] for message in request_of(call, "bedrock", {})["messages"][1:]]
    later = [
        [{"type": "text", "text": text, "cache_control": {"type": "ephemeral"}}] for text in ("二", "灯笼。")
    ]
    assert sent == ["一", *(later if last_turn else ["二", "灯笼。"])]


@pytest.mark.parametrize(
    ("provider", "sent"),
    [
        ("openai", {"prompt_cache_key": "k"}),
        ("fireworks_ai", {"prompt_cache_key": "k"}),
        ("mistral", {"extra_body": {"prompt_cache_key": "k"}}),
        ("xai", {"extra_headers": {"x-grok-conv-id": "k"}}),
    ],
)
def test_each_provider_gets_its_routing_key(provider, sent):
    """A key goes where the provider reads it: in the body, past litellm's own list, or in a header."""
    request = request_of(attrs.evolve(CALL, cache=CachePlan(cache_key="k")), provider, {})
    assert {name: request.get(name) for name in ("prompt_cache_key", "extra_body", "extra_headers")} == {
        "prompt_cache_key": None,
        "extra_body": None,
        "extra_headers": None,
    } | sent


@pytest.mark.parametrize("base", [None, "http://127.0.0.1:8080/v1"])
def test_marks_follow_the_model_not_the_address(base):
    """A gateway at an address of one's own gets the same marks as the provider itself."""
    cache = CachePlan(marker="prompt_cache_breakpoint", breakpoints=(len(PREFIX),))
    options = {"api_base": base} if base else {}
    content = request_of(attrs.evolve(CALL, cache=cache), "openai", options)["messages"][0]["content"]
    assert content[0] == {"type": "text", "text": PREFIX, "prompt_cache_breakpoint": {"mode": "explicit"}}


def test_tools_and_schema():
    """Tools go as functions, a schema as a response format."""

    async def run(arguments):
        return ""

    tool = ToolSpec(name="search", description="d", parameters={"type": "object"}, run=run)
    request = request_of(attrs.evolve(CALL, tools=(tool,), reply_schema={"type": "object"}), "openai", {})
    assert request["tools"][0]["function"] == {
        "name": "search",
        "description": "d",
        "parameters": {"type": "object"},
    }
    assert request["response_format"]["json_schema"]["schema"] == {"type": "object"}


def test_options_get_their_types():
    """Every option that is known is read as what it is."""
    given = {"api_base": "http://127.0.0.1:8080/v1", "num_ctx": "8192", "seed": "7", "temperature": "0.25"}
    assert read_options(given) == {
        "api_base": "http://127.0.0.1:8080/v1",
        "num_ctx": 8192,
        "seed": 7,
        "temperature": 0.25,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": SECRET},
        {"temperature": SECRET},
        {"api_base": f"http://writer:{SECRET}@localhost/v1"},
        {"api_base": f"localhost/{SECRET}"},
        {"api_base": f"http://localhost:{SECRET}/"},
    ],
)
def test_bad_options(options):
    """An unknown option and one of the wrong kind are refused without echoing the value."""
    with pytest.raises(InvalidArgument) as caught:
        read_options(options)
    assert SECRET not in caught.value.message
    assert next(iter(options)) in caught.value.message or ", ".join(OPTIONS) in caught.value.message
