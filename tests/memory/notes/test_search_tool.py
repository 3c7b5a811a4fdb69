"""The model's tool: its arguments, its answer."""

from __future__ import annotations

import asyncio
import json

import pytest

from underdraft.errors import InvalidArgument
from underdraft.memory.notes.search_tool import TimeRange, moment, read_arguments, search_tool
from underdraft.types.memory import Found

HITS = (
    Found(
        ref="atomic:1", kind="atomic", content="灯塔", timestamp="2025-01-01T00:00:00.000Z", contradicted=True
    ),
    Found(ref="memory:2", kind="memory", content="码头", timestamp="2025-01-02T00:00:00.000Z"),
)


def test_a_call_is_answered_in_json():
    """References, times and texts; what no longer holds says so."""
    asked = []
    tool = search_tool(lambda keyword, span: asked.append((keyword, span)) or HITS, "en")
    assert tool.description.isascii()
    answer = asyncio.run(tool.run({"keyword": "灯", "time_range": {"from": "2025-01-01"}}))
    assert asked == [("灯", TimeRange(from_="2025-01-01"))]
    assert json.loads(answer) == [
        {"ref": "atomic:1", "said": "2025-01-01T00:00:00.000Z", "text": "灯塔", "outdated": True},
        {"ref": "memory:2", "said": "2025-01-02T00:00:00.000Z", "text": "码头"},
    ]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "keyword"),
        ({"keyword": 3}, "keyword"),
        ({"keyword": "x", "time_range": "today"}, "time_range"),
        ({"keyword": "x", "time_range": {"from": 3}}, "time_range"),
    ],
)
def test_what_a_model_makes_up_is_refused(arguments, field):
    """Types are checked before the search begins."""
    with pytest.raises(InvalidArgument) as raised:
        read_arguments(arguments)
    assert raised.value.details == {"field": field}


@pytest.mark.parametrize(
    ("given", "end", "wanted"),
    [
        ("2025-01-02", "from", "2025-01-02T00:00:00.000Z"),
        ("2025-01-02", "to", "2025-01-02T23:59:59.999Z"),
        ("2025-01-02T03:04:05+02:00", "to", "2025-01-02T01:04:05.000Z"),
        ("2025-01-02T03:04:05.678Z", "from", "2025-01-02T03:04:05.678Z"),
    ],
)
def test_the_ends_of_a_range_are_moments(given, end, wanted):
    """In UTC, with milliseconds."""
    assert moment(given, end) == wanted


def test_a_range_holds_its_ends():
    """An end that is not given is no limit."""
    span = TimeRange(from_="2025-01-02", to="2025-01-02")
    at = (
        "2025-01-01T23:59:59.999Z",
        "2025-01-02T00:00:00.000Z",
        "2025-01-02T23:59:59.999Z",
        "2025-01-03T00:00:00.000Z",
    )
    assert [span.holds(moment_) for moment_ in at] == [False, True, True, False]
    assert TimeRange().holds("")
