"""Which parts of a message are the speaker's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.text.material import own_parts, own_words, unquoted

STORY = "我从小不吃糖，嫌它黏牙。他说那就吃盐。我就真吃了一口盐，咸得眼泪都下来了。那年冬天没有下雪，井沿上倒结了一圈冰，我每天早上拿鞋底去敲。"
TALE = (
    "I never learned to whistle. My brother whistled for both of us, all day, out of the barn. "
    "I hated it then, and said so to the hens. When he was gone I hated the quiet more."
)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("我喜欢短句", "我喜欢短句"),
        (
            "我说\n\n> 他说\n```\ncode\n```\n| a |\n# 标题\n- 偏好（来源：手动添加）\nref:a.md\n  好\n",
            "我说\n好",
        ),
        ("````\n```\nx\n````\ny", "y"),
        ("---\n存稿\n---\n我的", "我的"),
        (f"润色一下：{STORY}", "润色一下："),
        (f"帮我看看这段：\n{STORY}", "帮我看看这段："),
        (f"{STORY}\n\n这段当开头够不够抓人？", "这段当开头够不够抓人？"),
        (f"Polish this: {TALE}", "Polish this:"),
        (f"{TALE}\n\nCould you carry on from there?", "Could you carry on from there?"),
        (f"{STORY}{STORY}", ""),
        ("续写：\n师兄：下雨了。\n师妹：早就下了。\n师兄：那就坐。", "续写："),
        ("“你爱吃甜的还是咸的？”她问。\n“咸的。”\n替我听听这段", "替我听听这段"),
        ("主角叫“林远”", "主角叫“林远”"),
        ("两件事：\n- 老周只抽旱烟\n- 全书不用梦", "两件事：\n- 老周只抽旱烟\n- 全书不用梦"),
        (
            "The book ends in 1911. Could you fix the Archdeacon's line?",
            "The book ends in 1911. Could you fix the Archdeacon's line?",
        ),
    ],
)
def test_material_is_left_out(said, left):
    """Marks, a colon that introduces, a passage that talks to nobody, speech and scripts; statements stay."""
    assert own_words(said) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("他说“我喜欢吃鱼，非常喜欢。”就走了", "他说 就走了"),
        ("“没有关上的引号，我喜欢短句", " "),
        ("主角叫“林远”", "主角叫“林远”"),
    ],
)
def test_speech_is_no_evidence(text, left):
    """A quotation with a stop is somebody else's words; a quoted name is not."""
    assert unquoted(text) == left


@given(st.text(max_size=120))
def test_any_text_can_be_read(text):
    """Whatever is typed, the parts are in order, inside the text and not empty."""
    end = 0
    for start, stop in own_parts(text):
        assert end <= start < stop <= len(text)
        assert text[start:stop].strip()
        end = stop


def test_a_long_text_is_read_quickly():
    """A pasted book takes no longer than a reader would notice."""
    import time

    begin = time.process_time()
    own_parts(("“" + "很长的话" * 20_000 + "：\n") * 2 + "word. " * 20_000 + "'a" * 5_000)
    assert time.process_time() - begin < 2
