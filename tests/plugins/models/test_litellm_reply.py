"""Pieces of a stream and whole responses become one reply."""

from __future__ import annotations

from types import SimpleNamespace as Plain

import attrs
import pytest

from underdraft import ModelError, Usage
from underdraft_plugins.models.litellm_loading import load_litellm
from underdraft_plugins.models.litellm_reply import Received, usage_of, whole_reply


def piece(content=None, finish=None, **more):
    """One piece of a stream."""
    delta = Plain(content=content, tool_calls=more.pop("tool_calls", None), **more)
    return Plain(choices=[Plain(delta=delta, finish_reason=finish)], usage=None, model="m")


def ended(finish="stop"):
    """A stream that the provider ended with this reason."""
    return Plain(received_finish_reason=finish, intermittent_finish_reason=None)


def call(index, **fields):
    """A part of a tool call."""
    return Plain(
        index=index,
        id=fields.get("id"),
        function=Plain(name=fields.get("name"), arguments=fields.get("arguments")),
    )


def test_text_and_thinking():
    """Text and thinking are collected apart; the white space between them belongs to neither."""
    received = Received()
    pieces = [
        piece(reasoning_content="想"),
        piece("\n\n"),
        piece("灯"),
        piece("\n笼"),
        piece(finish="length"),
    ]
    assert [received.take(p) for p in pieces] == ["", "", "灯", "\n笼", ""]
    reply = received.reply(ended("length"))
    assert (reply.texts, reply.thinking, reply.finish_reason) == (("灯\n笼",), "想", "length")


def test_tool_calls_come_in_parts():
    """Each part goes to the call of its index."""
    received = Received()
    for part in (
        call(0, id="a", name="x"),
        call(1, id="b", name="y", arguments="{}"),
        call(0, arguments="{1"),
    ):
        received.take(piece(tool_calls=[part]))
    received.take(piece(finish="tool_calls"))
    calls = received.reply(ended()).tool_calls
    assert [(c.id, c.name, c.arguments) for c in calls] == [("a", "x", "{1"), ("b", "y", "{}")]


@pytest.mark.parametrize("stream", [ended(None), ended("error"), ended("network_error")])
def test_a_stream_that_broke(stream):
    """Without a finish reason of the provider's, or with one that is an error, there is no reply."""
    received = Received()
    received.take(piece("灯", finish="stop"))
    with pytest.raises(ModelError, match="broke"):
        received.reply(stream)


def test_a_response_without_candidates():
    """A response with nothing in it is an error."""
    with pytest.raises(ModelError, match="broke"):
        whole_reply(Plain(choices=[], model="m"), 2)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({}, Usage()),
        (
            {"prompt_tokens_details": {"cached_tokens": 8, "cache_write_tokens": 1}},
            Usage(cached_tokens=8, cache_write_tokens=1),
        ),
        (
            {"cache_read_input_tokens": 4, "cache_creation_input_tokens": 5},
            Usage(cached_tokens=4, cache_write_tokens=5),
        ),
        ({"prompt_cache_hit_tokens": 6}, Usage(cached_tokens=6)),
    ],
    ids=["none", "openai", "anthropic", "deepseek"],
)
def test_usage(said, found):
    """Each provider's words for what it read from its cache, and what it wrote there."""
    usage = load_litellm().Usage(prompt_tokens=10, completion_tokens=2, **said)
    assert usage_of(usage) == attrs.evolve(found, prompt_tokens=10, completion_tokens=2)
    assert usage_of(None) == Usage()
