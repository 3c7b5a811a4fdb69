from __future__ import annotations

from run.prompt_parts import chunk, words
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
