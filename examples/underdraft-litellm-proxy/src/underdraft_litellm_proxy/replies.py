"""Replies through the proxy, whole or in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from underdraft import ModelError, Reply, ToolCall
from underdraft.types.model_call import finish_of, storable_reply
from underdraft_plugins.models.litellm_reply import Received, usage_of, whole_reply

MAX_CANDIDATES = 8
"""Most replies of one run; a request for more is not assembled."""

BROKEN = "the connection to the provider broke before the reply was finished"


def reply_of(response: Any) -> Reply:
    """The reply in an answer that was not streamed."""
    calls = response.choices[0].message.tool_calls or () if response.choices else ()
    reply = attrs.evolve(
        whole_reply(response, MAX_CANDIDATES),
        tool_calls=tuple(
            ToolCall(id=call.id, name=call.function.name or "", arguments=call.function.arguments or "")
            for call in calls
        ),
    )
    return storable_reply(reply)


def reply_in(chunks: Sequence[Any]) -> Reply:
    """The reply in the pieces of a stream; one that broke off is a ``ModelError``."""
    by_index: dict[int, Received] = {}
    usage = None
    for chunk in chunks:
        usage = getattr(chunk, "usage", None) or usage
        for choice in chunk.choices[:1]:
            by_index.setdefault(choice.index, Received()).take(chunk)
    parts = [by_index[index] for index in sorted(by_index)]
    if not parts or not all(part.finish for part in parts):
        raise ModelError(BROKEN)
    reply = Reply(
        texts=tuple("".join(part.written) for part in parts),
        usage=usage_of(usage),
        finish_reason=finish_of(*(part.finish for part in parts)),
        tool_calls=tuple(ToolCall(**call) for call in parts[0].tools.values()),
    )
    return storable_reply(reply)
