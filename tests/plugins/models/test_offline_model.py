"""The stand-in that answers without a network."""

from __future__ import annotations

import asyncio

import attrs
import pytest

from underdraft import Message, ModelCall, Reply, estimate
from underdraft.run.model_call import answer
from underdraft_plugins.models.offline_model import (
    DELTA_CODE_POINTS,
    SHOWN_CODE_POINTS,
    OfflineModel,
    underdraft_model,
)

USER = "## 前文\n\n```\n风停了。\n```\n\n## 选中的文字\n\n````\n灯笼```晃了晃。\n# 假标题\n````\n\n## 任务\n\n```\n润色\n```\n"


def call_for(system="# [0] 规则与约束\n只写中文。", user=USER, **changes):
    """A call as the engine would make it."""
    messages = (Message(role="system", content=system), Message(role="user", content=user))
    return ModelCall(run_id="r", model="offline", messages=messages, **changes)


def reply_to(call):
    """The deltas and the reply."""

    async def collect():
        return [event async for event in answer(call, OfflineModel())]

    events = asyncio.run(collect())
    assert isinstance(events[-1], Reply)
    return events[:-1], events[-1]


def test_says_what_it_is():
    """The first line says that it is a stand-in, in the language of the system message."""
    _, zh = reply_to(call_for())
    _, en = reply_to(call_for(system="# [0] Rules\nShort sentences."))
    assert "离线替身" in zh.texts[0].splitlines()[0]
    assert "offline stand-in" in en.texts[0].splitlines()[0]


def test_streams_in_pieces():
    """Its reply comes in many small pieces."""
    deltas, reply = reply_to(call_for())
    assert len(deltas) > 5
    assert max(len(delta.text) for delta in deltas) <= DELTA_CODE_POINTS
    assert "".join(delta.text for delta in deltas) == reply.texts[0]


def test_shows_the_selection():
    """The selection is shown word for word, whatever fences and headings it holds."""
    _, reply = reply_to(call_for())
    assert "> 灯笼```晃了晃。\n> # 假标题" in reply.texts[0]
    assert "风停了" not in reply.texts[0]


@pytest.mark.parametrize(
    ("user", "shown"),
    [
        ("## Anything\n\n```\n甲\n```\n\n## Other\n\n```\n乙\n```\n", "> 乙"),
        ("```\n  \n```\n", "没有成段的文本"),
        ("没有围栏", "没有成段的文本"),
        ("## 前文\n\n```\n" + "长" * 1_000 + "\n```\n", "> …" + "长" * SHOWN_CODE_POINTS + "\n"),
    ],
)
def test_other_prompts(user, shown):
    """Without a selection the last passage is shown, cut to its end when it is long."""
    _, reply = reply_to(call_for(user=user))
    assert shown in reply.texts[0]


def test_a_long_talk_is_summed_up():
    """One line a role, however many turns there are."""
    turns = [Message(role=role, content="四个字符") for _ in range(9) for role in ("user", "assistant")]
    call = call_for(user="最后")
    _, reply = reply_to(attrs.evolve(call, messages=(call.messages[0], *turns, call.messages[1])))
    said = [line for line in reply.texts[0].splitlines() if line.startswith("- ")]
    assert said == [
        "- system（1 条）：17 个字符",
        "- user（10 条）：38 个字符",
        "- assistant（9 条）：36 个字符",
    ]


def test_same_call_same_reply():
    """Equal calls get equal replies, and another system message another digest."""
    assert reply_to(call_for()) == reply_to(call_for())
    assert (
        reply_to(call_for(system="# 规则\n甲"))[1].texts != reply_to(call_for(system="# 规则\n乙"))[1].texts
    )


def test_candidates_differ():
    """Every candidate is there and can be told from the others."""
    _, reply = reply_to(call_for(candidates=3))
    assert len(set(reply.texts)) == 3


def test_usage_is_honest():
    """Tokens are estimated, and nothing is claimed to be cached."""
    call = call_for()
    _, reply = reply_to(call)
    assert reply.usage.prompt_tokens == sum(estimate(message.content) for message in call.messages)
    assert reply.usage.completion_tokens == estimate(reply.texts[0])
    assert (reply.usage.cached_tokens, reply.usage.cache_write_tokens) == (0, 0)


def test_only_its_own_name():
    """The plugin answers to ``offline`` and to nothing else."""
    assert isinstance(underdraft_model("offline"), OfflineModel)
    assert underdraft_model("gpt-4.1") is None
