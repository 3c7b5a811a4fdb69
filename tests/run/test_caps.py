from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import PARTS, chunk, words
from underdraft import Layer
from underdraft.run.caps import cap_layer
from underdraft.types.prompt import Section


def capped(*chunks, cap):
    """The layer of these chunks within a cap."""
    return cap_layer(Section(layer=chunks[0].layer, chunks=chunks), cap, words)


def text(n, word="fog"):
    """A paragraph of n tokens."""
    return " ".join([word] * n)


def test_a_layer_is_shared_fairly():
    """Where a layer is too large, each fetcher gets what it wants or an equal part."""
    small = chunk(text(10), Layer.PROJECT, fetcher="a")
    large = [chunk("\n\n".join([text(10)] * 9), Layer.PROJECT, fetcher=f) for f in "bc"]
    section, trims = capped(small, *large, cap=70)
    assert [words(c.body) for c in section.chunks] == [10, 30, 30]
    assert [(t.tokens_before, t.tokens_after, t.reason) for t in trims] == [(90, 30, "layer_cap")] * 2


def test_a_layer_that_fits_is_given_back():
    """Within the cap nothing is cut, and layer 0 is never cut."""
    for layer, cap in ((Layer.PROJECT, 10), (Layer.SYSTEM, 1)):
        section = Section(layer=layer, chunks=(chunk(text(10), layer),))
        assert cap_layer(section, cap, words) == (section, ())


def test_the_same_layer_is_not_cut_anew():
    """The next run, whose stable layers mostly are the same, gets the same sections and evidence."""
    large = chunk("\n\n".join([text(10, "dew")] * 9), Layer.PROJECT)
    (first, cut), (second, again) = (capped(large, cap=30) for _ in range(2))
    assert first is second
    assert cut == again


@given(PARTS.filter(bool), st.integers(0, 80))
def test_weakest_entries_go_first(parts, cap):
    """Entries of a list go from the lowest score up, the last among equals; what is left fits and keeps its order."""
    parts = tuple(attrs.evolve(part, id=str(place)) for place, part in enumerate(parts))
    section, trims = capped(chunk("head", Layer.PROFILE, parts=parts), cap=cap)
    remaining = section.chunks[0].parts if section.chunks else ()
    assert sum(words(c.body) for c in section.chunks) <= cap
    assert [p for p in parts if p in remaining] == list(remaining)
    gone = [parts[int(trim.id)] for trim in trims]
    assert len(remaining) + len(gone) == len(parts)
    ranks = [(p.score or 0.0, -int(p.id)) for p in gone]
    assert ranks == sorted(ranks)
    assert all(ranks[-1] <= (p.score or 0.0, -int(p.id)) for p in remaining if gone)
    before = [words("head")] + [words(p.text) for p in parts]
    assert [t.tokens_before for t in trims[:1]] == [sum(before)][: len(trims)]
