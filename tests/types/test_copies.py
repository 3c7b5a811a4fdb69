"""Values made of other values."""

from __future__ import annotations

import attrs
import pytest

from underdraft.types.copies import copied


@attrs.frozen(kw_only=True)
class Engine:
    name: str = "engine"
    size: int = 1

    @property
    def both(self):
        """A property counts like a field."""
        return f"{self.name} {self.size}"


@attrs.frozen(kw_only=True)
class Wheel:
    name: str = "wheel"
    spokes: int = 8


@attrs.frozen(kw_only=True)
class Told:
    name: str
    both: str
    spokes: int
    extra: str = "none"


def test_a_value_of_several_values():
    """What is given comes first, then the first value that has it, then the default."""
    assert copied(Told, Engine(), Wheel()) == Told(name="engine", both="engine 1", spokes=8)
    assert copied(Told, Wheel(), Engine(), extra="x").name == "wheel"
    assert copied(Told, Engine(), both="given", spokes=0).both == "given"


def test_a_value_that_lacks_something():
    """A field that nobody has is a fault of the engine."""
    with pytest.raises(TypeError, match="spokes"):
        copied(Told, Engine())
