"""The sentences in which the narrator says what is so."""

from __future__ import annotations

import pytest

from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.told import pronouns_of, sentence_at, told_sentences
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


@pytest.mark.parametrize("frame", ["She dreamed.", "他梦见了。"])
def test_what_lasts_covers_its_paragraph_and_the_one_below(frame):
    """After that the dead stay doubtful to the end of the scene."""
    text = f"Ann sat. {frame}\n\nAnn sat.\n\n沈砚走了。\n\n---\n\n沈砚睡了。"
    assert [(s.paragraph.line, s.recalled, s.framed) for s in told(text)] == [
        (1, True, True),
        (3, True, True),
        (5, True, False),
        (9, False, False),
    ]


@pytest.mark.parametrize("frame", ["In the mirror she smiled.", "照片是旧的。"])
def test_a_picture_frames_the_rest_of_its_paragraph(frame):
    """The dead stay doubtful to the end of the scene."""
    text = f"Ann sat. {frame} Ann rose.\n\n沈砚来了。\n\nAnn left."
    assert [(s.paragraph.line, s.recalled, s.framed) for s in told(text)] == [
        (1, True, False),
        (1, True, True),
        (3, True, False),
        (5, True, False),
    ]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Ann sat. Her eyes shone.", ["Ann", "Ann"]),
        ("Ann sat. His eyes shone.", ["Ann"]),
        ("Ann sat by a woman. Her eyes shone.", ["Ann"]),
        ("Ann sat by Miss Moon. Her eyes shone.", ["Ann"]),
        ("沈砚坐下。他的眼睛亮。", ["沈砚", "沈砚"]),
        ("Ann和沈砚坐下。他的眼睛亮。", ["Ann", "沈砚", "沈砚"]),
        ("Ann和沈砚坐下。他们笑了。", ["Ann", "沈砚"]),
    ],
)
def test_a_pronoun_counts_where_nobody_else_can_be_meant(text, meant):
    """Neither another of the graph whose pronoun it is, nor a stranger."""
    chapter = Chapter(path="1.md", number=1, text=text)
    found = told_sentences(chapter, NAMES, {"Ann": "she", "沈砚": "he"})
    assert [match.name for sentence in found for match in sentence.named] == meant


def test_the_sentence_at_a_place():
    """With the quotation mark that closes it; a text without an end is one sentence."""
    assert sentence_at("One. “Two!” Three", 6) == (5, 11)
    assert sentence_at("Three", 2) == (0, 5)


def test_the_pronoun_of_each_is_learned_from_paragraphs_about_one():
    """Who is alone with both pronouns has none that is sure; of whom nothing is told, nothing is known."""
    names = ["Ann", "Bert", "Cleo", "Dora"]
    text = "Ann sat. She rose.\n\nAnn left. Her hat lay there.\n\nBert saw Ann. He ran.\n\nCleo sang. He wept.\n\nCleo left. She slept."
    index = NameIndex.of((name, name) for name in names)
    found = pronouns_of([Chapter(path="1.md", number=1, text=text)], index, names)
    assert found == {"Ann": "she", "Bert": "", "Cleo": "?", "Dora": ""}
