from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import TEXT, chunk, words
from underdraft import Layer, Ref
from underdraft.run.trim import cut_blocks, cut_excerpt, cut_radius, share


@given(st.lists(st.integers(0, 100), max_size=8), st.integers(0, 300))
def test_shares_are_fair(wants, total):
    """Nobody gets more than wanted, nothing is left over while a claim is unmet, small claims are met first."""
    given_ = share(wants, total)
    assert all(0 <= g <= w for g, w in zip(given_, wants, strict=True))
    assert sum(given_) == min(total, sum(wants))
    unmet = [g for g, w in zip(given_, wants, strict=True) if g < w]
    assert all(g <= min(unmet) + len(wants) or g == w for g, w in zip(given_, wants, strict=True) if unmet)
    assert max(unmet, default=0) - min(unmet, default=0) <= 1


def test_shares_of_examples():
    """The smallest claims are served in full, the rest is parted equally."""
    assert share([10, 100, 100], 110) == [10, 50, 50]
    assert share([5, 5], 100) == [5, 5]
    assert share([7], 0) == [0]
    assert share([], 9) == []


@given(TEXT, st.integers(0, 60), st.sampled_from(["head", "tail"]))
def test_blocks_fit(text, allowed, keep):
    """What is left fits, is whole paragraphs of the kept end, and one more would not fit."""
    left = cut_blocks(chunk(text, keep=keep), allowed, words)
    blocks = text.split("\n\n")
    if left is None:
        assert words(blocks[0 if keep == "head" else -1]) > allowed
        return
    assert words(left.text) <= allowed
    count = len(left.text.split("\n\n"))
    assert left.text == "\n\n".join(blocks[:count] if keep == "head" else blocks[-count:])
    if count < len(blocks):
        one_more = blocks[: count + 1] if keep == "head" else blocks[-count - 1 :]
        assert words("\n\n".join(one_more)) > allowed


def test_a_heading_is_not_left_alone():
    """A heading whose text does not fit goes with it."""
    text = "# One\n\nlamp\n\n## Two\n\nfog fog fog"
    assert cut_blocks(chunk(text), 5, words).text == "# One\n\nlamp"
    assert cut_blocks(chunk("# One\n\nfog fog fog"), 3, words) is None
    assert cut_blocks(chunk("# One\ntext\n\nfog fog fog"), 4, words).text == "# One\ntext"


@given(TEXT, st.integers(0, 60), st.integers(0, 200))
def test_an_excerpt_fits_and_is_there(text, allowed, focus):
    """Whatever the focus is, what is left fits, is not blank, and is there wherever a single mark fits."""
    left = cut_excerpt(chunk(text, focus=focus), allowed, words)
    assert (left is None) is (allowed == 0)
    if left is not None:
        assert words(left.text) <= allowed
        assert left.text.rstrip("…") in text


@pytest.mark.parametrize(
    ("focus", "allowed", "kept", "ref"),
    [
        (0, 4, "fog fog fog", "ref:a.md#L3-L3"),
        (0, 7, "# One\n\nfog fog fog", "ref:a.md#L1-L3"),
        (20, 5, "bell lamp. rope", "ref:a.md#L5-L5"),
        (20, 2, "bell lamp.", "ref:a.md#L5-L5"),
        (20, 1, "…", "ref:a.md#L5-L5"),
        (23, 5, "bell lamp. rope", "ref:a.md#L5-L5"),
        (20, 9, "# One\n\nfog fog fog\n\nbell lamp. rope", "ref:a.md"),
    ],
)
def test_an_excerpt_begins_at_the_focus(focus, allowed, kept, ref):
    """The head, as long as the focus is in it; else the paragraph there, then its sentences, then a mark."""
    card = chunk("# One\n\nfog fog fog\n\nbell lamp. rope", focus=focus, ref=Ref(path="a.md", lines=5))
    left = cut_excerpt(card, allowed, words)
    assert (left.text, left.ref.render(left.text)) == (kept, ref)


def test_the_ref_says_what_is_left():
    """After a cut the ref names the lines that are left; a tail moves its first line."""
    ref = Ref(path="a.md", lines=5)
    head = cut_blocks(chunk("a\n\nb\n\nc", ref=ref), 2, words)
    tail = cut_blocks(chunk("a\n\nb\n\nc", ref=ref, keep="tail"), 2, words)
    assert head.ref.render(head.text) == "ref:a.md#L1-L3"
    assert tail.ref.render(tail.text) == "ref:a.md#L3-L5"


@pytest.mark.parametrize(
    ("keep", "radius", "text"),
    [
        ("tail", 100, "One two. Three four.\nFive six."),
        ("tail", 12, "Five six."),
        ("head", 12, "One two."),
        ("head", 3, "On…"),
        ("tail", 0, None),
    ],
)
def test_radius(keep, radius, text):
    """Text is cut away from the cursor, at paragraph and sentence ends where one is near enough."""
    got = cut_radius(chunk("One two. Three four.\nFive six.", Layer.CURRENT, keep=keep), radius)
    assert (got.text if got else None) == text


@given(TEXT, st.integers(0, 200), st.integers(0, 50), st.sampled_from(["head", "tail"]))
def test_radius_is_a_limit(text, radius, distance, keep):
    """Never more code points than the radius leaves, and the whole chunk itself where it fits."""
    given_ = chunk(text, Layer.CURRENT, distance=distance, keep=keep)
    left = cut_radius(given_, radius)
    if len(text) <= radius - distance:
        assert left is given_
    elif left is not None:
        assert 0 < len(left.text) <= radius - distance
