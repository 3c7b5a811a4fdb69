"""Prose: sentences, narration, speech and units of one text."""

from __future__ import annotations

from underdraft.learning.edits.measured_text import Prose, units


def test_units_are_characters_and_words():
    """A Chinese character is one unit, and so is a word of another script, with its apostrophe."""
    assert units("雨还在下。") == 4
    assert units("He didn't stop, 3.14") == 5


def test_speech_is_no_narration():
    """What is quoted is blanked out with its offsets kept, in every style of quotation marks."""
    prose = Prose("“来了。”他说。「走。」")
    assert prose.narration == "     他说。    "
    assert {style: spans for style, spans in prose.speech.items() if spans} == {
        "curly": [(0, 5)],
        "corner": [(8, 12)],
    }
    assert prose.spoken_units == 3


def test_sentences_stand_without_speech():
    """A sentence with speech in it is none of the narration's; numbers and names do not end one."""
    prose = Prose("雨停了。“来。”他说。Mr.Li paid 3.50 there. 天亮了")
    assert [s.text for s in prose.sentences] == ["雨停了。", "Mr.Li paid 3.50 there.", "天亮了"]
    assert all(prose.text[s.start : s.end] == s.text for s in prose.sentences)
    assert Prose("").sentence_units == 0


def test_a_language_is_the_one_of_most_units():
    """One name in Latin letters does not make a text English."""
    assert Prose("林砚在 Harbour 街等船。").language == "zh"
    assert Prose("雨停 at dusk").language == "en"  # half is not most
    assert Prose("Lin Yan 等 at the harbour for a boat.").language == "en"
