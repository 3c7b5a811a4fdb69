"""The writings of one name, put together."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import story_text
from underdraft.knowledge.proposing.casting import cast_of
from underdraft.knowledge.proposing.chinese_places import chinese_names
from underdraft.knowledge.proposing.english import english_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mr Peter Holt came. Mrs Holt sat. Then Anne Holt said no. She sat. So Mrs Holt said. Well, Mr Holt left.",
            {"Anne Holt": {"Mrs Holt"}, "Peter Holt": {"Mr Holt", "Mr Peter Holt"}},
        ),
        (
            "Dorcas Pell sat. So Mrs Pell said. Then Sergeant Pell came. He said so. But Sergeant Pell left. Ask Mrs Pell.",
            {"Dorcas Pell": {"Mrs Pell"}, "Sergeant Pell": set()},
        ),
        (
            "贺云山走了。贺云山没有回头。“老贺！”她喊。老贺站住了。老贺没说话。云山走了，云山不说话。",
            {"贺云山": {"老贺", "云山"}},
        ),
        (
            "贺云山走了。贺云山没有回头。\n贺小满哭了。贺小满没有说话。\n贺警官站起来。贺警官没有说话。",
            {"贺云山": set(), "贺小满": {"贺警官"}},
        ),
    ],
)
def test_names_go_to_their_bearers(text, expected):
    """By first name, by a surname with a title of the same sex, by who was named last; a sergeant is not Mrs."""
    story = story_text(text)
    cast = cast_of(story, [*chinese_names(story), *english_names(story)])
    assert {e.name: {a.text for a in e.aliases} for e in cast} == expected
