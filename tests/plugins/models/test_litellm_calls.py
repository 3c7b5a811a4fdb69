"""The real litellm over real HTTP against a server on loopback."""

from __future__ import annotations

import asyncio
import json
import time

import attrs
import pytest

from loopback import Loopback, PrefixCache, Scripted, tokens_of
from underdraft import (
    CachePlan,
    Message,
    ModelCall,
    ModelError,
    Reply,
    TextDelta,
    Timeout,
    ToolSpec,
)
from underdraft.run.model_call import answer
from underdraft_plugins.models.litellm_calls import LitellmModel
from underdraft_plugins.models.litellm_loading import load_litellm

PREFIX = "# 规则\n第一人称，短句。\n" * 20
SKILL = "# 技能\n润色选中的文字。\n"
SECRET = "sk-live-0123456789abcdef"  # noqa: S105


@pytest.fixture(autouse=True, scope="module")
def _litellm():
    """Import litellm once and before the clocks of the tests run: it takes seconds."""
    load_litellm()


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "HOSTED_VLLM_API_KEY"):
        monkeypatch.setenv(name, SECRET)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_BASE", "ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("model", "refused"),
    [
        ("openai/gpt-4.1", ["reasoning_effort"]),
        ("anthropic/claude-sonnet-4-5", ["seed"]),
        ("hosted_vllm/of-ours", ["image_url"]),
        ("nobody-knows-this", []),
    ],
)
def test_what_a_model_does_not_take_is_known(model, refused):
    """Litellm's table says what a provider would drop; of a name that leads nowhere nothing is said here."""
    asked = ("seed", "tools", "response_format", "image_url", "reasoning_effort")
    assert list(LitellmModel().refused(model, asked)) == refused


def call_to(server, *, model="openai/gpt-4.1", user="灯笼晃了晃。", **changes):
    """A call of a model behind the server."""
    base = server.root if "claude" in model else server.base_url
    call = ModelCall(
        run_id="r1",
        model=model,
        messages=(Message(role="system", content=PREFIX + SKILL), Message(role="user", content=user)),
        timeout_ms=5_000,
        options={"api_base": base},
    )
    return attrs.evolve(call, **changes)


async def collect(call):
    """The deltas and the reply of one call through the engine."""
    events = [event async for event in answer(call, LitellmModel())]
    assert all(isinstance(event, TextDelta) for event in events[:-1])
    assert isinstance(events[-1], Reply)
    return events[:-1], events[-1]


async def pending_tasks():
    """Tasks that outlive a call; litellm's own success log runs for a moment after it."""
    for _ in range(100):
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if not others:
            break
        await asyncio.sleep(0.01)
    return [task.get_coro().__qualname__ for task in others]


def failure_of(server, **changes):
    """The error of a call, checked to hold nothing of what the provider said."""
    with pytest.raises(ModelError) as caught:
        asyncio.run(collect(call_to(server, **changes)))
    shown = f"{caught.value.message} {caught.value.details}"
    assert SECRET not in shown
    assert "127.0.0.1" not in shown
    assert "careless" not in shown
    return caught.value


# --- answers ----------------------------------------------------------------------------------


def test_streams_pieces_as_they_come():
    """A reply arrives in the provider's pieces, with its usage, finish reason and model."""
    with Loopback() as server:
        deltas, reply = asyncio.run(collect(call_to(server)))
    assert [delta.text for delta in deltas] == ["灯笼", "在风里", "晃了晃。"]
    assert reply.texts == ("灯笼在风里晃了晃。",)
    assert reply.finish_reason == "stop"
    assert reply.model == "gpt-4.1"
    assert reply.usage.prompt_tokens > 100
    assert reply.usage.completion_tokens == 9


def test_first_piece_comes_before_the_last_is_written():
    """Pieces are given on at once, not when the reply is finished."""
    pieces = [f"第{i}段。" for i in range(10)]

    async def first_and_last(call):
        start = time.monotonic()
        stamps = [time.monotonic() - start async for _ in answer(call, LitellmModel())]
        return stamps[0], stamps[-1]

    with Loopback(Scripted(), Scripted(pieces=pieces, delay=0.1)) as server:
        asyncio.run(collect(call_to(server)))
        first, last = asyncio.run(first_and_last(call_to(server)))
    assert last - first > 0.2


def test_plain_text_goes_out_unchanged():
    """Without breakpoints the system message is one plain string; limits and options are sent along, with their types."""
    with Loopback() as server:
        options = {"api_base": server.base_url, "temperature": "0.25", "seed": "7"}
        asyncio.run(collect(call_to(server, max_output_tokens=321, options=options)))
    body = server.requests[0].body
    assert body["messages"][0] == {"role": "system", "content": PREFIX + SKILL}
    assert body["messages"][1] == {"role": "user", "content": "灯笼晃了晃。"}
    assert body["stream_options"] == {"include_usage": True}
    assert body["max_tokens"] == 321
    assert (body["temperature"], body["seed"]) == (0.25, 7)
    assert "prompt_cache_key" not in body


def test_second_run_reads_the_prefix_from_the_cache():
    """With an unchanged prefix a second run's cached tokens cover it; with another routing key none are."""
    cache = CachePlan(provider="openai", cache_key="key-1")
    with Loopback(cache=PrefixCache(block=16, minimum=64)) as server:
        _, first = asyncio.run(collect(call_to(server, cache=cache)))
        _, second = asyncio.run(collect(call_to(server, cache=cache, user="别的话。")))
        _, other = asyncio.run(collect(call_to(server, cache=CachePlan(cache_key="key-2"))))
    assert [r.body["prompt_cache_key"] for r in server.requests] == ["key-1", "key-1", "key-2"]
    assert first.usage.cached_tokens == 0
    assert second.usage.cached_tokens == len(tokens_of(PREFIX + SKILL)) // 16 * 16
    assert second.usage.cached_tokens < second.usage.prompt_tokens
    assert other.usage.cached_tokens == 0


def test_breakpoints_cut_the_system_message_exactly():
    """Anthropic gets marked blocks whose joined texts are the plain string, and cached tokens are read back."""
    cache = CachePlan(
        provider="anthropic",
        marker="cache_control",
        breakpoints=(len(PREFIX), len(PREFIX + SKILL)),
        ttl="1h",
    )
    with Loopback() as server:
        call = call_to(server, model="anthropic/claude-sonnet-4-5", cache=cache)
        _, first = asyncio.run(collect(call))
        _, second = asyncio.run(collect(call))
    assert server.requests[0].path == "/v1/messages"
    blocks = server.requests[0].body["system"]
    assert [block["text"] for block in blocks] == [PREFIX, SKILL]
    assert [block["cache_control"] for block in blocks] == [{"type": "ephemeral", "ttl": "1h"}] * 2
    assert first.usage.cache_write_tokens == len(tokens_of(PREFIX + SKILL))
    assert first.usage.cached_tokens == 0
    assert second.usage.cached_tokens == first.usage.cache_write_tokens
    assert second.usage.cache_write_tokens == 0
    assert second.usage.prompt_tokens == first.usage.prompt_tokens > second.usage.cached_tokens
    assert first.texts == ("灯笼在风里晃了晃。",)


def test_openai_breakpoints_reach_the_server():
    """The blocks carry OpenAI's own marker, and litellm lets it through, to a gateway at another address, too."""
    cache = CachePlan(provider="openai", marker="prompt_cache_breakpoint", breakpoints=(len(PREFIX),))
    with Loopback() as server:
        asyncio.run(collect(call_to(server, cache=cache)))
    assert server.requests[0].body["messages"][0]["content"] == [
        {"type": "text", "text": PREFIX, "prompt_cache_breakpoint": {"mode": "explicit"}},
        {"type": "text", "text": SKILL},
    ]


@pytest.mark.parametrize(
    ("model", "honours_n", "asked"),
    [
        ("openai/gpt-4.1", True, [3]),
        ("openai/gpt-4.1", False, [3, 2, 1]),
        ("anthropic/claude-sonnet-4-5", True, [1, 1, 1]),
    ],
)
def test_candidates(model, honours_n, asked):
    """Three candidates come back also from a server that ignores ``n`` or never takes it; every request is counted."""
    with Loopback(honours_n=honours_n) as server:
        deltas, reply = asyncio.run(collect(call_to(server, model=model, candidates=3)))
    assert reply.texts == ("灯笼在风里晃了晃。",) * 3
    assert {delta.index for delta in deltas} == {0, 1, 2}
    assert [request.body.get("n", 1) for request in server.requests] == asked
    assert reply.usage.completion_tokens == 9 * len(asked)


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
def test_tool_round(model):
    """A tool is called, its text goes back, and only the last text is the reply; what announces the call is streamed."""
    asked = []

    async def search(arguments):
        asked.append(dict(arguments))
        return "第三章：灯笼是红的。"

    schema = {"type": "object", "properties": {"keyword": {"type": "string"}}, "required": ["keyword"]}
    tool = ToolSpec(name="memory_search", description="Search.", parameters=schema, run=search)
    first = Scripted(pieces=("我查一下。",), tool_calls=[("call_1", "memory_search", '{"keyword": "灯笼"}')])
    with Loopback(first, Scripted(pieces=("红灯笼", "亮着。"))) as server:
        deltas, reply = asyncio.run(collect(call_to(server, model=model, tools=(tool,))))
    assert asked == [{"keyword": "灯笼"}]
    assert reply.texts == ("红灯笼亮着。",)
    assert "".join(delta.text for delta in deltas) == "我查一下。\n\n红灯笼亮着。"
    assert len(server.requests) == 2
    assert "灯笼是红的" in str(server.requests[1].body["messages"][-1])
    assert server.requests[0].body["tools"] == server.requests[1].body["tools"]
    assert server.requests[0].body["messages"][0] == server.requests[1].body["messages"][0]


# --- faults -----------------------------------------------------------------------------------

BODY = json.dumps({"error": {"message": f"careless: key {SECRET} at http://127.0.0.1/v1", "type": "t"}})


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
@pytest.mark.parametrize(
    ("status", "meaning"),
    [(429, "rate limit"), (500, "an error of its own"), (401, "key"), (503, "unavailable")],
)
def test_provider_errors_are_clean(model, status, meaning):
    """The status and what it means are told, never the provider's words; nothing is retried."""
    with Loopback(Scripted(kind="error", status=status, body=BODY)) as server:
        error = failure_of(server, model=model)
    assert error.details == {"status": status, "provider": model.partition("/")[0]}
    assert str(status) in error.message
    assert meaning in error.message
    assert len(server.requests) == 1


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
@pytest.mark.parametrize("kind", ["cut", "short"])
def test_cut_connection_is_no_success(model, kind):
    """A stream that ends without a finish reason is an error, after the deltas that did arrive."""
    seen = []

    async def read(call):
        async for event in answer(call, LitellmModel()):
            seen.append(event)  # noqa: PERF401  # what came before the error must be kept

    with Loopback(Scripted(kind=kind)) as server, pytest.raises(ModelError, match="broke"):
        asyncio.run(read(call_to(server, model=model)))
    assert [event.text for event in seen] == ["灯笼"]


def test_a_provider_that_breaks_down_is_no_success():
    """A finish reason that is an error in itself is one, also where litellm takes it for a stop."""
    broken = Scripted(finish="insufficient_system_resource")
    with Loopback(broken) as server, pytest.raises(ModelError, match="broke"):
        asyncio.run(collect(call_to(server)))


def test_unknown_provider():
    """A name that leads to no provider says how names are written, without a request."""
    call = ModelCall(run_id="r", model="nowhere-model", messages=(Message(role="user", content="x"),))
    with pytest.raises(ModelError, match="provider/model"):
        asyncio.run(collect(call))


def test_hang_times_out():
    """A provider that says nothing ends in TIMEOUT in time, with the connection closed and nothing pending."""

    async def run(call):
        start = time.monotonic()
        with pytest.raises(Timeout):
            await collect(call)
        return time.monotonic() - start, await pending_tasks()

    with Loopback(Scripted(), Scripted(kind="hang")) as server:
        asyncio.run(collect(call_to(server)))
        took, pending = asyncio.run(run(call_to(server, timeout_ms=300)))
        assert server.dropped.wait(20)
    assert 0.25 < took < 20
    assert pending == []


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
@pytest.mark.parametrize("how", ["cancel", "leave"])
def test_stopping_mid_stream_hangs_up(model, how):
    """Cancelling the task, or leaving the loop and closing, hangs up on the provider; nothing is pending."""
    slow = Scripted(pieces=["字"] * 200, delay=0.03)

    async def run(call):
        arrived = asyncio.Event()
        events = answer(call, LitellmModel())

        async def read():
            async for _ in events:
                arrived.set()

        if how == "cancel":
            task = asyncio.create_task(read())
            await arrived.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            await anext(events)
            await events.aclose()
        return await pending_tasks()

    with Loopback(default=slow) as server:
        pending = asyncio.run(run(call_to(server, model=model)))
        assert server.dropped.wait(20)
    assert pending == []


def test_nothing_is_printed(capfd):
    """Neither a reply nor an error prints anything to standard output or standard error."""
    with Loopback(Scripted(), Scripted(kind="error", status=500, body=BODY)) as server:
        asyncio.run(collect(call_to(server)))
        failure_of(server)
    out, err = capfd.readouterr()
    assert out == ""
    assert SECRET not in err


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
def test_a_reply_that_has_no_form_in_utf8(model, underdraft_workspace):
    """A provider's lone surrogates are U+FFFD in the answer, which is JSON, and in the record, which is kept."""
    with Loopback(Scripted(pieces=("a\ud800b", "c\udfff\0"))) as server:
        base = server.root if "claude" in model else server.base_url
        config = f'model = "{model}"\n[project]\nid = "p"\n[model_options]\napi_base = "{base}"\n'
        ws = underdraft_workspace(config=config)
        envelope = ws.invoke_sync(
            "ai:skill:run", {"skillId": "polish", "document": "灯", "selection": {"start": 0, "end": 1}}
        )
        kept = ws.invoke_sync("ai:run:get", {"runId": envelope["data"]["runId"]})
    assert envelope["data"]["text"] == kept["data"]["text"] == "a\ufffdbc\ufffd\ufffd"
    json.dumps([envelope, kept], ensure_ascii=False).encode()


@pytest.mark.parametrize("model", ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
def test_tool_arguments_nested_beyond_all_measure(model):
    """Arguments nested 10,000 deep are the model's fault: it is told so, or the call is a clean error."""

    async def search(arguments):
        raise AssertionError

    tool = ToolSpec(name="search", description="Search.", parameters={"type": "object"}, run=search)
    deep = Scripted(pieces=("x",), tool_calls=[("call_1", "search", '{"a":' * 10_000 + "1" + "}" * 10_000)])
    with Loopback(deep, Scripted(pieces=("好。",))) as server:
        try:
            _, reply = asyncio.run(collect(call_to(server, model=model, tools=(tool,))))
        except ModelError:
            return
    assert reply.texts == ("好。",)
    assert "not a JSON object" in json.dumps(server.requests[1].body)


def test_an_unknown_name_suggests_the_likely_one():
    """The error names the model that was meant, and how a name is written."""
    with pytest.raises(ModelError, match="similar: ollama_chat/qwen3; write it as provider/model"):
        asyncio.run(collected("qwen3"))


async def collected(model):
    """Every event of a call of a model."""
    call = ModelCall(run_id="r", model=model, messages=(Message(role="user", content="hi"),))
    return [event async for event in LitellmModel().answer(call)]
