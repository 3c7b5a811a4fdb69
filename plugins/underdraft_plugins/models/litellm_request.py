"""The request to litellm for one call: the messages with their cache marks, the options, the tools."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from underdraft import InvalidArgument, ModelCall, NamedTool
from underdraft_plugins.models.litellm_errors import EXAMPLE_ADDRESS, OLLAMA


def _address(text: str) -> str:
    """An address without a user and password, which would stand in a file that is shared."""
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.port == 0:
        raise ValueError
    return text


def _boolean(text: str) -> bool:
    if text not in {"true", "false"}:
        raise ValueError
    return text == "true"


def _stops(text: str) -> list[str]:
    """Where a reply ends: one text, or several as a JSON list."""
    return [text] if not text.startswith("[") else [str(one) for one in json.loads(text)]


_WITHOUT_HISTORY = 2
"""Messages of a call without earlier turns: the system's and the user's."""

OPTIONS: Mapping[str, tuple[Callable[[str], object], str]] = {
    "api_base": (_address, f"an address such as {EXAMPLE_ADDRESS}, without a user"),
    "api_version": (str, "a text"),
    "frequency_penalty": (float, "a number"),
    "num_ctx": (int, "a whole number"),
    "parallel_tool_calls": (_boolean, "true or false"),
    "presence_penalty": (float, "a number"),
    "reasoning_effort": (str, "a text"),
    "seed": (int, "a whole number"),
    "stop": (_stops, "a text, or a JSON list of texts"),
    "temperature": (float, "a number"),
    "top_p": (float, "a number"),
}
"""Keys of ``ModelCall.options``: how the text of each is read, and what is expected."""


def read_options(given: Mapping[str, str]) -> dict[str, object]:
    """The options with their types; one that is not known, or not of its type, is refused."""
    options: dict[str, object] = {}
    for key, value in given.items():
        if key not in OPTIONS:
            raise InvalidArgument(f"model options: unknown key; known are {', '.join(OPTIONS)}")
        read, expected = OPTIONS[key]
        try:
            options[key] = read(value)
        except ValueError:
            raise InvalidArgument(f"model options: {key}: expected {expected}") from None
    return options


def request_of(call: ModelCall, provider: str, options: Mapping[str, object]) -> dict[str, object]:
    """The keyword arguments of ``litellm.acompletion``, but for those that say how to stream."""
    ollama = provider in OLLAMA
    request: dict[str, object] = {
        # Its other way makes one text of all messages.
        "model": call.model.replace("ollama/", "ollama_chat/", 1) if ollama else call.model,
        "messages": _messages(call),
        "max_tokens": call.max_output_tokens,
        "timeout": call.timeout_ms / 1000,
        "max_retries": 0,
        "num_retries": 0,
        # A provider that does not know a setting must not fail for it: the prompt is what counts.
        "drop_params": True,
        **options,
    }
    if ollama and call.window_tokens:
        request.setdefault("num_ctx", call.window_tokens)  # it cuts a longer prompt without a word
    if call.cache.cache_key:
        request |= _routed(provider, call.cache.cache_key)
    if call.reply_schema is not None:
        # Not `strict`: providers then refuse schemas with limits of length, and the caller checks anyway.
        schema = {"name": "answer", "schema": dict(call.reply_schema)}
        request["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif call.reply_json:
        request["response_format"] = {"type": "json_object"}
    if call.tools:
        # litellm would import the package of an optional extra to look for tools of another kind.
        request["_skip_mcp_handler"] = True
        named = {"type": "function", "function": {"name": str(call.tool_choice)}}
        request["tool_choice"] = named if isinstance(call.tool_choice, NamedTool) else call.tool_choice
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


def _routed(provider: str, key: str) -> dict[str, object]:
    """The routing key where the provider reads it; litellm would drop it for one that it does not expect it from."""
    if provider == "xai":
        return {"extra_headers": {"x-grok-conv-id": key}}
    return {"extra_body": {"prompt_cache_key": key}} if provider == "mistral" else {"prompt_cache_key": key}


def _messages(call: ModelCall) -> list[dict[str, object]]:
    messages: list[dict[str, object]] = [message.plain() for message in call.messages]
    if call.cache.breakpoints and messages[0]["role"] == "system":
        messages[0]["content"] = _blocks(call)
        further = (call.cache.last_turn, -2), (call.cache.last_message, -1)
        for place in (place for marked, place in further if marked and len(messages) > _WITHOUT_HISTORY):
            text = messages[place]["content"]
            if text and isinstance(text, str):
                messages[place]["content"] = call.cache.marked(text)
    for message in messages if call.images else ():
        message["content"] = _with_images(message["content"], call.images)
    return [*messages, *(dict(message) for message in call.exchange)]


def _with_images(content: object, images: Mapping[str, str]) -> object:
    """A message's content with each image's address or data in place of its name."""
    if not isinstance(content, list):
        return content
    return [
        {**part, "image_url": {**part["image_url"], "url": images[part["image_url"]["url"]]}}
        if part["type"] == "image_url"
        else part
        for part in content
    ]


def _blocks(call: ModelCall) -> list[Mapping[str, object]]:
    """The system message cut exactly at the breakpoints, each piece before one marked."""
    text = call.messages[0].content
    blocks: list[Mapping[str, object]] = []
    start = 0
    for place in call.cache.breakpoints:
        blocks += call.cache.marked(text[start:place])
        start = place
    if start < len(text):
        blocks.append({"type": "text", "text": text[start:]})
    return blocks
