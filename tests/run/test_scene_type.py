"""The scene classifier: deterministic, small, sure of itself only where there is evidence."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.run.scene_type import (
    _ANY_LATIN,
    SCENE_TYPES,
    SURE,
    WINDOW,
    _size,
    classify,
    cues,
    scene_of,
)
from underdraft.types.request import RunRequest, Selection


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("“你怎么来了？”他问。“路过。”她答，“顺便看看你。”“那就坐。”", "dialogue"),
        ("「走吗？」「走。」他把灯拿上，「从后门。」", "dialogue"),
        ('"Where were you?" she asked. "Out," he said. "Just out."', "dialogue"),
        ("他猛地拔刀扑上去，一脚踢翻了桌子，翻身躲开那一刺，刀光劈下。", "action"),
        ("She lunged, swung the blade, ducked and kicked the man into the wall. Blood ran.", "action"),
        ("月光落在青石板上，潮水退去，远处的山影黑成一片，风里有草木的气味。", "description"),
        (
            "The moon lay on the grey stones; mist hung over the distant hills, and the sea was dark.",
            "description",
        ),
        ("他心里忽然明白，自己一直在害怕。她想起那个雨夜，觉得后悔，难道真的没有办法了吗？", "psychology"),
        ("She wondered why she had felt so afraid. Perhaps he knew; she remembered his doubt.", "psychology"),
    ],
)
def test_a_plain_scene_is_recognised(text, scene):
    """Each kind in Chinese and English, with enough confidence to be used as a filter."""
    found = classify(text)
    assert found.type == scene
    assert found.confidence >= SURE


@pytest.mark.parametrize("text", ["", "   \n", "……！？", "二零二四年度报告：本公司收入增长。"])
def test_what_shows_nothing_is_other(text):
    """No words, or no cue among them: ``other``."""
    assert classify(text).type == "other"


@given(text=st.text(max_size=800))
def test_any_text_has_one_answer(text):
    """A known type, a confidence from 0 to 1, the same each time."""
    found = classify(text)
    assert found.type in SCENE_TYPES
    assert 0 <= found.confidence <= 1
    assert classify.__wrapped__(text) == found


def test_only_the_first_page_counts():
    """A text beyond the window does not change the answer."""
    page = "“走。”" * (WINDOW // 4)
    assert classify(page) == classify(page + "他猛地拔刀扑上去。" * 500)
    assert classify(page).confidence == 1.0


def test_the_caller_knows_better():
    """A scene that was named is taken as it is."""
    found = scene_of(RunRequest(skill_id="continue", scene_type="梦境", document="“走。”"))
    assert (found.type, found.confidence, found.given) == ("梦境", 1.0, True)


def test_the_scene_is_that_of_the_selection():
    """In a long document the text around the selection is looked at, and not the beginning."""
    fight = "他猛地拔刀扑上去，一脚踢翻了桌子，翻身躲开那一刺，刀光劈下。" * 20
    document = "“你来了。”“来了。”" * 200 + fight
    request = RunRequest(
        skill_id="continue", document=document, selection=Selection(len(document) - 60, len(document))
    )
    assert scene_of(request).type == "action"
    assert scene_of(RunRequest(skill_id="continue")).type == "other"


@given(st.text(st.sampled_from("aZé雾7_ ，\n'") | st.characters(), max_size=60))
def test_the_size_counts_latin_words_and_other_letters(text):
    """A run of Latin letters counts once, any other letter by itself, digits and signs not at all."""
    assert _size(text) == len(re.findall(r"[A-Za-z]+|[^\W\d_]", text))


@given(st.text(st.sampled_from("他猛地拔刀心里想起月光海面ıſK跃 ，") | st.characters(), max_size=80))
def test_a_text_without_latin_letters_has_the_same_cues(text):
    """The shorter patterns find what the whole ones find, wherever no letter could be read as a Latin one."""
    text = _ANY_LATIN.sub("", text)
    for kind, words in cues(latin=True).items():
        assert words.findall(text) == cues(latin=False)[kind].findall(text)
