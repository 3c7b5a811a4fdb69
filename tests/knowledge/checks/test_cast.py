from __future__ import annotations

import pytest

from knowledge.story_samples import read, story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.prose import Chapter


def test_who_is_called_how():
    """Surname and title mean the one of that surname; two of one surname are nobody."""
    cast = Cast.of(story("entities: [{name: 陆川}, {name: 秦月}, {name: 秦山}]"), [])
    assert [m.name for m in cast.index.find("老陆和陆师傅找秦老师")] == ["陆川", "陆川"]


@pytest.mark.parametrize(
    ("people", "text", "narrator"),
    [
        ("{name: Ann, aliases: [I]}", "", "Ann"),
        ("{name: Ann}, {name: Bert}", "I went. Bert said: “Ann, come.” " * 31, "Ann"),
        ("{name: Ann}, {name: Bert}", "Ann said: “I went.” Bert went. " * 31, None),
    ],
)
def test_who_tells_the_story(people, text, narrator):
    """Whoever has ``I`` among the names, or is named only in what is said while ``I`` is narrated."""
    chapter = Chapter(path="1.md", number=1, text=text)
    assert Cast.of(story(f"entities: [{people}]"), [chapter]).narrator == narrator


def test_the_narrator_is_meant_by_i():
    """What is narrated of ``I`` is compared with the narrator's attributes."""
    facts = "entities: [{name: Ann, aliases: [I], attributes: {eyes: green}}]"
    assert read("In the pane my eyes were brown.", "", facts=facts)
