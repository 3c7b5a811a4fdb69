"""The check without a model, on the sample novel: planted contradictions and false alarms."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from knowledge.novel_copies import CASES, copy_of_the_novel, findings_in, plant
from underdraft import Workspace

HELD_OUT = tomllib.loads(
    (Path(__file__).parent / "contradictions_held_out.toml").read_text(encoding="utf-8")
)["case"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the novel, open all the time: what a case does not change is read once."""
    base = tmp_path_factory.mktemp("planted")
    with Workspace.open(copy_of_the_novel(base / "novel"), store=base / "store.db") as workspace:
        yield workspace


def hits(case, copy):
    """The findings that report a case, and the certain ones that do not."""
    before = {edit["file"]: (copy.root / edit["file"]).read_bytes() for edit in case["edits"]}
    plant(copy.root, case["edits"])
    found = findings_in(copy)
    for name, content in before.items():
        (copy.root / name).write_bytes(content)
    right = [f for f in found if f.code == case["code"] and case["name"] in f.names]
    return right, [f for f in found if f not in right and not f.doubt]


def test_the_clean_novel_has_at_most_two_false_alarms(copy):
    """Nothing, or nearly nothing, is found in a novel without contradictions."""
    assert len(findings_in(copy)) <= 2


def test_at_least_eighteen_of_twenty_planted_contradictions_are_found(copy):
    """Each is planted alone; those that are found have both ends as evidence."""
    assert len(CASES) == 20
    found = {}
    for case in CASES:
        right, _ = hits(case, copy)
        found[case["id"]] = bool(right)
        assert all(finding.refs for finding in right)
    assert sum(found.values()) >= 18, [name for name, hit in found.items() if not hit]
    assert found == {case["id"]: case.get("found", True) for case in CASES}


def test_contradictions_that_the_rules_were_not_made_with(copy):
    """Nine in ten of those written afterwards are found too."""
    found = [bool(hits(case, copy)[0]) for case in HELD_OUT]
    assert sum(found) >= 0.9 * len(found)


@pytest.mark.parametrize("case", [CASES[0], CASES[4], CASES[13]], ids=lambda case: case["id"])
def test_a_planted_contradiction_raises_no_other_alarm(case, copy):
    """One fault, one kind of finding; what else it moves is a doubt."""
    right, others = hits(case, copy)
    assert right
    assert others == []


def test_every_finding_points_into_the_project(tmp_path):
    """Evidence is a project-relative path with lines that exist."""
    edits = [edit for case in CASES[:9] for edit in case["edits"]]
    folder = copy_of_the_novel(tmp_path / "all", edits)
    with Workspace.open(folder, store=tmp_path / "store.db") as workspace:
        found = findings_in(workspace)
    for finding in found:
        for ref in finding.refs:
            assert not ref.path.startswith("/")
            lines = (folder / ref.path).read_text(encoding="utf-8").count("\n") + 1
            assert 0 <= ref.first_line <= ref.last_line <= lines
