"""Every other model, through litellm: the last resort of ``underdraft_model``.

A model is named as litellm names it: ``gpt-4.1``, ``anthropic/claude-sonnet-4-5``, ``ollama/qwen3``,
``hosted_vllm/...``. Keys and addresses come from the environment variables that litellm reads
(``OPENAI_API_KEY``, ``ANTHROPIC_API_KEY``, ``OLLAMA_API_BASE`` ...); ``ModelCall.options`` may set the
keys in :data:`OPTIONS` and never a key or password, since it comes from a file that is shared.

litellm takes seconds to import, so it is imported at the first call, in a thread. It is told not to
fetch its price list from the network (unless ``LITELLM_LOCAL_MODEL_COST_MAP`` is set already) and not
to print advice to standard output. Nothing is retried here: a plugin may wrap the call to do so.
"""

from __future__ import annotations

import asyncio
import os
import warnings
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from underdraft import (
    InvalidArgument,
    ModelError,
    Reply,
    TextDelta,
    Timeout,
    ToolCall,
    UnderdraftError,
    Usage,
    hookimpl,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping

    from underdraft import Model, ModelCall

OPTIONS: Mapping[str, Callable[[str], object]] = {
    "api_base": str,
    "api_version": str,
    "num_ctx": int,
    "reasoning_effort": str,
    "seed": int,
    "temperature": float,
    "top_p": float,
}
"""What ``ModelCall.options`` may hold, and how its text is read."""

TAKES_N = frozenset({"azure", "hosted_vllm", "openai"})
"""litellm's names of providers whose API gives several candidates for one prompt; others are asked again."""

_MEANINGS = {
    400: "the request was refused",
    401: "the key was refused, or is not set",
    402: "the account has no credit",
    403: "access was denied",
    404: "there is no such model or address",
    408: "timeout",
    413: "the request is too large",
    422: "the request was refused",
    429: "rate limit",
    500: "an error of its own",
    502: "bad gateway",
    503: "unavailable",
    504: "gateway timeout",
    529: "overloaded",
}

_BROKEN = "the connection to the provider broke before the reply was finished"


@hookimpl(trylast=True)
def underdraft_model(name: str) -> Model | None:
    """Answer to every name but ``offline``."""
    return None if name == "offline" else LitellmModel()


class LitellmModel:
    """Streams replies from whatever provider the model's name leads to."""

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Answer one call; several candidates are asked for at once where the provider can do that.

        Raises:
            ModelError: The provider failed; with its status, never with its words, which may hold
                keys, addresses and the prompt.
            Timeout: It was silent for longer than ``call.timeout_ms``.
            InvalidArgument: An option is not known, or not of its type.
        """
        options = _options(call.options)
        litellm = await asyncio.to_thread(_load)
        provider = _provider(litellm, call, options)
        request = _request(call, provider, options)
        texts: tuple[str, ...] = ()
        usage = Usage()
        reply = Reply(texts=())
        while len(texts) < call.candidates:
            missing = call.candidates - len(texts)
            # A server that ignores `n` gives one: then the others are asked for one by one.
            together = missing if provider in TAKES_N and not texts else 1
            async with aclosing(_translated(litellm, request, provider, together)) as events:
                async for event in events:
                    if isinstance(event, TextDelta):
                        yield TextDelta(text=event.text, index=event.index + len(texts))
                    else:
                        reply = event
            texts += reply.texts
            usage += reply.usage
        yield Reply(
            texts=texts,
            usage=usage,
            model=reply.model or call.model,
            finish_reason=reply.finish_reason,
            tool_calls=reply.tool_calls,
        )


async def _translated(
    litellm: Any, request: Mapping[str, object], provider: str, together: int
) -> AsyncGenerator[TextDelta | Reply, None]:
    """One request, its errors in clean words."""
    try:
        if together > 1:
            # litellm's stream reads one choice an event and ends with the first that ends.
            reply = _whole(await litellm.acompletion(**request, n=together), together)
            for index, text in enumerate(reply.texts):
                yield TextDelta(text=text, index=index)
            yield reply
            return
        async with aclosing(_streamed(litellm, request)) as events:
            async for event in events:
                yield event
    except UnderdraftError:
        raise
    except Exception as error:  # noqa: BLE001  # litellm raises its own, httpx's, openai's and plain ones
        raise _error(litellm, error, provider) from None


def _load() -> Any:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    # pydantic says this of litellm's own types at the first call, on the user's terminal.
    warnings.filterwarnings("ignore", message="Item .* on TypedDict class", category=UserWarning)
    litellm.suppress_debug_info = True
    litellm.telemetry = False  # pyright: ignore[reportAttributeAccessIssue]  # gone in newer versions
    return litellm


def _provider(litellm: Any, call: ModelCall, options: Mapping[str, object]) -> str:
    try:
        return str(litellm.get_llm_provider(call.model, api_base=options.get("api_base"))[1])
    except Exception:  # noqa: BLE001  # whatever it is, the name leads nowhere
        raise ModelError(
            "model: no provider is known for this name; write it as provider/model, or use offline"
        ) from None


# --- what is sent -----------------------------------------------------------------------------


def _options(given: Mapping[str, str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for key, value in given.items():
        if key not in OPTIONS:
            raise InvalidArgument(f"model options: unknown key; known are {', '.join(OPTIONS)}")
        try:
            options[key] = OPTIONS[key](value)
        except ValueError:
            raise InvalidArgument(f"model options: {key}: expected {OPTIONS[key].__name__}") from None
    return options


def _request(call: ModelCall, provider: str, options: Mapping[str, object]) -> dict[str, object]:
    request: dict[str, object] = {
        "model": call.model,
        "messages": _messages(call, provider, options),
        "max_tokens": call.max_output_tokens,
        "timeout": call.timeout_ms / 1000,
        "max_retries": 0,
        "num_retries": 0,
        # A provider that does not know a setting must not fail for it: the prompt is what counts.
        "drop_params": True,
        **options,
    }
    if call.cache.cache_key:
        request["prompt_cache_key"] = call.cache.cache_key
    if call.reply_schema is not None:
        # Not `strict`: providers then refuse schemas with limits of length, and the caller checks anyway.
        schema = {"name": "answer", "schema": dict(call.reply_schema)}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    if call.tools:
        request["tool_choice"] = call.tool_choice
        request["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in call.tools
        ]
    return request


def _messages(call: ModelCall, provider: str, options: Mapping[str, object]) -> list[dict[str, object]]:
    messages: list[dict[str, object]] = [{"role": m.role, "content": m.content} for m in call.messages]
    understood = call.cache.marker == "cache_control" or _is_openai_itself(provider, options)
    if call.cache.breakpoints and understood and messages[0]["role"] == "system":
        messages[0]["content"] = _blocks(call)
    return [*messages, *(dict(message) for message in call.exchange)]


def _blocks(call: ModelCall) -> list[dict[str, object]]:
    """The system message cut exactly at the breakpoints, each piece before one marked."""
    text = call.messages[0].content
    if call.cache.marker == "cache_control":
        mark = {"type": "ephemeral", **({"ttl": call.cache.ttl} if call.cache.ttl else {})}
    else:
        mark = {"mode": "explicit"}
    blocks: list[dict[str, object]] = []
    start = 0
    for place in call.cache.breakpoints:
        blocks.append({"type": "text", "text": text[start:place], str(call.cache.marker): dict(mark)})
        start = place
    if start < len(text):
        blocks.append({"type": "text", "text": text[start:]})
    return blocks


def _is_openai_itself(provider: str, options: Mapping[str, object]) -> bool:
    """Other servers that speak OpenAI's dialect may refuse its newest keys."""
    bases = (options.get("api_base"), os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_BASE"))
    base = next((str(base) for base in bases if base), "https://api.openai.com/")
    return provider == "openai" and base.startswith("https://api.openai.com/")


# --- what comes back --------------------------------------------------------------------------


async def _streamed(litellm: Any, request: Mapping[str, object]) -> AsyncGenerator[TextDelta | Reply, None]:
    stream = await litellm.acompletion(**request, stream=True, stream_options={"include_usage": True})
    written: list[str] = []
    tools: dict[int, dict[str, str]] = {}
    usage: object = None
    model = finish = ""
    try:
        async for chunk in stream:
            usage = getattr(chunk, "usage", None) or usage
            model = getattr(chunk, "model", None) or model
            for choice in chunk.choices[:1]:
                finish = choice.finish_reason or finish
                _collect_tools(tools, getattr(choice.delta, "tool_calls", None) or ())
                if choice.delta.content:
                    written.append(choice.delta.content)
                    yield TextDelta(text=choice.delta.content)
        # litellm makes up a "stop" when the stream just ends; what the provider really said is kept here.
        heard = [
            getattr(stream, name, None) for name in ("received_finish_reason", "intermittent_finish_reason")
        ]
        if not finish or (hasattr(stream, "received_finish_reason") and not any(heard)):
            raise ModelError(_BROKEN)
    finally:
        await stream.aclose()
    yield Reply(
        texts=("".join(written),),
        usage=_usage(usage),
        model=model,
        finish_reason=finish,
        tool_calls=tuple(ToolCall(**tools[index]) for index in sorted(tools)),
    )


def _collect_tools(tools: dict[int, dict[str, str]], deltas: Any) -> None:
    for delta in deltas:
        tool = tools.setdefault(delta.index, {"id": "", "name": "", "arguments": ""})
        tool["id"] = delta.id or tool["id"]
        tool["name"] = delta.function.name or tool["name"]
        tool["arguments"] += delta.function.arguments or ""


def _whole(response: Any, most: int) -> Reply:
    choices = list(response.choices)[:most]
    if not choices:
        raise ModelError(_BROKEN)
    return Reply(
        texts=tuple(choice.message.content or "" for choice in choices),
        usage=_usage(getattr(response, "usage", None)),
        model=response.model or "",
        finish_reason=choices[0].finish_reason or "stop",
    )


def _usage(usage: object) -> Usage:
    """OpenAI's shape and Anthropic's; litellm adds the cached tokens to ``prompt_tokens`` in both."""
    details = getattr(usage, "prompt_tokens_details", None)

    def count(*places: tuple[object, str]) -> int:
        values = (getattr(place, name, None) for place, name in places)
        return next((int(value) for value in values if value), 0)

    return Usage(
        prompt_tokens=count((usage, "prompt_tokens")),
        completion_tokens=count((usage, "completion_tokens")),
        cached_tokens=count(
            (details, "cached_tokens"), (usage, "cache_read_input_tokens"), (usage, "prompt_cache_hit_tokens")
        ),
        cache_write_tokens=count(
            (details, "cache_write_tokens"),
            (details, "cache_creation_tokens"),
            (usage, "cache_creation_input_tokens"),
        ),
    )


def _error(litellm: Any, error: Exception, provider: str) -> UnderdraftError:
    """A clean error: which kind of failure, never the words of the other side."""
    if isinstance(error, litellm.Timeout | TimeoutError):
        return Timeout("the model's provider did not answer in time", details={"provider": provider})
    if isinstance(error, litellm.ContextWindowExceededError):
        text = "the prompt is larger than the model's window"
        return ModelError(text, details={"provider": provider, "status": 400})
    if isinstance(error, litellm.ContentPolicyViolationError):
        text = "the provider refused the prompt because of its content policy"
        return ModelError(text, details={"provider": provider, "status": 400})
    if isinstance(error, ImportError):
        return ModelError(
            "this provider needs a package that is not installed", details={"provider": provider}
        )
    original = getattr(error, "original_exception", None)
    status = getattr(error, "status_code", None)
    if (
        isinstance(error, litellm.APIConnectionError)
        or isinstance(original, Exception)
        or not isinstance(status, int)
    ):
        return ModelError(_BROKEN, details={"provider": provider})
    meaning = _MEANINGS.get(status, "an error")
    return ModelError(
        f"the provider answered {status} ({meaning})", details={"provider": provider, "status": status}
    )
