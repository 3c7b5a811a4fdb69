from __future__ import annotations

import attrs
import pytest

from underdraft import InvalidArgument, RunRequest, Selection
from underdraft.run.check_request import MAX_DOCUMENT, MAX_INSTRUCTION, as_selection, check_request

GOOD = RunRequest(skill_id="polish", document="雾里的👨‍👩‍👧。\r\n完", selection=Selection(0, 2))


def test_a_good_request_passes():
    """What is in range comes back as it is."""
    assert check_request(GOOD) is GOOD
    assert check_request(RunRequest(skill_id="a", document="", selection=Selection(0, 0)))
    assert check_request(RunRequest(skill_id="a", project_id=None, candidates=8, timeout_ms=1))
    assert check_request(RunRequest(skill_id="a", instruction="x" * MAX_INSTRUCTION))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"skill_id": ""}, "skillId"),
        ({"skill_id": None}, "skillId"),
        ({"skill_id": 5}, "skillId"),
        ({"skill_id": "a" * 201}, "skillId"),
        ({"skill_id": "a\nb"}, "skillId"),
        ({"skill_id": "\ud800"}, "skillId"),
        ({"project_id": ""}, "projectId"),
        ({"project_id": 5}, "projectId"),
        ({"document_id": "\x00"}, "documentId"),
        ({"session_id": 5}, "sessionId"),
        ({"scene_type": "\udfff"}, "sceneType"),
        ({"model": ""}, "model"),
        ({"document": b"bytes"}, "document"),
        ({"document": 5}, "document"),
        ({"instruction": ["x"]}, "instruction"),
        ({"instruction": "x" * 100_001}, "instruction"),
        ({"candidates": 0}, "candidates"),
        ({"candidates": 9}, "candidates"),
        ({"candidates": True}, "candidates"),
        ({"candidates": 1.0}, "candidates"),
        ({"timeout_ms": 0}, "timeoutMs"),
        ({"timeout_ms": "5"}, "timeoutMs"),
        ({"timeout_ms": 3_600_001}, "timeoutMs"),
        ({"selection": Selection(-1, 2)}, "selection"),
        ({"selection": Selection(2, 1)}, "selection"),
        ({"selection": Selection(0, 99)}, "selection"),
        ({"selection": Selection(True, 2)}, "selection"),
        ({"selection": Selection(0, 1.0)}, "selection"),
        ({"selection": Selection(0, 4)}, "selection.end"),
        ({"selection": Selection(4, 8)}, "selection.start"),
        ({"selection": Selection(0, 10)}, "selection.end"),
        ({"document": None}, "selection"),
    ],
    ids=str,
)
def test_what_is_out_of_range(change, field):
    """Each fault is INVALID_ARGUMENT that names the field as it is called at the boundary."""
    with pytest.raises(InvalidArgument) as caught:
        check_request(attrs.evolve(GOOD, **change))
    assert caught.value.message.startswith(f"{field}:")


def test_a_document_beyond_all_measure():
    """A document beyond the limit is refused by its length alone."""
    with pytest.raises(InvalidArgument, match="longer than"):
        check_request(RunRequest(skill_id="a", document="a" * (MAX_DOCUMENT + 1)))


@pytest.mark.parametrize("value", [(1,), (1, 2, 3), (True, 2), ("1", 2), (1.0, 2), "12", 5, {1, 2}])
def test_selections_that_are_none(value):
    """A selection is two whole numbers and nothing else."""
    with pytest.raises(InvalidArgument, match=r"^selection: expected two whole numbers"):
        as_selection(value)
