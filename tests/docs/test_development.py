"""docs/development.md sends a newcomer to places that are there."""

from __future__ import annotations

import ast
import re
import tomllib

import pytest
from hypothesis import settings

import underdraft
from docs.pages import ROOT, codes, prose, read, rows, section

CHANGES = {row[0]: row for row in rows(section("docs/development.md", "Where a change begins"), "change")}


def names_in(path):
    """What a Python file defines at its top level."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


@pytest.mark.parametrize("change", CHANGES)
def test_places(change):
    """The place and the test of a change exist, with the name after the colon."""
    _, place, test, _ = CHANGES[change]
    path, _, name = codes(place)[0].partition(":")
    assert (ROOT / path).is_file()
    assert not name or name in set(names_in(path))
    assert (ROOT / codes(test)[0]).is_file()


def test_each_change_has_one_place():
    """And one test that fails first."""
    assert len(CHANGES) > 10
    assert all(len(codes(row[1])) == len(codes(row[2])) == 1 for row in CHANGES.values())


def test_the_version_is_the_same_in_both_files():
    """The two places that a release sets agree."""
    assert tomllib.loads(read("pyproject.toml"))["project"]["version"] == underdraft.__version__


def test_the_numbers_of_examples():
    """The page says on how many examples a property is tried."""
    quick, wide, thorough = (
        settings.get_profile(name).max_examples for name in ("quick", "wide", "thorough")
    )
    said = f"tried on {quick} examples; `UNDERDRAFT_HYPOTHESIS=wide` takes {wide}, `thorough` {thorough:,}."
    assert said in prose(read("docs/development.md"))


def test_contributing_names_every_session_of_nox():
    """Whoever contributes is told each check by the name that nox knows."""
    sessions = re.findall(r"^@nox\.session.*?^def (\w+)", read("noxfile.py"), re.MULTILINE | re.DOTALL)
    table = [line for line in read("CONTRIBUTING.md").splitlines() if line.startswith("| `")]
    assert sorted(sessions) == sorted(
        name for line in table for name in re.findall(r"`(\w+)`", line.split("|")[1])
    )


def test_each_base_dependency_has_its_reason():
    """The table of dependencies names what pyproject.toml names, each with why; the lean install leaves litellm out."""
    base = {
        re.split(r"[^\w.-]", line)[0]
        for line in tomllib.loads(read("pyproject.toml"))["project"]["dependencies"]
    }
    table = rows(section("docs/development.md", "Dependencies"), "package")
    assert {name for row in table for name in codes(row[0])} == base
    assert all(row[1] for row in table)
    pinned, lean = (
        set(re.findall(r"^([\w.-]+==\S+)", read(f"constraints{kind}.txt"), re.MULTILINE))
        for kind in ("", "-lean")
    )
    names = {pin.split("==")[0] for pin in lean}
    assert lean == {pin for pin in pinned if pin.split("==")[0] in names}
    assert base - names == {"litellm"}
