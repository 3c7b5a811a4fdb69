"""What a person says outright."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft_plugins.explicit import explicit_statements


@pytest.mark.parametrize(
    ("said", "kind", "content", "about"),
    [
        ("记住：主角叫林远，是个守灯人。", "fact", "主角叫林远，是个守灯人", "story.protagonist.name"),
        ("请记住，灯塔一共有九层", "fact", "灯塔一共有九层", ""),
        ("我叫阿宁。", "fact", "我叫阿宁", "user.name"),
        ("我的笔名是北角", "fact", "我的笔名是北角", "user.pen_name"),
        ("女主改名叫“沈砚”。", "fact", "女主改名叫“沈砚”", "story.female_lead.name"),
        ("故事发生在民国二十年的灯港。", "fact", "故事发生在民国二十年的灯港", "story.setting"),
        ("我住在青岛", "fact", "我住在青岛", "user.home"),
        ("My name is Wren Halloway.", "fact", "My name is Wren Halloway", "user.name"),
        (
            "The protagonist is called Mara Voss.",
            "fact",
            "The protagonist is called Mara Voss",
            "story.protagonist.name",
        ),
        ("Remember that the light went out in 1931.", "fact", "the light went out in 1931", ""),
        ("我喜欢短句", "preference", "我喜欢短句", "短句"),
        ("以后都用第一人称写。", "preference", "以后都用第一人称写", "用第一人称写"),
        ("I prefer short sentences.", "preference", "I prefer short sentences", "short sentences"),
        (
            "Always use British spelling.",
            "preference",
            "Always use British spelling",
            "Always use British spelling",
        ),
    ],
)
def test_outright_statements_are_found(said, kind, content, about):
    """Names, facts and preferences in both languages, with what they are about."""
    [found] = explicit_statements(said)
    assert (found.kind, found.content, found.about) == (kind, content, about)
    assert found.evidence in said


@pytest.mark.parametrize(
    "said",
    [
        "你好", "谢谢！", "把第二段改短一点", "主角叫什么？", "你还记得主角叫什么吗", "如果主角叫林远呢",
        "主角叫道：“住手！”", "我叫他起来。", "我喜欢这一句", "我喜欢你刚才那个版本", "“我喜欢鱼。”她说。",
        "> 我喜欢短句", "你说过我喜欢短句", "他说我叫阿宁", "以后的事再说", "记住了", "remember to add a line",
        "I like this version", "Do you remember my name?", "She said my name is Wren", "Suppose the hero is called Bo",
        "- 偏好短句（来源：手动添加）", "", "。。。",
    ],
)  # fmt: skip
def test_everything_else_gives_nothing(said):
    """Greetings, tasks, questions, suppositions, remarks on the text at hand, quotations, recitals."""
    assert explicit_statements(said) == []


@given(st.text(max_size=200))
def test_any_text_can_be_read(text):
    """Nothing that can be typed breaks the extractor, and its evidence is always in the text."""
    for found in explicit_statements(text):
        assert found.evidence in text


def test_a_long_text_is_read_quickly():
    """A pasted chapter takes no longer than a reader would notice."""
    import time

    begin = time.perf_counter()
    explicit_statements("我喜欢" + "很长的话" * 20_000 + "。" + "我叫" * 20_000)
    assert time.perf_counter() - begin < 2
