"""The simulated caches of providers, each by what its provider says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft import Message, Usage
from underdraft.cache.provider_rules import _file, rules_for, seconds_of
from underdraft.cache.simulator import (
    CacheSimulator,
    SentRequest,
    TextRuler,
    reconcile,
)
from underdraft.types.model_call import CachePlan

RULER = TextRuler(len)
FAMILIES = [family["name"] for family in _file()["family"]]


def request(system, *turns, at=0.0, marks=(), reply="", last_turn=False, last=False, ttl=None):
    """A request; its turns are the user's and the model's in turn, one code point is one token."""
    roles = ("user", "assistant")
    said = (Message(role=roles[n % 2], content=text) for n, text in enumerate(turns))
    plan = CachePlan(breakpoints=tuple(marks), last_turn=last_turn, last_message=last, ttl=ttl)
    return SentRequest(
        messages=(Message(role="system", content=system), *said), plan=plan, at=at, reply=reply
    )


def read(model, *requests, family=None):
    """Cached tokens of each request."""
    simulator = CacheSimulator(rules_for(model, family), RULER)
    return [simulator.send(sent).cached_tokens for sent in requests]


LONG = "规" * 2000


@pytest.mark.parametrize(
    ("model", "requests", "cached"),
    [
        # OpenAI: from 1,024 tokens on, in steps of 128; forgotten after ten minutes, kept alive by being read.
        ("gpt-4.1", [request(LONG, "一"), request(LONG, "二")], [0, 1920]),
        ("gpt-4.1", [request(LONG[:1000], "一"), request(LONG[:1000], "二")], [0, 0]),
        ("gpt-4.1", [request(LONG, "一"), request(LONG, "二", at=601)], [0, 0]),
        (
            "gpt-4.1",
            [request(LONG, "一"), request(LONG, "二", at=500), request(LONG, "三", at=1000)],
            [0, 1920, 1920],
        ),
        # From GPT-5.6 on only where a mark stood; the end of a request is one.
        (
            "gpt-5.6",
            [request(LONG + "甲", "一", marks=[2000]), request(LONG + "乙", "二", marks=[2000])],
            [0, 2000],
        ),
        ("gpt-5.6", [request(LONG + "甲", "一"), request(LONG + "乙", "二")], [0, 0]),
        ("gpt-5.6", [request(LONG, "一", "二"), request(LONG, "一", "二", "三")], [0, 2002]),
        # Claude: at a mark, or up to 20 blocks before one; five minutes, or an hour.
        (
            "claude-sonnet-4-5",
            [
                request(LONG + "甲" * 9, "一", marks=[2000, 2009]),
                request(LONG + "甲" * 9, "二", marks=[2000, 2009]),
            ],
            [0, 2009],
        ),
        (
            "claude-sonnet-4-5",
            [
                request(LONG + "甲" * 9, "一", marks=[2000, 2009]),
                request(LONG + "乙" * 9, "二", marks=[2000, 2009]),
            ],
            [0, 2000],
        ),
        ("claude-sonnet-4-5", [request(LONG, "一"), request(LONG, "二")], [0, 0]),
        (
            "claude-sonnet-4-5",
            [request(LONG, "一", marks=[2000]), request(LONG, "二", marks=[2000], at=301)],
            [0, 0],
        ),
        (
            "claude-sonnet-4-5",
            [
                request(LONG, "一", marks=[2000], ttl="1h"),
                request(LONG, "二", marks=[2000], ttl="1h", at=3600),
            ],
            [0, 2000],
        ),
        ("claude-haiku-4-5", [request(LONG, "一", marks=[2000]), request(LONG, "二", marks=[2000])], [0, 0]),
        (
            "claude-sonnet-4-5",
            [
                request(LONG, "一", "二", "三", marks=[2000], last_turn=True),
                request(LONG, "一", "二", *"三四" * 9, "五", marks=[2000], last_turn=True),
                request(LONG, "一", "二", *"三四" * 21, "五", marks=[2000], last_turn=True),
            ],
            [0, 2002, 2000],
        ),
        # The end of the new message, marked, is where the next request begins to differ.
        (
            "claude-sonnet-4-5",
            [
                request(LONG, "一" * 50, marks=[2000], last=True),
                request(LONG, "一" * 50, "二", "三", marks=[2000], last_turn=True, last=True),
            ],
            [0, 2050],
        ),
        # DeepSeek: A+B, then A+C misses; the third with A hits it.
        ("deepseek-chat", [request(LONG, "一"), request(LONG, "二"), request(LONG, "三")], [0, 0, 2000]),
        ("deepseek-chat", [request(LONG, "一", reply="好"), request(LONG, "一", "好", "二")], [0, 2002]),
        # vLLM: whole blocks of 16, never the last token; llama.cpp: earlier requests too, to the token; Ollama: the last alone.
        ("vllm/x", [request("规" * 40, "一"), request("规" * 40, "二")], [0, 32]),
        ("vllm/x", [request("规" * 47, "一"), request("规" * 47, "一")], [0, 32]),
        ("llamafile/x", [request("规" * 40, "一"), request("规" * 40, "一")], [0, 40]),
        ("llamafile/x", [request("甲" * 40), request("乙" * 40), request("甲" * 40)], [0, 0, 39]),
        ("ollama/x", [request("甲" * 40), request("乙" * 40), request("甲" * 40)], [0, 0, 0]),
        ("llamafile/x", [request("甲", "一", reply="好的"), request("甲", "一", "好的", "二")], [0, 4]),
        ("gemini-2.5-pro", [request(LONG * 2, "一"), request(LONG * 2, "二")], [0, 4000]),
        ("gemini-2.5-pro", [request(LONG, "一"), request(LONG, "二")], [0, 0]),
        ("offline", [request(LONG, "一"), request(LONG, "一")], [0, 0]),
        ("nobody/knows", [request(LONG, "一"), request(LONG, "一")], [0, 0]),
    ],
)
def test_what_is_read(model, requests, cached):
    """Each provider gives back what its rules say, to the token."""
    assert read(model, *requests) == cached


@given(
    st.sampled_from(FAMILIES),
    st.lists(st.lists(st.text("ab", max_size=40), min_size=2, max_size=5), min_size=1, max_size=8),
    st.integers(0, 400),
)
def test_never_more_than_what_is_shared(family, sessions, pause):
    """No cache gives more than the longest beginning that an earlier request and its reply have in common."""
    rules = rules_for("x", family)
    simulator = CacheSimulator(rules, RULER)
    sent = []
    for number, (system, *turns) in enumerate(sessions):
        new = request(system * 60, *turns, at=number * pause, marks=[len(system * 60)] if system else [])
        found = simulator.send(new)
        most = max((RULER.shared(old, new, reply=True) for old in sent), default=0)
        assert 0 <= found.cached_tokens <= most
        assert found.cached_tokens + found.written_tokens <= found.tokens or not found.written_tokens
        assert found.expired_tokens >= 0
        sent.append(new)


def test_age_and_shortness_are_told():
    """What was lost for its age and what is too short to be cached are said apart."""
    simulator = CacheSimulator(rules_for("gpt-4.1"), RULER)
    simulator.send(request(LONG, "一"))
    assert simulator.send(request(LONG, "二", at=700)).expired_tokens == 1920
    simulator = CacheSimulator(rules_for("gpt-4.1"), RULER)
    simulator.send(request("短", "一"))
    assert simulator.send(request("短", "二")).too_short


@pytest.mark.parametrize(
    ("model", "usage", "expected"),
    [
        ("gpt-4.1", Usage(prompt_tokens=2001, cached_tokens=1920), (1920, 1920)),
        ("gpt-4.1", Usage(prompt_tokens=2201, cached_tokens=1920), (2048, 1920)),
        ("gpt-4.1", Usage(prompt_tokens=2001), (1920, 0)),
        ("gpt-4.1", Usage(), (1920, None)),
        ("gpt-4.1", Usage(prompt_tokens=9000, cached_tokens=4), (1920, None)),
        ("ollama/x", Usage(prompt_tokens=2001), (2000, None)),
    ],
)
def test_reconciled(model, usage, expected):
    """A prediction is put on the provider's scale, beside what it says, where it says something."""
    simulator = CacheSimulator(rules_for(model), RULER)
    simulator.send(request(LONG, "一"))
    assert reconcile(simulator.send(request(LONG, "二")), usage, simulator.rules) == expected


def test_durations():
    """Lifetimes are read as providers write them."""
    assert [seconds_of(text) for text in ("5m", "1h", "30s", "soon", None)] == [300, 3600, 30, None, None]
