"""The table of both languages."""

from __future__ import annotations

import re

import pytest

from underdraft.knowledge.checks.language import WHO, alternatives, lines_in, story_language
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
    """Both have every kind of statement, of the one whom a mark stands for."""
    assert story_language("沈砚 said") is not story_language("Ann said")
    assert (
        story_language("沈砚").words("statements").keys() == story_language("Ann").words("statements").keys()
    )
    (form, *_) = story_language("a").forms("statements", "age")
    assert form.search(f"{WHO} was ten.")
    assert not form.search("Ann was ten.")


def test_what_is_before_or_around_a_statement_takes_its_plainness():
    """A denial in its clause, a supposition anywhere in the sentence."""
    language = story_language("a")
    for text, plain in (
        ("She was ten.", True),
        ("Not now, she was ten.", True),
        ("No, never she was ten.", False),
    ):
        assert language.is_plain(text, *re.search("she was ten", text, re.IGNORECASE).span()) is plain
    text = "If so, she was ten."
    assert not language.is_plain(text, *re.search("she was ten", text).span())
