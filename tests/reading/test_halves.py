"""Where material is cut in two: between its paragraphs, else at a line or sentence, and never in the head."""

from __future__ import annotations

import pytest

from underdraft.reading.halves import halves, paragraphs
from underdraft.text.clean import fenced

INSIDE = "A\n\nB"
HEAD = f"Known:\n{fenced(INSIDE)}"
LONG = "A sentence of some forty characters here. " * 12


def test_paragraphs_are_parted_outside_fences_alone():
    """A blank line in a fence, and a shorter fence in it, part nothing."""
    inner = fenced("a\n\n```\nb\n```")
    assert paragraphs(f"{HEAD}\n\n{inner}\n\n\nend") == [HEAD, inner, "end"]


def test_the_head_stands_above_both_halves():
    """Of several messages each half gets some."""
    first, second = (f"You:\n{fenced(mark * 300)}" for mark in "xy")
    assert halves(f"{HEAD}\n\n{first}\n\n{second}") == (f"{HEAD}\n\n{first}", f"{HEAD}\n\n{second}")


@pytest.mark.parametrize("head", [f"{HEAD}\n\n", ""])
@pytest.mark.parametrize("unit", [LONG, "林远在雨里站了很久很久。" * 40, "a line of notes\n" * 40])
def test_a_single_text_is_cut_near_its_middle(head, unit):
    """At a sentence or a line; both halves keep fence and head, and no word is lost."""
    one, other = halves(f"{head}Words:\n{fenced(unit)}")
    for half in (one, other):
        assert half.startswith(f"{head}Words:\n```\n" if head else "Words:\n```\n")
        assert half.endswith("\n```")
    inside = [half.split("```\n")[-1].removesuffix("\n```") for half in (one, other)]
    assert "".join("".join(inside).split()) == "".join(unit.split())
    assert abs(len(inside[0]) - len(inside[1])) <= 60


@pytest.mark.parametrize(
    "text", ["", "short", f"{HEAD}\n\n{fenced('x' * 399)}", f"{HEAD}\n\n{fenced('x' * 900)}"]
)
def test_what_is_short_or_has_no_place_for_a_cut_stays_whole(text):
    """There is nothing to halve."""
    assert halves(text) is None
