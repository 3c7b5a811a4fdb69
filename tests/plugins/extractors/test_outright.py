"""What a person says outright."""

from __future__ import annotations

import pytest

from underdraft_plugins.extractors.outright import outright


@pytest.mark.parametrize(
    ("said", "content", "about"),
    [
        ("记住：主角叫林远。", "主角叫林远", "story.主角.name"),
        ("记住：主角叫林远，是个守灯人。", "主角叫林远，是个守灯人", ""),
        ("请记住，灯塔一共有九层", "灯塔一共有九层", ""),
        ("我叫阿宁。", "我叫阿宁", "user.name"),
        ("女主改名叫“沈砚”。", "女主改名叫“沈砚”", "story.女主.name"),
        ("我喜欢短句，但我讨厌感叹号。", "我喜欢短句，但我讨厌感叹号", "短句，但我讨厌感叹号"),
        ("I prefer short sentences.", "I prefer short sentences", "short sentences"),
        ("My name is Wren Halloway.", "My name is Wren Halloway", "user.name"),
        ("Remember that the light went out in 1931.", "the light went out in 1931", ""),
    ],
)
def test_orders_and_names_are_found(said, content, about):
    """Orders to remember, names and likes in both languages, with what they are of."""
    found = outright(said)
    assert found is not None
    assert (found.content, found.about) == (content, about)
    assert found.evidence in said


@pytest.mark.parametrize(
    "said",
    ["你还记得主角叫什么吗", "如果主角叫林远呢", "主角叫道：“住手！”", "他说我叫阿宁", "记住了", "remember to add a line", "我喜欢这一句", "I like this version", "她说。", ""],
)  # fmt: skip
def test_everything_else_gives_nothing(said):
    """Questions, suppositions, reported speech."""
    assert outright(said) is None


def test_a_like_counts_by_itself():
    """Among other sentences it is as often a line of the book."""
    assert outright("I like rain.", alone=False) is None
