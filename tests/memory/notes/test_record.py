"""What may be written into a memory."""

from __future__ import annotations

import attrs
import pytest

from underdraft.errors import InvalidArgument
from underdraft.memory.notes.record import MemoryItem, check_item

GOOD = MemoryItem(id="m", type="note", scope="global", content="x")


def test_a_memory_of_a_project_or_of_none_passes():
    """Every scope with its own project."""
    check_item(GOOD)
    check_item(attrs.evolve(GOOD, scope="project", project_id="novel", evidence=({"runId": "r"},)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"scope": "galaxy"}, "scope: expected project or global"),
        ({"origin": "x"}, "origin: expected manual or learned"),
        ({"type": "Note"}, "type: expected preference, fact, note or another lower-case word"),
        ({"scope": "project"}, "projectId: expected a project's id, because scope is project"),
        ({"project_id": "p"}, "projectId: expected none, because scope is global"),
        ({"confidence": True}, "confidence: expected a number from 0 to 1"),
        ({"user_confirmed": 1}, "userConfirmed: expected true or false"),
        ({"evidence": "x"}, "evidence: expected a list of JSON values"),
        ({"metadata": {1: "x"}}, "metadata: expected keys that are strings without lone surrogates"),
        ({"metadata": {"a": "x" * 20_000}}, "metadata: expected at most 20000 characters as JSON"),
    ],
)
def test_each_fault_has_its_sentence(changes, message):
    """Field and expectation, never the value."""
    with pytest.raises(InvalidArgument) as raised:
        check_item(attrs.evolve(GOOD, **changes))
    assert raised.value.message == message


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {1: 2}, object(), {"a": [b""]}])
def test_what_json_cannot_hold_is_refused(value):
    """Numbers without a form, lone surrogates, other keys than text, other values; a tuple counts as a list."""
    check_item(attrs.evolve(GOOD, evidence=(1, (None, {"a": ["x", 0.5]}))))
    with pytest.raises(InvalidArgument, match=r"^evidence: expected"):
        check_item(attrs.evolve(GOOD, evidence=(value,)))
