from __future__ import annotations

from underdraft.types.identity import Same


def test_the_same_objects_are_equal_and_equal_ones_are_not():
    """A key is found again by the very objects that it was made of, in their order, and by no equal ones."""
    first, second = [1], [1]
    cached = {Same(first, second): "cached"}
    assert cached[Same(first, second)] == "cached"
    assert Same(second, first) not in cached
    assert Same(first, [1]) not in cached
    assert Same(first) not in cached
    assert Same(first) != (first,)
