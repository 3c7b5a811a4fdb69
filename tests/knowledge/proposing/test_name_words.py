"""What names look like in two languages."""

from __future__ import annotations

import pytest

from underdraft.knowledge.proposing.name_words import name_words


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
    assert list(name_words(text).named(text)) == names


def test_a_speaker_behind_the_verb():
    """Only where the language puts one there."""
    assert list(name_words("x").named("\x00 said Tobias.")) == ["Tobias"]
    assert list(name_words("说").named("\x00说沈青。")) == []


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
    assert name_words(address).surname(address) == surname
