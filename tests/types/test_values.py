"""Classes of values behave as ``attrs.frozen`` makes them, with code of their own for three methods."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from underdraft.types.values import frozen


@frozen
class Nothing:
    """No field."""


@frozen(kw_only=True)
class Place:
    """One that leaves something out of each method."""

    name: str
    size: int = 0
    seen: int = attrs.field(default=0, eq=False)
    hidden: str = attrs.field(default="", repr=False)


@frozen
class Holder:
    """One that may hold itself."""

    held: list[object]


def test_equal_values_of_one_class_are_one():
    """Beside what is not compared."""
    place = Place(name="Quay", size=2, hidden="s")
    assert place == Place(name="Quay", size=2, hidden="s", seen=4)
    assert len({place, Place(name="Quay", size=2, hidden="s", seen=4)}) == 1
    assert place != Place(name="Quay", size=3, hidden="s")
    assert place != Place(name="Quay", size=2, hidden="other")
    assert place != ("Quay", 2)
    assert len({Nothing(), Nothing(), place}) == 2


def test_a_value_shows_its_fields_as_attrs_does():
    """One that holds itself, too."""
    place = Place(name="Quay", hidden="s")
    assert repr(place) == "Place(name='Quay', size=0, seen=0)"
    held = []
    held.append(Holder(held))
    assert repr(held[0]) == "Holder(held=[...])"


def test_values_stay_attrs_values_that_nobody_changes():
    """They are copied, pickled and made anew with a change."""
    place = Place(name="Quay")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        place.name = "Pier"
    assert attrs.evolve(place, size=5) == Place(name="Quay", size=5)
    assert pickle.loads(pickle.dumps(place)) == place == copy.deepcopy(place)  # noqa: S301
    with pytest.raises(TypeError):
        Place("Quay")
