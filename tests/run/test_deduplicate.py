from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from run.prompt_parts import MANY_CHUNKS, chunk
from underdraft import Layer, Part
from underdraft.run.deduplicate import DUPLICATE, deduplicate


def kept(*chunks):
    """The texts that stay, by layer."""
    return [[c.body for c in s.chunks] for s in deduplicate(chunks).sections]


def test_six_sections_always():
    """All six sections are there, in order, also when nothing was fetched."""
    assert [s.layer for s in deduplicate([]).sections] == list(Layer)
    assert kept() == [[], [], [], [], [], []]


def test_layers_in_order():
    """Chunks go to their layers and keep the order in which they came."""
    given_ = [chunk("d", Layer.CURRENT), chunk("c"), chunk("a", Layer.SYSTEM), chunk("b")]
    assert kept(*given_) == [["a"], [], [], [], ["c", "b"], ["d"]]


def test_a_repetition_keeps_its_first_place():
    """The same text, or the same id, in a later layer is left out and accounted for."""
    got = deduplicate(
        [chunk("The  LAMP", Layer.RECENT, id="x"), chunk("the lamp", Layer.PROFILE), chunk("other", id="x")]
    )
    assert [c.text for c in got.sections[Layer.PROFILE].chunks] == ["the lamp"]
    assert [(e.id, e.reason, e.layer) for e in got.excluded] == [("x", DUPLICATE, Layer.RECENT)] * 2
    assert got.sections[Layer.RECENT].chunks == ()


def test_long_texts_are_told_apart():
    """Texts that differ late are not taken for repetitions of each other."""
    head = "word " * 5_000
    assert kept(chunk(head + "one"), chunk(head + "two"))[Layer.RECENT] == [head + "one", head + "two"]


def test_pinned_chunks_stay():
    """A pinned chunk is never left out, and what repeats it is."""
    got = kept(
        chunk("rule", Layer.SYSTEM, pinned=True), chunk("rule", Layer.SYSTEM, pinned=True), chunk("rule")
    )
    assert got[Layer.SYSTEM] == ["rule", "rule"]
    assert got[Layer.RECENT] == []


def test_the_manuscript_may_repeat_itself():
    """Text around the cursor is kept though it says what a memory says."""
    assert kept(chunk("fog"), chunk("fog", Layer.CURRENT))[Layer.CURRENT] == ["fog"]


def test_entries_of_lists_are_compared():
    """An entry that stands in a lower layer goes, by id or by its bare content; a list that is empty goes too."""
    profile = chunk("head", Layer.PROFILE, parts=(Part(text="- a (manual)", match="a", id="m1"),))
    recent = chunk(
        "head", parts=(Part(text="* a", match="A"), Part(text="b", id="m1"), Part(text="c", id="m2"))
    )
    got = deduplicate([recent, profile])
    assert [p.id for p in got.sections[Layer.RECENT].chunks[0].parts] == ["m2"]
    assert [e.id for e in got.excluded] == [None, "m1"]
    assert kept(profile, attrs.evolve(recent, parts=recent.parts[:2]))[Layer.RECENT] == []


@given(MANY_CHUNKS, st.randoms())
def test_layers_do_not_look_up(chunks, chance):
    """Layers 0-3 come out the same whatever layers 4-5 hold, and however the layers were interleaved."""
    stable = [c for c in chunks if c.layer.stable]
    mixed = list(chunks)
    chance.shuffle(mixed)
    mixed.sort(key=lambda c: next(i for i, x in enumerate(chunks) if x is c) if c.layer.stable else 0)
    by_layer = [c for layer in Layer for c in mixed if c.layer is layer]
    assert deduplicate(stable).sections[:4] == deduplicate(chunks).sections[:4]
    assert deduplicate(by_layer).sections[:4] == deduplicate(chunks).sections[:4]


@given(MANY_CHUNKS)
def test_nothing_is_lost_or_made_up(chunks):
    """Every chunk and entry is either in a section or excluded; arranging twice changes nothing more."""
    got = deduplicate(chunks)
    again = deduplicate([c for s in got.sections for c in s.chunks])
    assert again.sections == got.sections
    assert again.excluded == ()
    before = sum(len(c.parts) or 1 for c in chunks)
    after = sum(len(c.parts) or 1 for s in got.sections for c in s.chunks)
    assert before == after + len(got.excluded)
