"""What two statements are to each other."""

from __future__ import annotations

import pytest

from underdraft.memory.tidy.compare import compare

NEAR = 0.75


@pytest.mark.parametrize(
    ("first", "second", "cosine", "kind", "why"),
    [
        ("偏好短句", "偏好短句。", None, "duplicate", "same_words"),
        ("Mara is left-handed.", "Mara is left handed", None, "duplicate", "same_words"),
        ("I prefer short sentences.", "Keep the sentences brief.", NEAR, "duplicate", "same_meaning"),
        ("每章三千字左右", "一章大概写3000字", NEAR, "duplicate", "same_meaning"),
        ("偏好短句", "喜欢绵长的句子", NEAR, "contradiction", "opposite"),
        ("Mara is left-handed.", "Mara is right-handed.", None, "contradiction", "opposite"),
        ("别写长句", "多写长句", NEAR, "contradiction", "opposite"),
        ("女主叫林晚", "女主改名叫沈知", 0.5, "contradiction", "another_value"),
        ("Jonas lives in Bergen.", "Jonas lives in Oslo.", NEAR, "contradiction", "another_value"),
        ("The siege lasts three weeks.", "The siege lasts four weeks.", NEAR, "contradiction", "another_number"),
        ("佘敏抽烟", "佘敏不抽烟", NEAR, "contradiction", "denied"),
        ("I prefer short sentences.", "I prefer short chapters.", NEAR, None, None),
        ("Mara is left-handed.", "Tomas is left-handed.", 0.79, None, None),
        ("第三章发生在码头", "第四章发生在磨坊", NEAR, None, None),
        ("阿宁的眼睛是绿色的", "阿宁的外套是褐色的", 0.5, None, None),
        ("Avoid adverbs.", "Keep the sentences brief.", 0.2, None, None),
    ],
)  # fmt: skip
def test_two_statements(first, second, cosine, kind, why):
    """The same, the opposite or merely near, in both languages and in either order."""
    for one, other in ((first, second), (second, first)):
        found = compare(one, other, cosine)
        assert (found and (found.kind, found.why)) == (kind and (kind, why))


def test_what_stands_against_each_other():
    """The words of both sides are told, in the order of the statements."""
    found = compare("Ruth's eyes are green.", "Ruth has brown eyes.", 0.8)
    assert found is not None
    assert (found.words, found.score) == (("green", "brown"), 0.8)


def test_the_labelled_pairs(labelled_pairs):
    """By words alone, what is a contradiction is found and what is merely near is let be (development part)."""
    kinds = [(label, found and found.kind) for label, found in labelled_pairs]
    assert sum(kind == "contradiction" for label, kind in kinds if label == "contradiction") >= 18
    assert sum(kind is not None for label, kind in kinds if label == "near") <= 1
