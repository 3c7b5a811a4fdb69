"""The table of both languages."""

from __future__ import annotations

import re

import pytest

from underdraft.knowledge.checks.language import alternatives, lines_in, story_language
from underdraft.text.language import read_number


def test_english_words_are_whole_and_chinese_ones_stand_as_they_are():
    """The longest first."""
    pattern = re.compile(alternatives(["red", "红", "深红"]))
    assert [m[0] for m in pattern.finditer("bored red 深红的")] == ["red", "深红"]
    assert lines_in("colours", "a shred of blue") == {"blue"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("31", 31),
        ("thirty-one", 31),
        ("ninety", 90),
        ("Seven", 7),
        ("三十一", 31),
        ("many", None),
        ("thirty-ten", None),
    ],
)
def test_numbers_as_they_are_written(text, value):
    """In digits and in the words of both languages."""
    assert read_number(text) == value


def test_a_text_is_asked_in_its_language():
    """Both have every kind of statement, and names are taken as they are."""
    assert story_language("沈砚 said") is not story_language("Ann said")
    for text in ("沈砚", "Ann"):
        language = story_language(text)
        for kind in language.statements:
            assert language.statement(kind, ("A.B",), colour="c", part="p", side="s")
    (form, *_) = story_language("a").statement("age", ("A.B",))
    assert form.search("A.B was ten.")
    assert not form.search("AxB was ten.")
