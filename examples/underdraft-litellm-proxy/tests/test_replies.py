"""What came back through the proxy."""

from __future__ import annotations

import pytest

from underdraft import ModelError, Usage
from underdraft_litellm_proxy.replies import reply_in, reply_of


def piece(index=0, finish=None, usage=None, **delta):
    """One event of a stream."""
    from litellm.types.utils import Delta, ModelResponseStream, StreamingChoices

    choice = StreamingChoices(index=index, delta=Delta(**delta), finish_reason=finish)
    return ModelResponseStream(choices=[choice], **({"usage": usage} if usage else {}))


def test_candidates_and_usage_of_a_stream():
    """Pieces of several candidates may come in any order; the usage is with the last."""
    from litellm.types.utils import Usage as Counted

    reply = reply_in(
        [
            piece(1, content="乙"),
            piece(0, content="甲"),
            piece(0, content="一", finish="stop"),
            piece(1, finish="length", usage=Counted(prompt_tokens=9, completion_tokens=3, total_tokens=12)),
        ]
    )
    assert reply.texts == ("甲一", "乙")
    assert reply.usage == Usage(prompt_tokens=9, completion_tokens=3)
    assert reply.finish_reason == "length"


@pytest.mark.parametrize("chunks", [[], [{"content": "甲"}]])
def test_a_stream_without_an_end_is_no_reply(chunks):
    """Nothing says that the text is whole."""
    with pytest.raises(ModelError):
        reply_in([piece(**chunk) for chunk in chunks])


def test_calls_of_tools():
    """They are in a whole answer and in a stream the same."""
    from litellm.types.utils import ModelResponse

    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    whole = reply_of(ModelResponse(choices=[{"message": message, "finish_reason": "tool_calls"}]))
    streamed = reply_in([piece(tool_calls=[{"index": 0, **call}]), piece(finish="tool_calls")])
    assert whole.tool_calls == streamed.tool_calls
    assert [call.name for call in whole.tool_calls] == ["weather"]
