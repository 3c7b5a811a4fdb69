"""Answers of several channels."""

from __future__ import annotations

import attrs

from underdraft.boundary.json import to_json
from underdraft.boundary.shape import shape_of
from underdraft.channels.answers import List, Revisions


@attrs.frozen(kw_only=True)
class Wheel:
    name: str = "wheel"
    spokes: int = 8


def test_lists_and_histories():
    """They are named after what they hold."""
    assert to_json(List((Wheel(),))) == {"items": [{"name": "wheel", "spokes": 8}]}
    assert to_json(Revisions(())) == {"revisions": []}
    assert shape_of(List[Wheel]).name == "WheelList"
    assert shape_of(Revisions[Wheel]).name == "WheelRevisions"
