from __future__ import annotations

import attrs

from run.prompt_parts import chunk
from underdraft import Layer
from underdraft.types.identity import REMEMBERED, cached_for_same_objects, cached_for_stable_layers
from underdraft.types.prompt import Section


def test_the_same_chunks_of_a_stable_layer_are_looked_at_once():
    """The very same chunks give the cached result; equal ones, others and those of layers 4 and 5 are looked at anew."""
    seen = []

    @cached_for_stable_layers
    def length(section, more):
        seen.append(section)
        return len(section.chunks) + more

    first, second = chunk("a", Layer.PROFILE), chunk("b", Layer.PROFILE)
    section = Section(layer=Layer.PROFILE, chunks=(first, second))
    assert [length(section, 1), length(attrs.evolve(section), 1), length(section, 2)] == [3, 3, 4]
    assert len(seen) == 2
    for other in ((second, first), (first,), (attrs.evolve(first), second), ()):
        assert length(attrs.evolve(section, chunks=other), 1) == len(other) + 1
        assert seen[-1].chunks == other
    assert length(Section(layer=Layer.PROJECT), 1) == 1
    assert seen[-1].layer is Layer.PROJECT
    late = Section(layer=Layer.RECENT, chunks=(first,))
    length(late, 1)
    length(late, 1)
    assert seen[-2:] == [late, late]


def test_the_same_objects_are_looked_at_once():
    """The same objects, equal texts and numbers give the cached result, even of what has no hash; other equal ones do not."""
    seen = []

    @cached_for_same_objects
    def length(*given):
        seen.append(given)
        return len(given)

    first, word, same = ["a"], "bc", str(b"bc", "ascii")
    assert word is not same
    assert [length(first, word), length(first, same), length(["a"], word), length(word, first)] == [2] * 4
    assert len(seen) == 3
    assert length() == length() == 0
    assert length(10**9) == length(int("1000000000")) == 1
    assert len(seen) == 5


def test_only_the_newest_results_are_kept():
    """Beyond the limit the oldest result goes, and is made again when it is asked for."""
    made = []
    keep = cached_for_same_objects(made.append)
    objects = [object() for _ in range(REMEMBERED + 1)]
    for one in (*objects, objects[-1], objects[0]):
        keep(one)
    assert made == [*objects, objects[0]]
