"""A chat completion request, as clients of OpenAI's interface send it, read into values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.types.checks import check_storable, check_whole
from underdraft.types.model_call import ModelInput, ToolChoice, ToolSpec

OWN = "underdraft"
"""A model of this name, alone or before a skill's name, is the workspace's own."""

CHAT_SKILL = "chat"
"""The skill of a request that names none."""

OPTIONS = ("reasoning_effort", "seed", "temperature", "top_p")
"""Settings of a request that go on to the model."""

TOOL_CHOICES: tuple[ToolChoice, ...] = ("auto", "none", "required")


@attrs.frozen
class TalkTurn:
    """One earlier turn of a talk, without what tools did in between."""

    user: str
    assistant: str


@attrs.frozen(kw_only=True)
class ChatRequest:
    """A client's chat request, read and checked."""

    skill: str
    project: Annotated[str | None, "A project's id, where the model's name or the metadata give one."]
    session: Annotated[str | None, "A session's id, where the metadata give one."]
    named: Annotated[str, "The model, as the client names it."]
    model: Annotated[str | None, "The model that is asked; `None` is the workspace's own."]
    system: Annotated[str, "The client's own instructions."]
    earlier: tuple[TalkTurn, ...]
    message: Annotated[str, "What the writer says now."]
    given: ModelInput
    candidates: int = 1
    stream: bool = False
    with_usage: Annotated[bool, "Whether a stream ends with the usage."] = False

    @property
    def place(self) -> tuple[TalkTurn, ...]:
        """Where the talk is: its turns, the one that tools are at work in with no reply yet."""
        return self.place_after("") if self.given.exchange else self.earlier

    def place_after(self, reply: str) -> tuple[TalkTurn, ...]:
        """Return where the talk is once this was answered; without a text where tools are to be called first."""
        return (*self.earlier, TalkTurn(self.message, reply))


def read_request(body: Any, headers: Mapping[str, str]) -> ChatRequest:
    """The request in a body; what has the wrong type, or cannot be done here, is refused with its name.

    The skill, the project and the session come from ``metadata``, else from the headers
    ``X-Underdraft-Skill``, ``-Project`` and ``-Session``, else from the model's name:
    ``underdraft/SKILL`` or ``underdraft/SKILL@PROJECT``. A model of another name is asked with the skill
    ``chat``.
    """
    if not isinstance(body, dict):
        raise InvalidArgument("body: expected an object")
    for text in _texts(body):
        check_storable("body", text)
    named = _text(body, "model") or OWN
    skill, project, model = _places(named)
    metadata = body.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise InvalidArgument("metadata: expected an object")

    def said(key: str) -> str | None:
        return _text(metadata, key) or headers.get(f"x-underdraft-{key}") or None

    if _part(body, "response_format").get("type", "text") != "text":
        raise InvalidArgument("response_format: only text can be asked for")
    messages = _messages(body.get("messages"))
    system, earlier, message, exchange = _sort(messages)
    return ChatRequest(
        skill=said("skill") or skill,
        project=said("project") or project,
        session=said("session"),
        named=named,
        model=_text(metadata, "model") or model,
        system=system,
        earlier=earlier,
        message=message,
        given=_given(body, exchange),
        candidates=_whole(body, ("n",), 8) or 1,
        stream=body.get("stream") is True,
        with_usage=_part(body, "stream_options").get("include_usage") is True,
    )


def _texts(value: Any) -> Iterator[str]:
    """Every text in a body, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from _texts(part)


def _places(named: str) -> tuple[str, str | None, str | None]:
    """Skill, project and model of a model's name."""
    own, slash, rest = named.partition("/")
    if own != OWN:
        return CHAT_SKILL, None, named
    skill, _, project = rest.partition("@")
    return (skill or CHAT_SKILL) if slash else CHAT_SKILL, project or None, None


def _text(of: Mapping[str, Any], key: str) -> str:
    found = of.get(key) or ""
    if not isinstance(found, str):
        raise InvalidArgument(f"{key}: expected a text")
    return found


def _part(of: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = of.get(key) or {}
    if not isinstance(found, dict):
        raise InvalidArgument(f"{key}: expected an object")
    return found


def _whole(of: Mapping[str, Any], keys: Sequence[str], most: int | None = None) -> int | None:
    """The whole number at the first of some keys that is there."""
    for key in keys:
        if (found := of.get(key)) is not None:
            check_whole(key, found, 1, most)
            return int(found)
    return None


def _messages(given: Any) -> list[dict[str, Any]]:
    if not isinstance(given, list) or not given or not all(isinstance(one, dict) for one in given):
        raise InvalidArgument("messages: expected a list of at least one object")
    return [{**one, "content": _content(one.get("content"))} for one in given]


def _content(given: Any) -> str:
    """A message's text; several parts are joined."""
    if given is None:
        return ""
    if isinstance(given, str):
        return given
    if not isinstance(given, list):
        raise InvalidArgument("messages: content: expected a text or a list of parts")
    parts = [part.get("text") if isinstance(part, dict) else None for part in given]
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) < len(parts):
        raise InvalidArgument("messages: content: expected a text or parts with texts; nothing else is taken")
    return "\n".join(texts)


def _sort(
    messages: Sequence[Mapping[str, Any]],
) -> tuple[str, tuple[TalkTurn, ...], str, tuple[Mapping[str, object], ...]]:
    """Instructions, earlier turns, the writer's message, and what came after it; no other roles than those of chats."""
    roles = [message.get("role") for message in messages]
    if unknown := set(map(str, roles)) - {"system", "developer", "user", "assistant", "tool"}:
        raise InvalidArgument(f"messages: role: {min(unknown)[:40]}: not known")
    if "user" not in roles:
        raise InvalidArgument("messages: none of them is the user's")
    last = len(roles) - 1 - roles[::-1].index("user")
    system = "\n\n".join(
        m["content"] for m in messages if m["role"] in {"system", "developer"} and m["content"]
    )
    exchange = tuple(m for m in messages[last + 1 :] if m["role"] in {"assistant", "tool"})
    return system, tuple(_turns(messages[:last])), messages[last]["content"], exchange


def _turns(messages: Sequence[Mapping[str, Any]]) -> list[TalkTurn]:
    """Pairs of what the user said and the reply; what was said in a row is one message."""
    pairs: list[list[list[str]]] = []
    for message in messages:
        if message["role"] == "user" and (not pairs or pairs[-1][1]):
            pairs.append([[], []])
        if message["role"] in {"user", "assistant"} and message["content"] and pairs:
            pairs[-1][message["role"] == "assistant"].append(message["content"])
    return [TalkTurn("\n\n".join(user), "\n\n".join(reply)) for user, reply in pairs if user and reply]


def _given(body: Mapping[str, Any], exchange: tuple[Mapping[str, object], ...]) -> ModelInput:
    choice = body.get("tool_choice") or "auto"
    if choice not in TOOL_CHOICES:
        raise InvalidArgument("tool_choice: expected auto, none or required")
    tools = body.get("tools") or []
    if not isinstance(tools, list):
        raise InvalidArgument("tools: expected a list of functions")
    return ModelInput(
        tools=tuple(map(_tool, tools)),
        tool_choice=choice,
        exchange=exchange,
        options={key: str(body[key]) for key in OPTIONS if _is_plain(body.get(key))},
        max_output_tokens=_whole(body, ("max_completion_tokens", "max_tokens")),
    )


def _is_plain(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str | int) and not isinstance(value, bool)


def _tool(given: Any) -> ToolSpec:
    function = given.get("function") if isinstance(given, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise InvalidArgument("tools: expected functions with a name")
    return ToolSpec(
        name=function["name"],
        description=_text(function, "description"),
        parameters=_part(function, "parameters") or {"type": "object", "properties": {}},
        run=None,
    )
