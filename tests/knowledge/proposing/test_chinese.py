"""Names of people in Chinese text."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import story_text
from underdraft.knowledge.proposing.chinese import chinese_people
from underdraft.knowledge.proposing.chinese_text import ChineseText


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("贺云山走了。贺云山没有回头。", {"贺云山"}),
        ("“来了。”欧阳锦说。欧阳锦笑了笑。", {"欧阳锦"}),
        ("苏映说好。苏映把门关上。苏映不说话。", {"苏映"}),
        ("王掌柜站起来。“坐。”王掌柜说。", {"王掌柜"}),
        ("阿蓼跑过来。阿蓼没有说话。", {"阿蓼"}),
        ("安娜·柯林走进来。柯林说：“好。”柯林坐下。", {"安娜·柯林", "柯林"}),
        ("高兴的时候，高兴就好。马上就走，马上就来。黄昏时分，黄昏很静。", set()),
        ("那孩子说，孩子说。老人笑了，老人走了。", set()),
    ],
)
def test_surnames_titles_and_verbs(text, expected):
    """Full names, surnames with a title, nicknames and foreign names; common words and people without a name are none."""
    assert set(chinese_people(ChineseText.of(story_text(text).text))) == expected
