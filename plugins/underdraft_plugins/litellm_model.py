"""Every other model, through litellm: the last resort of ``underdraft_model``.

A model is named as litellm names it: ``gpt-4.1``, ``anthropic/claude-sonnet-4-5``, ``ollama/qwen3``,
``hosted_vllm/...``. Keys and addresses come from the environment variables that litellm reads
(``OPENAI_API_KEY``, ``ANTHROPIC_API_KEY``, ``OLLAMA_API_BASE`` ...); ``ModelCall.options`` may set the
keys in :data:`underdraft_plugins.litellm_request.OPTIONS` and never a key or password, since it comes from a file that is shared.

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

from underdraft import ModelError, Reply, TextDelta, ToolCall, UnderdraftError, Usage, hookimpl
from underdraft_plugins.litellm_errors import BROKEN, Target, clean_error
from underdraft_plugins.litellm_request import read_options, request_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping

    from underdraft import Model, ModelCall

TAKES_N = frozenset({"azure", "hosted_vllm", "openai"})
"""litellm's names of providers whose API gives several candidates for one prompt; others are asked again."""


@hookimpl(trylast=True)
def underdraft_model(name: str) -> Model | None:
    """Answer to every name but ``offline``."""
    return None if name == "offline" else LitellmModel()


class LitellmModel:
    """Streams replies from whatever provider the model's name leads to."""

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Answer one call; several candidates are asked for at once where the provider can do that.

        Raises:
            ModelError: The provider failed, or could not be asked: see
                :func:`underdraft_plugins.litellm_errors.clean_error`.
            Timeout: It was silent for longer than ``call.timeout_ms``.
            InvalidArgument: An option is not known, or not of its type.
        """
        options = read_options(call.options)
        litellm = await asyncio.to_thread(_load)
        target = _target(litellm, call, options)
        target.check_address()
        request = request_of(call, target.provider, options)
        texts: tuple[str, ...] = ()
        usage = Usage()
        reply = Reply(texts=())
        while len(texts) < call.candidates:
            missing = call.candidates - len(texts)
            # A server that ignores `n` gives one: then the others are asked for one by one.
            together = missing if target.provider in TAKES_N and not texts else 1
            async with aclosing(_translated(litellm, request, target, together)) as events:
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
    litellm: Any, request: Mapping[str, object], target: Target, together: int
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
        raise clean_error(litellm, error, target) from None


def _load() -> Any:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    # pydantic says this of litellm's own types at the first call, on the user's terminal.
    warnings.filterwarnings("ignore", message="Item .* on TypedDict class", category=UserWarning)
    litellm.suppress_debug_info = True
    litellm.telemetry = False  # pyright: ignore[reportAttributeAccessIssue]  # gone in newer versions
    return litellm


def _target(litellm: Any, call: ModelCall, options: Mapping[str, object]) -> Target:
    try:
        _, provider, _, base = litellm.get_llm_provider(call.model, api_base=options.get("api_base"))
    except Exception:  # noqa: BLE001  # whatever it is, the name leads nowhere
        raise ModelError(
            "model: no provider is known for this name; write it as provider/model, or use offline"
        ) from None
    return Target(model=call.model, provider=str(provider), base=base, options=options)


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
            raise ModelError(BROKEN)
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
        raise ModelError(BROKEN)
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
