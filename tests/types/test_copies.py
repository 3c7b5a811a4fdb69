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
class Told:
    name: str
    both: str
    spokes: int
    extra: str = "none"


def test_a_value_of_another():
    """What is given comes first, then what the other value has, properties too, then the default."""
    assert copied(Told, Engine(), spokes=8) == Told(name="engine", both="engine 1", spokes=8)
    assert copied(Told, Engine(), both="given", spokes=0, extra="x") == Told(
        name="engine", both="given", spokes=0, extra="x"
    )


def test_a_value_that_lacks_something():
    """A field that nobody has is a fault of the engine."""
    with pytest.raises(TypeError, match="spokes"):
        copied(Told, Engine())
