"""The self-echo firewall as pure functions."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft import CandidateMemory, Turn
from underdraft.memory.sessions.echo_guard import is_echo, overlap, refusal, tokens_of

texts = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60)


def turn(user, *injected, assistant="好的。"):
    """A turn in whose prompt the injected texts stood."""
    return Turn(session_id="s", project_id="p", user=user, assistant=assistant, injected_texts=injected)


FAMILY = "- The Harrow family of Dunmore Lane in Galway has two sons and a daughter"
LEARNED = "- 动作场景：偏好短句，节奏紧凑（来源：自动学习）"


@pytest.mark.parametrize(
    ("said", "sources", "echo"),
    [
        ("the Harrow family of Dunmore Lane in Galway has two sons and a daughter", [FAMILY], True),
        ("The Harrow family of Dunmore Lane in Galway has three sons and a daughter", [FAMILY], False),
        ("The Harrow family of Dunmore Lane in Derry has two sons and a daughter", [FAMILY], False),
        ("动作场景偏好短句，节奏紧凑！", [LEARNED], True),
        ("动作场景：偏好短句，节奏很紧凑", [LEARNED], True),
        ("我喜欢慢一点的开头", [LEARNED], False),
        ("我喜欢长句", ["我不喜欢长句"], False),
        ("I like long sentences", ["I do not like long sentences"], False),
        ("我喜欢短的句子和白描的写法", ["- 我不喜欢短的句子和白描的写法"], False),
        ("我不喜欢短的句子和白描的写法", ["规则", "- 我喜欢短的句子和白描的写法"], False),
        ("我不喜欢短的句子和白描的写法", ["- 我不喜欢短的句子和白描的写法（来源：手动添加）"], True),
    ],
)
def test_what_memory_said_is_an_echo(said, sources, echo):
    """In other marks or with a word more, too; not with another number or name, and not the opposite."""
    assert is_echo(said, sources) is echo


def test_what_is_named_as_replaced_is_no_source():
    """A correction that quotes the known statement is let through."""
    said, known = "灯塔有九层这句不算数了，灯塔有九层是错的", "灯塔有九层这句不算数了，灯塔有九层"
    candidate = CandidateMemory(content=said, evidence=said)
    assert refusal(candidate, turn(said, f"- {known}")) == "echo"
    assert refusal(attrs.evolve(candidate, replaces=known), turn(said, f"- {known}")) is None


def test_what_is_replaced_by_the_same_words_is_an_echo():
    """A word that says nothing makes no correction."""
    said = "灯塔守人老薛夜里很爱喝黄酒，白天睡在灯室里"
    known = said.replace("很", "")
    candidate = CandidateMemory(content=said, evidence=said, replaces=known)
    assert refusal(candidate, turn(said, f"- {known}")) == "echo"
    assert refusal(attrs.evolve(candidate, replaces="灯塔守人老薛爱喝茶"), turn(said)) is None


@given(texts, texts, texts)
def test_a_text_inside_another_is_always_an_echo(before, text, after):
    """Whatever stands around it."""
    if tokens_of(text):
        assert overlap(text, f"{before} {text} {after}") == 1


@pytest.mark.parametrize(
    ("candidate", "given", "reason"),
    [
        (CandidateMemory(content="主角叫林远", evidence="主角叫林远"), turn("主角叫林远"), None),
        (
            CandidateMemory(content="主角叫林远", evidence="主角叫林远"),
            turn("主角叫林远", "- 主角叫林远"),
            "echo",
        ),
        (
            CandidateMemory(content="林远是主角", evidence="主角叫林远"),
            turn("主角叫林远", "主角叫林远"),
            "echo",
        ),
        (CandidateMemory(content="灯塔有九层"), turn("灯塔？", assistant="灯塔有九层"), "not_said"),
        (
            CandidateMemory(content="灯塔有九层", evidence="灯塔有九层"),
            turn("“灯塔有九层，你信么”"),
            "not_said",
        ),
        (CandidateMemory(content="灯塔有九层", evidence="灯塔有十层"), turn("灯塔有九层"), "not_said"),
        (CandidateMemory(content="  "), turn("灯塔"), "blank"),
    ],
)
def test_the_firewall_says_why(candidate, given, reason):
    """Said by the writer and new: let through; else the reason."""
    assert refusal(candidate, given) == reason
