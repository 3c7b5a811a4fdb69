"""A chat completion request, as clients of OpenAI's interface send it, read into values."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import attrs

from underdraft.errors import InvalidArgument
from underdraft.text.clean import sha256
from underdraft.types.checks import check_storable, check_whole
from underdraft.types.model_call import TOOL_CHOICES, ModelInput, NamedTool, ToolChoice, ToolSpec
from underdraft.types.prompt import Message
from underdraft.types.values import frozen

OWN = "underdraft"
"""A model of this name, alone or before a skill's name, is the workspace's own."""

CHAT_SKILL = "chat"
"""The skill of a request that names none."""

OPTIONS = (
    "frequency_penalty", "parallel_tool_calls", "presence_penalty", "reasoning_effort", "seed", "stop", "temperature",
    "top_p",
)  # fmt: skip
"""Settings of a request that go on to the model."""

REFUSED = (
    "audio", "function_call", "functions", "logit_bias", "logprobs", "modalities", "prediction", "top_logprobs",
    "web_search_options",
)  # fmt: skip
"""Settings that would change the reply and cannot be passed on; ``false``, ``null`` and an empty value ask for nothing."""

KEYS = ("tool_calls", "tool_call_id", "name", "images")
"""Further keys of a message that belong to what was said."""

BEHIND = 10**9
"""A place behind any text."""


@frozen
class TalkTurn:
    """One earlier turn as a session keeps it: what was said, without what tools did in between."""

    user: str
    assistant: str


@frozen(kw_only=True)
class ChatRequest:
    """A client's chat request, read and checked."""

    skill: str
    project: Annotated[str | None, "A project's id, where the model's name or the metadata give one."]
    session: Annotated[str | None, "A session's id, where the metadata give one."]
    named: Annotated[str, "The model, as the client names it."]
    model: Annotated[str | None, "The model that is asked; `None` is the workspace's own."]
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

    if refused := [key for key in REFUSED if body.get(key) and body[key] != ["text"]]:
        raise InvalidArgument(f"{refused[0]}: cannot be passed on to a model here")
    images: dict[str, str] = {}
    system, talk, message, exchange = _sort(_messages(body.get("messages"), images))
    candidates = _whole(body, ("n",), 8) or 1
    if candidates > 1 and body.get("tools"):
        raise InvalidArgument("n: more than one reply cannot be passed on together with tools")
    given = _given(body, exchange, system=system, talk=talk)
    return ChatRequest(
        skill=said("skill") or skill,
        project=said("project") or project,
        session=said("session"),
        named=named,
        model=_text(metadata, "model") or model,
        earlier=tuple(_turns(talk)),
        message=_said(message),
        given=attrs.evolve(given, images=images, attached=_as_said(message, last=True).extra),
        candidates=candidates,
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


def _messages(given: Any, images: dict[str, str]) -> list[dict[str, Any]]:
    if not isinstance(given, list) or not given or not all(isinstance(one, dict) for one in given):
        raise InvalidArgument("messages: expected a list of at least one object")
    return [{**one, **_content(one.get("content"), one.get("role"), images)} for one in given]


def _content(given: Any, role: Any, images: dict[str, str]) -> dict[str, Any]:
    """A message's text, several parts joined, and its images, each with its place; ``images`` gets what they are."""
    if given is None or isinstance(given, str):
        return {"content": given or "", "images": []}
    if not isinstance(given, list):
        raise InvalidArgument("messages: content: expected a text or a list of parts")
    texts: list[str] = []
    found: list[tuple[int, Mapping[str, Any]]] = []
    for part in given:
        kind = part.get("type") if isinstance(part, dict) else None
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif kind == "image_url" and role == "user":
            found.append((len("\n".join(texts)), _image(_part(part, kind), images)))
        else:
            wrong = f"messages: content: {str(kind or 'a part without a type')[:40]}: cannot be passed on"
            raise InvalidArgument(f"{wrong}; texts can, and images in the user's messages")
    return {"content": "\n".join(texts), "images": found}


def _image(given: Mapping[str, Any], images: dict[str, str]) -> Mapping[str, Any]:
    """An image's part with a name in place of the image, so that no record holds it."""
    if not (url := _text(given, "url")).startswith(("https://", "data:image/")):
        raise InvalidArgument(
            "messages: content: image_url: expected an https address or a data URL of an image"
        )
    name = f"image:{sha256(url)}"
    images[name] = url
    detail = {"detail": _text(given, "detail")} if given.get("detail") else {}
    return {"type": "image_url", "image_url": {"url": name, **detail}}


def _said(message: Mapping[str, Any]) -> str:
    """A message's text, or a word for one that is only an image."""
    return message["content"] or ("[image]" if message["images"] else "")


def _sort(
    messages: Sequence[Mapping[str, Any]],
) -> tuple[str, list[Mapping[str, Any]], Mapping[str, Any], tuple[Mapping[str, object], ...]]:
    """Instructions, the talk before, the writer's message, and what came after it; no other roles than those of chats."""
    roles = [message.get("role") for message in messages]
    if unknown := set(map(str, roles)) - {"system", "developer", "user", "assistant", "tool"}:
        raise InvalidArgument(f"messages: role: {min(unknown)[:40]}: not known")
    if "user" not in roles:
        raise InvalidArgument("messages: none of them is the user's")
    last = len(roles) - 1 - roles[::-1].index("user")
    system = "\n\n".join(
        m["content"] for m in messages if m["role"] in {"system", "developer"} and m["content"]
    )
    talk, after = (
        [m for m in part if m["role"] not in {"system", "developer"}]
        for part in (messages[:last], messages[last + 1 :])
    )
    exchange = ({key: m[key] for key in m if key != "images"} for m in after)
    return system, talk, messages[last], tuple(exchange)


def _as_said(message: Mapping[str, Any], *, last: bool = False) -> Message:
    """One message of the client's transcript with all that it holds; the last one's images stand behind the task."""
    more = {key: message[key] for key in KEYS if message.get(key)}
    if last and message["images"]:
        more["images"] = [(BEHIND, image) for _, image in message["images"]]
    extra = json.dumps(more, ensure_ascii=False, sort_keys=True) if more else ""
    return Message(role=message["role"], content=message["content"], extra=extra)


def _turns(messages: Sequence[Mapping[str, Any]]) -> list[TalkTurn]:
    """Pairs of what the user said and the reply; what was said in a row is one message."""
    pairs: list[list[list[str]]] = []
    for message in messages:
        if message["role"] == "user" and (not pairs or pairs[-1][1]):
            pairs.append([[], []])
        if message["role"] in {"user", "assistant"} and _said(message) and pairs:
            pairs[-1][message["role"] == "assistant"].append(_said(message))
    return [TalkTurn("\n\n".join(user), "\n\n".join(reply)) for user, reply in pairs if user and reply]


def _given(
    body: Mapping[str, Any],
    exchange: tuple[Mapping[str, object], ...],
    *,
    system: str,
    talk: Sequence[Mapping[str, Any]],
) -> ModelInput:
    form, schema = _reply_form(body)
    tools = body.get("tools") or []
    if not isinstance(tools, list):
        raise InvalidArgument("tools: expected a list of functions")
    return ModelInput(
        tools=tuple(map(_tool, tools)),
        tool_choice=_tool_choice(body, tools),
        exchange=exchange,
        instructions=system,
        transcript=tuple(map(_as_said, talk)) or None,
        reply_schema=schema,
        reply_json=form == "json_object",
        options={key: _option(key, body[key]) for key in OPTIONS if body.get(key) is not None},
        max_output_tokens=_whole(body, ("max_completion_tokens", "max_tokens")),
    )


def _tool_choice(body: Mapping[str, Any], tools: Sequence[Any]) -> ToolChoice:
    """``auto``, ``none``, ``required``, or the name of a function that is among the tools."""
    choice = body.get("tool_choice") or "auto"
    if isinstance(choice, dict):
        choice = _text(_part(choice, "function"), "name")
        if choice in {_tool(tool).name for tool in tools}:
            return NamedTool(choice)
        raise InvalidArgument("tool_choice: no tool of this name is given")
    for known in TOOL_CHOICES:
        if choice == known:
            return known
    raise InvalidArgument("tool_choice: expected auto, none, required or a function")


def _reply_form(body: Mapping[str, Any]) -> tuple[str, Mapping[str, object] | None]:
    """The form of the reply that is asked for, with its schema."""
    asked = _part(body, "response_format")
    form = asked.get("type", "text")
    if form not in ("text", "json_object", "json_schema"):
        raise InvalidArgument("response_format: type: expected text, json_object or json_schema")
    schema = _part(_part(asked, "json_schema"), "schema") if form == "json_schema" else None
    if schema is not None and not schema:
        raise InvalidArgument("response_format: json_schema: schema: expected an object")
    return form, schema


def _option(key: str, value: Any) -> str:
    """A setting as the model gets it: its JSON text, or the text itself."""
    finite = not isinstance(value, float) or math.isfinite(value)
    listed = isinstance(value, list) and all(isinstance(one, str) for one in value)
    if not finite or not (isinstance(value, str | int | float) or (key == "stop" and listed)):
        raise InvalidArgument(f"{key}: expected a plain value")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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
