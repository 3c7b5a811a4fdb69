"""Answers made of what the engine has."""

from __future__ import annotations

import attrs
import pytest

from underdraft.boundary.json import to_json
from underdraft.boundary.shape import shape_of
from underdraft.channels.answers import List, Revisions, answer_of


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


def test_an_answer_of_several_values():
    """What is given comes first, then the first value that has it, then the default."""
    assert answer_of(Told, Engine(), Wheel()) == Told(name="engine", both="engine 1", spokes=8)
    assert answer_of(Told, Wheel(), Engine(), extra="x").name == "wheel"
    assert answer_of(Told, Engine(), both="given", spokes=0).both == "given"


def test_an_answer_that_lacks_something():
    """A field that nobody has is a fault of the engine."""
    with pytest.raises(TypeError, match="spokes"):
        answer_of(Told, Engine())


def test_lists_and_histories():
    """They are named after what they hold."""
    assert to_json(List((Wheel(),))) == {"items": [{"name": "wheel", "spokes": 8}]}
    assert to_json(Revisions(())) == {"revisions": []}
    assert shape_of(List[Wheel]).name == "WheelList"
    assert shape_of(Revisions[Wheel]).name == "WheelRevisions"
