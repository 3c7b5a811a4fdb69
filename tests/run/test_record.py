from __future__ import annotations

from run.prompt_parts import chunk, sections, words
from underdraft import Excluded, Injected, Layer, Part, Ref, Trim
from underdraft.run.record import injected_by, trimmed_away


def test_one_line_a_chunk_or_entry():
    """The receipt names what stands in the prompt: chunks, and the entries of lists with their own reasons."""
    listed = chunk(
        "head",
        Layer.PROFILE,
        source="memory:injection",
        reason="list",
        parts=(Part(text="a b", id="m1", reason="deterministic"), Part(text="c")),
    )
    whole = chunk("x y z", reason="asked for", id="i", ref=Ref(path="a.md", first_line=2, lines=9))
    assert injected_by(sections(whole, listed), words) == (
        Injected(
            layer=Layer.PROFILE,
            source="memory:injection",
            plugin="p",
            tokens=2,
            reason="deterministic",
            id="m1",
        ),
        Injected(layer=Layer.PROFILE, source="memory:injection", plugin="p", tokens=1, reason="list"),
        Injected(
            layer=Layer.RECENT,
            source="s",
            plugin="p",
            tokens=3,
            reason="asked for",
            id="i",
            ref="ref:a.md#L2-L2",
        ),
    )


def test_trims_are_exclusions():
    """What a cap took stands among what was left out, with how much and why."""
    trim = Trim(
        layer=Layer.RECENT, source="s", plugin="p", id="i", tokens_before=9, tokens_after=4, reason="capacity"
    )
    assert trimmed_away([trim]) == (
        Excluded(
            layer=Layer.RECENT,
            source="s",
            plugin="p",
            id="i",
            tokens=5,
            reason="capacity: cut from 9 to 4 tokens",
        ),
    )
    assert trimmed_away([]) == ()
