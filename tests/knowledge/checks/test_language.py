"""The table of both languages."""

from __future__ import annotations

import re

import pytest

from underdraft.knowledge.checks.language import WHO, alternatives, story_language
from underdraft.text.language import read_number


def test_english_words_are_whole_and_chinese_ones_stand_as_they_are():
    """The longest first."""
    pattern = re.compile(alternatives(["red", "红", "深红"]))
    assert [m[0] for m in pattern.finditer("bored red 深红的")] == ["red", "深红"]


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
    (form, *_) = story_language("a").forms("statements", "acts")
    assert form.search(f"{WHO} nodded.")
    assert not form.search("Ann nodded.")


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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("沈知秋站起。", ["沈知秋"]),
        ("沈青低头，欧阳锋没动。", ["沈青", "欧阳锋"]),
        ("老顾的手很冷。陈医生说话。", ["老顾", "陈医生"]),
        ("她看见沈青。", []),
        ("Clara nodded. Then Captain Hollis came in.", ["Clara", "Captain Hollis"]),
        ("The Mermaid came in.", []),
    ],
)
def test_who_begins_a_clause_and_does_something(text, names):
    """A name is as long as what follows it allows; one that is only looked at does nothing."""
    assert list(story_language(text).named(text)) == names


def test_a_speaker_behind_the_verb():
    """Only where the language puts one there."""
    assert list(story_language("x").named("\x00 said Tobias.")) == ["Tobias"]
    assert list(story_language("说").named("\x00说沈青。")) == []


@pytest.mark.parametrize(
    ("address", "surname"),
    [
        ("Mrs Vane", "Vane"),
        ("Mr. Vane", "Vane"),
        ("陈医生", "陈"),
        ("老顾", "顾"),
        ("Clara", ""),
        ("沈青", ""),
    ],
)
def test_the_surname_of_a_form_of_address(address, surname):
    """Anything else has none."""
    assert story_language(address).surname(address) == surname
