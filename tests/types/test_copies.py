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
    """What is given comes first, then what the other value has, properties too."""
    assert copied(Told, Engine(), spokes=8, extra="x") == Told(
        name="engine", both="engine 1", spokes=8, extra="x"
    )
    assert copied(Told, Engine(), both="given", spokes=8, extra="x").both == "given"


def test_a_value_that_lacks_something():
    """A field that the source lacks is an error, even where it has a default."""
    with pytest.raises(AttributeError, match="extra"):
        copied(Told, Engine(), spokes=8)
