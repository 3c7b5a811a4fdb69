"""Finding a passage again in a text that its writer went on with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.edits.moved_passage import Anchor, find_passage

BEFORE = "The bell had rung twice before anybody came down to the quay."
PASSAGE = "Ann walked very slowly to the bridge, and the bridge was gone. She cried out loudly!"
EDITED = "Ann walked to the bridge, and the bridge was gone. She cried out."
BEHIND = "Behind her somebody laughed, and a door fell shut."
OTHER = "In the harbour the boats lay three deep, and nobody was at work on any of them."
SENTENCE = "她想起黑尔小姐的包铜手杖，蹲下去摸了摸。"
PARAGRAPH = f"地板上有一小摊水，铜钱大，圆圆的。{SENTENCE}水是凉的，带着一点咸味。"


def anchor_of(passage, *, before=BEFORE, behind=BEHIND):
    """The anchor of a passage between two paragraphs."""
    text = f"{before}\n\n{passage}\n\n{behind}\n"
    start = text.index(passage)
    return Anchor.at(text, start, start + len(passage))


def found(document, anchor):
    """The passage that is found, as text."""
    span = find_passage(document, anchor)
    return None if span is None else document[slice(*span)]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (f"{BEFORE}\n\n{PASSAGE}\n\n{BEHIND}\n", PASSAGE),
        (f"{BEFORE}\n\n{EDITED}\n\n{BEHIND}\n", EDITED),
        (f"{OTHER}\n\n{BEFORE}\n\n{EDITED}\n\n{BEHIND}\n", EDITED),
        (f"{BEFORE}\n\n{OTHER}\n\n{EDITED}\n\n{BEHIND}\n", EDITED),
        (f"{BEFORE}\n\n{EDITED}\n\n{OTHER}\n\n{BEHIND}\n", EDITED),
        (f"{EDITED}\n\n{BEFORE}\n\n{BEHIND}\n", None),
        (f"{BEFORE}\n\n{BEHIND}\n\n{OTHER}\n\n{EDITED}", None),
        (f"{OTHER}\n\n{PASSAGE}\n", PASSAGE),
        (f"{BEFORE}\n\n{BEHIND}\n", None),
        (f"{BEFORE}\n\n{OTHER}\n\n{BEHIND}\n", None),
        (f"{OTHER}\n", None),
        ("", None),
    ],
)
def test_a_passage_of_whole_lines(document, expected):
    """It is found as it was, also moved, and edited between its neighbours; not where it is gone or replaced."""
    assert found(document, anchor_of(PASSAGE)) == expected


def test_a_sentence_within_a_paragraph():
    """It is found between its neighbours, not where those are gone: its ends would be a guess."""
    start = PARAGRAPH.index(SENTENCE)
    anchor = Anchor.at(PARAGRAPH, start, start + len(SENTENCE))
    edited = "她想起那根手杖，蹲下去摸了摸。"
    assert found(PARAGRAPH.replace(SENTENCE, edited), anchor) == edited
    assert found(edited, anchor) is None


def test_a_short_or_repeated_passage_needs_its_neighbours():
    """Words that any text may have, or that it has twice, are known by what stands beside them."""
    anchor = anchor_of("She left.")
    assert found(f"{OTHER} She left. {OTHER}", anchor) is None
    twice = f"{BEFORE}\n\nShe left.\n\n{BEHIND}\n\nShe left.\n"
    assert find_passage(twice, anchor) == (len(BEFORE) + 2, len(BEFORE) + 11)


@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_looked_through(document, before, passage, behind):
    """A span that is found lies in the document; an untouched passage of some length is always found there."""
    text = f"{before}{passage}{behind}"
    anchor = Anchor.at(text, len(before), len(before) + len(passage))
    span = find_passage(document, anchor)
    assert span is None or 0 <= span[0] < span[1] <= len(document)
    if len(passage.strip()) >= 20 and text.count(passage) == 1:
        assert find_passage(text, anchor) == (len(before), len(before) + len(passage))
