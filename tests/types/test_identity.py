from __future__ import annotations

import attrs

from run.prompt_parts import chunk
from underdraft import Layer
from underdraft.types.identity import cached_for_stable_layers
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
