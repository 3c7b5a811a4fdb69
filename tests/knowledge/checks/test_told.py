"""The sentences in which the narrator says what is so."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.told import sentence_at, told_sentences
from underdraft.knowledge.scene.names import NameIndex

NAMES = NameIndex.of([("Ann", "Ann"), ("沈砚", "沈砚")])


def told(text: str):
    """The told sentences of a chapter."""
    return list(told_sentences(Chapter(path="1.md", number=1, text=text), NAMES))


def test_sentences_that_name_somebody():
    """Each with its place; what is said is masked, and names in it do not count."""
    found = told("It rained. Ann sat by Mr. Pym. “Ann sat,” he said.\n\n沈砚来了。雨停了。")
    assert [(s.paragraph.line, s.start, s.text) for s in found] == [
        (1, 11, "Ann sat by Mr. Pym."),
        (3, 0, "沈砚来了。"),
    ]
    assert [match.name for s in found for match in s.named] == ["Ann", "沈砚"]


@pytest.mark.parametrize("frame", ["She dreamed.", "In the mirror she smiled.", "他梦见了。", "照片是旧的。"])
def test_a_frame_covers_its_paragraph_and_the_one_below(frame):
    """After that only what is told of the dead stays doubtful, to the end of the scene."""
    lines = f"{frame}\n\nAnn sat. 沈砚来了。\n\nAnn rose. 沈砚走了。\n\n---\n\nAnn slept. 沈砚睡了。"
    assert [(s.paragraph.line, s.recalled) for s in told(lines)] == [
        (5, True),
        (5, True),
        (9, False),
        (9, False),
    ]


@pytest.mark.parametrize(
    ("sentence", "denies"),
    [
        ("Ann sat down.", False),
        ("If Ann sat down.", True),
        ("Ann didn't sit down.", True),
        ("Ann had sat down.", True),
        ("沈砚坐下。", False),
        ("沈砚没有坐下。", True),
        ("沈砚坐下了吗？", True),
    ],
)
def test_what_is_supposed_denied_or_past_denies_itself(sentence, denies):
    """In both languages."""
    (found,) = told(sentence)
    assert found.denies_itself() is denies


def test_a_phrase_of_the_writers_does_not_deny_itself():
    """Only the rest of the sentence counts."""
    (found,) = told("Ann had no hat.")
    assert found.denies_itself()
    assert not found.denies_itself(without="no hat")


def test_the_sentence_at_a_place():
    """With the quotation mark that closes it; a text without an end is one sentence."""
    assert sentence_at("One. “Two!” Three", 6) == (5, 11)
    assert sentence_at("Three", 2) == (0, 5)
