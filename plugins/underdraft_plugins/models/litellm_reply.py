"""One reply out of litellm's answer: pieces of a stream, or a whole response."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from underdraft import ModelError, Reply, ToolCall, Usage
from underdraft.types.model_call import finish_of
from underdraft_plugins.models.litellm_errors import BROKEN

_FAILED = frozenset({"error", "network_error", "insufficient_system_resource"})
"""Finish reasons of a provider that broke down while it wrote; litellm passes them on as a stop."""


@attrs.define
class Received:
    """A reply of one candidate while it streams."""

    written: list[str] = attrs.field(factory=list)
    thought: list[str] = attrs.field(factory=list)
    tools: dict[int, dict[str, str]] = attrs.field(factory=dict)
    usage: object = None
    model: str = ""
    finish: str = ""

    def take(self, chunk: Any) -> str:
        """Take in one piece of the stream; gives what it adds to the text."""
        self.usage = getattr(chunk, "usage", None) or self.usage
        self.model = getattr(chunk, "model", None) or self.model
        for choice in chunk.choices[:1]:
            self.finish = choice.finish_reason or self.finish
            self._take_tools(getattr(choice.delta, "tool_calls", None) or ())
            self.thought.append(getattr(choice.delta, "reasoning_content", None) or "")
            piece = choice.delta.content or ""
            if any(self.thought) and not any(self.written):
                piece = piece.lstrip()  # what parts the thinking from the text
            self.written.append(piece)
            return piece
        return ""

    def _take_tools(self, deltas: Sequence[Any]) -> None:
        for delta in deltas:
            tool = self.tools.setdefault(delta.index, {"id": "", "name": "", "arguments": ""})
            tool["id"] = delta.id or tool["id"]
            tool["name"] = delta.function.name or tool["name"]
            tool["arguments"] += delta.function.arguments or ""

    def reply(self, stream: object) -> Reply:
        """The whole reply, once the stream is over; one that broke off is a ``ModelError``."""
        # litellm makes up a "stop" when the stream just ends; what the provider really said is kept here.
        said = [
            getattr(stream, name, None) for name in ("received_finish_reason", "intermittent_finish_reason")
        ]
        if not self.finish or (hasattr(stream, "received_finish_reason") and not any(said)):
            raise ModelError(BROKEN)
        if any(reason in _FAILED for reason in said):
            raise ModelError(BROKEN)
        return Reply(
            texts=("".join(self.written),),
            usage=usage_of(self.usage),
            model=self.model,
            finish_reason=self.finish,
            tool_calls=tuple(ToolCall(**self.tools[index]) for index in sorted(self.tools)),
            thinking="".join(self.thought),
        )


def whole_reply(response: Any, most: int) -> Reply:
    """The reply of a request that was not streamed, with at most ``most`` candidates."""
    choices = list(response.choices)[:most]
    if not choices:
        raise ModelError(BROKEN)
    thoughts = [getattr(choice.message, "reasoning_content", None) for choice in choices]
    return Reply(
        texts=tuple(
            (choice.message.content or "").lstrip() if thought else choice.message.content or ""
            for choice, thought in zip(choices, thoughts, strict=True)
        ),
        usage=usage_of(getattr(response, "usage", None)),
        model=response.model or "",
        finish_reason=finish_of(*(choice.finish_reason or "stop" for choice in choices)),
        thinking="\n\n".join(filter(None, thoughts)),
    )


def usage_of(usage: object) -> Usage:
    """The tokens of litellm's usage, which has each provider's words for cached ones in one place."""
    details = getattr(usage, "prompt_tokens_details", None)
    places = {
        "prompt_tokens": usage,
        "completion_tokens": usage,
        "cached_tokens": details,
        "cache_creation_tokens": details,
    }
    prompt, completion, cached, written = (getattr(at, name, 0) or 0 for name, at in places.items())
    return Usage(
        prompt_tokens=prompt, completion_tokens=completion, cached_tokens=cached, cache_write_tokens=written
    )
