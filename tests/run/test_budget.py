from __future__ import annotations

from itertools import pairwise

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from run.prompt_parts import MANY_CHUNKS, chunk, sections, words
from underdraft import LAYERS, ContextOverflow, Layer, Part
from underdraft.run.budget import FORCE_TRIM_PERCENT, fit, layer_tokens
from underdraft.run.deduplicate import deduplicate


@attrs.frozen
class Kept:
    """A prompt as far as this stage looks at one."""

    sections: tuple


FRAME = 20
"""Tokens of headings and skill in these tests."""


def measure(given_sections):
    """Tokens of a prompt: a frame, and what the chunks take."""
    return FRAME + sum(layer_tokens(given_sections, words).values())


def rendered(given_sections):
    """As the pipeline renders, with the sections in place of a whole prompt."""
    return Kept(tuple(given_sections)), measure(given_sections)


def fitted(*chunks, budget=10_000, caps=None):
    """The stage with the counter of the tests."""
    return fit(sections(*chunks), count=words, render=rendered, budget_tokens=budget, caps=caps or {})


def text(n, word="fog"):
    """A paragraph of n tokens."""
    return " ".join([word] * n)


# --- caps -------------------------------------------------------------------------------------


@given(MANY_CHUNKS, st.dictionaries(st.sampled_from(Layer), st.integers(0, 40)))
def test_caps_hold(chunks, caps):
    """No layer but 0 is above its cap unless pinned chunks alone are; pinned ones and layer 0 stay whole."""
    before = deduplicate(chunks).sections
    got = fit(before, count=words, render=rendered, budget_tokens=1_000_000, caps=caps)
    for old, new in zip(before, got.prompt.sections, strict=True):
        pinned = [c for c in old.chunks if c.pinned]
        assert [c for c in new.chunks if c.pinned] == pinned
        cap = caps.get(old.layer, LAYERS[old.layer].cap_tokens)
        taken = layer_tokens([new], words)[new.layer]
        if old.layer is Layer.SYSTEM:
            assert new == old
        else:
            assert taken <= max(cap, sum(words(c.body) for c in pinned))


@given(MANY_CHUNKS, MANY_CHUNKS, st.dictionaries(st.sampled_from(Layer), st.integers(0, 40)))
def test_the_prefix_does_not_look_up(stable, other, caps):
    """Layers 0-3 are trimmed the same whatever layers 4-5 hold and however large the window is."""
    stable = [c for c in stable if c.layer.stable]
    other = [c for c in other if not c.layer.stable and not c.pinned]
    alone = fit(sections(*stable), count=words, render=rendered, budget_tokens=1_000_000, caps=caps)
    beside = sections(*stable, *other)
    tight = max(1, 100 * (measure(alone.prompt.sections) + 3) // FORCE_TRIM_PERCENT + 1)
    for budget in (tight, 1_000_000):
        got = fit(beside, count=words, render=rendered, budget_tokens=budget, caps=caps)
        assert got.prompt.sections[:4] == alone.prompt.sections[:4]


def test_what_is_essential_shares_fairly():
    """Nobody who is named vanishes behind the first card; what else there is gets what they leave."""
    cards = [
        chunk("\n\n".join([text(5)] * n), Layer.PROJECT, source=f"file:{name}", essential=True)
        for name, n in (("a", 9), ("b", 1), ("c", 9))
    ]
    rest = chunk(text(8), Layer.PROJECT, source="folder")
    got = fitted(*cards, rest, caps={Layer.PROJECT: 40})
    assert [words(c.body) for c in got.prompt.sections[Layer.PROJECT].chunks] == [15, 5, 20]
    assert got.warnings == (
        "CONTEXT_CUT: file:a from 45 to 15 tokens",
        "CONTEXT_CUT: file:c from 45 to 20 tokens",
    )
    roomy = fitted(*cards, rest, caps={Layer.PROJECT: 108})
    assert [words(c.body) for c in roomy.prompt.sections[Layer.PROJECT].chunks] == [45, 5, 45, 8]
    assert roomy.warnings == ()


def test_pinned_text_is_paid_for_by_the_others():
    """What a pinned chunk takes of a cap is not given to the others of its layer."""
    for layer in (Layer.PROJECT, Layer.RECENT, Layer.CURRENT):
        got = fitted(
            chunk(text(30), layer, pinned=True, fetcher="a"), chunk(text(30), layer), caps={layer: 40}
        )
        assert layer_tokens(got.prompt.sections, words)[layer] <= 40


def test_layer_0_is_never_trimmed():
    """Rules above their cap stay whole; above 15 % of the budget they bring a warning."""
    rules = chunk(text(2_000), Layer.SYSTEM)
    got = fitted(rules, budget=13_000)
    assert got.prompt.sections[Layer.SYSTEM].chunks == (rules,)
    assert got.trims == ()
    assert got.warnings == ("CONTEXT_RULES_OVERBUDGET: layer SYSTEM takes 2000 of 13000 tokens",)
    assert fitted(chunk(text(1_500), Layer.SYSTEM), budget=10_000).warnings == ()


# --- the whole budget -------------------------------------------------------------------------


def test_warning_at_87_percent():
    """From 87 % of the budget on there is a warning, and nothing is trimmed up to 95 %."""
    wide = {Layer.CURRENT: 100_000}
    for taken, warned, trimmed in (
        (869, False, False),
        (870, True, False),
        (950, True, False),
        (951, True, True),
    ):
        got = fitted(
            chunk("\n".join([text(10)] * 200)[: 4 * (taken - FRAME) - 1], Layer.CURRENT),
            budget=1_000,
            caps=wide,
        )
        assert any(w.startswith("CONTEXT_CAPACITY_WARNING: ") for w in got.warnings) is warned
        assert any(w.startswith("CONTEXT_CAPACITY_FORCE_TRIM: ") for w in got.warnings) is trimmed
        assert bool(got.trims) is trimmed


@given(MANY_CHUNKS, st.integers(60, 400))
def test_forced_trims(chunks, budget):
    """After a forced trim at most 95 % are taken; otherwise it is CONTEXT_OVERFLOW and nothing else."""
    try:
        got = fit(sections(*chunks), count=words, render=rendered, budget_tokens=budget, caps={})
    except ContextOverflow as error:
        kept = [c for c in chunks if c.pinned or c.layer.stable]
        least = fit(sections(*kept), count=words, render=rendered, budget_tokens=1_000_000, caps={})
        assert measure(least.prompt.sections) * 100 > FORCE_TRIM_PERCENT * budget - 100
        assert error.details["limit"] < error.details["tokens"]  # noqa: PT017
        return
    assert got.tokens == measure(got.prompt.sections)
    assert got.tokens * 100 <= FORCE_TRIM_PERCENT * budget
    assert [c for s in got.prompt.sections for c in s.chunks if c.pinned] == [
        c for s in sections(*chunks) for c in s.chunks if c.pinned
    ]


@given(MANY_CHUNKS, st.integers(60, 400), st.dictionaries(st.sampled_from(Layer), st.integers(0, 40)))
def test_evidence_adds_up(chunks, budget, caps):
    """What the trims say was taken is what is missing, layer by layer, and each cut makes something smaller."""
    before = sections(*chunks)
    try:
        got = fit(before, count=words, render=rendered, budget_tokens=budget, caps=caps)
    except ContextOverflow:
        assume(False)
    lost = dict.fromkeys(Layer, 0)
    for trim in got.trims:
        assert 0 <= trim.tokens_after <= trim.tokens_before
        assert trim.reason in {"layer_cap", "capacity"}
        lost[trim.layer] += trim.tokens_before - trim.tokens_after
    old, new = layer_tokens(before, words), layer_tokens(got.prompt.sections, words)
    assert {layer: old[layer] - new[layer] for layer in Layer} == lost


@given(MANY_CHUNKS, st.integers(60, 400))
def test_it_is_a_function(chunks, budget):
    """The same input gives the same result."""

    def once():
        try:
            return fit(sections(*chunks), count=words, render=rendered, budget_tokens=budget, caps={})
        except ContextOverflow as error:
            return error.message

    assert once() == once()


def test_layer_4_goes_first_and_lowest_first():
    """Layer 4 is emptied from the lowest score up before the manuscript loses a word."""
    recent = [chunk(text(10), id=f"r{n}", score=score) for n, score in enumerate((0.9, 0.1, 0.5))]
    before = chunk("\n".join([text(10)] * 10), Layer.CURRENT, keep="tail")
    full = FRAME + 130
    order = []
    for budget in range(full * 100 // FORCE_TRIM_PERCENT, 80, -5):
        got = fitted(*recent, before, budget=budget)
        gone = [t.id for t in got.trims if t.layer is Layer.RECENT]
        assert gone == ["r1", "r2", "r0"][: len(gone)]
        cut = words(got.prompt.sections[Layer.CURRENT].chunks[0].text) < 100
        order.append((len(gone), cut))
        assert not cut or len(gone) == 3
    assert all(a <= b for a, b in pairwise(order))
    assert order[-1] == (3, True)


def test_entries_compete_with_chunks():
    """An entry of a list and a whole chunk are compared by score; entries without one take their list's."""
    listed = chunk(
        "", score=0.8, parts=(Part(text=text(10), id="strong"), Part(text=text(10), id="weak", score=0.1))
    )
    whole = chunk(text(10), id="whole", score=0.5)
    budget = (FRAME + 30) * 100 // FORCE_TRIM_PERCENT
    order = [t.id for t in fitted(listed, whole, budget=budget - 25).trims]
    assert order == ["weak", "whole", "strong"][: len(order)]
    assert len(order) >= 2


def test_the_furthest_text_goes_first():
    """The manuscript shrinks towards the cursor on both sides, and pinned text stays."""
    before = chunk(
        "\n".join(f"b{n} " + text(9) for n in range(10)), Layer.CURRENT, keep="tail", kind="before"
    )
    chosen = chunk(text(10, "selected"), Layer.CURRENT, pinned=True)
    after = chunk("\n".join(f"a{n} " + text(9) for n in range(10)), Layer.CURRENT, kind="after")
    got = fitted(before, chosen, after, budget=150)
    left, middle, right = got.prompt.sections[Layer.CURRENT].chunks
    assert middle == chosen
    assert left.text.startswith("b")
    assert left.text.endswith(before.text[-10:])
    assert right.text.startswith("a0")
    assert abs(words(left.text) - words(right.text)) <= 10
    assert before.text.endswith(left.text)
    assert after.text.startswith(right.text)


def test_overflow():
    """What cannot be trimmed below the limit is an error that says how much is needed and available."""
    with pytest.raises(ContextOverflow) as caught:
        fitted(chunk(text(200), Layer.SYSTEM), budget=100)
    assert caught.value.code == "CONTEXT_OVERFLOW"
    assert caught.value.details == {"tokens": 220, "limit": 95, "budget": 100}
