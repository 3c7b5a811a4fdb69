"""Every clause of the specifications has a test, a departure with its reason, or stands on the list of what is missing."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from docs.pages import read, script

NOT_HELD = {
    "001.7.6",  # the suite is not run on Windows
}
"""Clauses that nothing holds yet. This list may only become shorter."""

WRITER = script("write_seeds_page")
KEYS = {0: {"title"}, 1: {"title"}, 2: {"asks", "departs", "not_held"}}
"""What an entry may say, by the number of dots in its number: a specification, a section, a clause."""


def problems(clauses, tests, not_held):
    """What is wrong with a table of clauses, given the tests by clause and the list of what is missing."""
    for number, clause in clauses.items():
        held, departs, missing = number in tests, "departs" in clause, "not_held" in clause
        if not (held or departs or missing):
            yield f"{number}: neither a test nor a departure"
        if missing and (held or departs):
            yield f"{number}: not held, and yet it has a test or a departure"
        if missing and number not in not_held:
            yield f"{number}: not held, and not on the list"
        if not missing and number in not_held:
            yield f"{number}: on the list of what is not held, but held"
        if not all(text.strip().endswith((".", ")")) for text in clause.values()):
            yield f"{number}: not a sentence"
    yield from (f"{number}: no such clause" for number in tests.keys() - clauses.keys())
    yield from (f"{number}: on the list, but no clause" for number in not_held - clauses.keys())


def test_the_page_is_up_to_date():
    """docs/seeds.md is what docs/write_seeds_page.py writes now."""
    assert WRITER.PAGE.read_text(encoding="utf-8") == WRITER.page(), "run python docs/write_seeds_page.py"


def test_every_clause_is_accounted_for():
    """Each has a test or a reason, each mark names a clause, and nothing is missing that is not on the list."""
    clauses = WRITER.clauses(WRITER.entries())
    assert list(problems(clauses, WRITER.marked_tests(), NOT_HELD)) == []


def test_numbers_are_specification_section_and_place():
    """They count from 1 in each section and stand in order, below a section that has a title."""
    table = WRITER.entries()
    assert [number for number in table if "." not in number] == ["000", "001", "002", "003", "004"]
    for number, entry in table.items():
        assert set(entry) <= KEYS[number.count(".")], number
        assert set(entry) & {"title", "asks"}, number
    for depth in (1, 2):
        below = [number.rpartition(".") for number in table if number.count(".") == depth]
        for parent, members in groupby(below, key=lambda parts: parts[0]):
            assert parent in table
            places = [int(place) for _, _, place in members]
            assert places == list(range(1, len(places) + 1)), parent


def test_every_mark_is_found():
    """The page sees each mark that pytest sees: they stand in decorators of functions, and nowhere else."""
    listed = {test for tests in WRITER.marked_tests().values() for test in tests}
    for path in {test.partition("::")[0] for test in listed}:
        marks = len(re.findall(r"^ *@?pytest\.mark\.seed\(", read(path), re.MULTILINE))
        assert marks == sum(test.startswith(f"{path}::") for test in listed), path
    everywhere = {
        path.relative_to(WRITER.TESTS.parent).as_posix()
        for path in WRITER.TESTS.rglob("*.py")
        if "pytest.mark.seed(" in path.read_text(encoding="utf-8")
    }
    assert everywhere - {"tests/docs/test_seeds_page.py"} == {test.partition("::")[0] for test in listed}


def test_no_marked_test_is_left_out_of_runs():
    """A test that is always skipped or expected to fail holds nothing."""
    listed = {test for tests in WRITER.marked_tests().values() for test in tests}
    for test in sorted(listed):
        path, _, name = test.partition("::")
        decorators = re.search(rf"^((?:[@ )].*\n)*)(?:async )?def {name}\(", read(path), re.MULTILINE)[1]
        assert name.startswith("test_"), test
        assert not re.search(r"mark\.(skip|xfail)\b", decorators), test


SOUND = {"asks": "It holds."}


@pytest.mark.parametrize(
    ("clause", "tests", "not_held", "said"),
    [
        (SOUND, {"000.1.1": ["a"]}, set(), None),
        (SOUND | {"departs": "Why."}, {}, set(), None),
        (SOUND | {"departs": "Why."}, {"000.1.1": ["a"]}, set(), None),
        (SOUND | {"not_held": "What."}, {}, {"000.1.1"}, None),
        (SOUND, {}, set(), "000.1.1: neither a test nor a departure"),
        (SOUND, {"000.1.1": ["a"], "000.1.2": ["b"]}, set(), "000.1.2: no such clause"),
        (SOUND | {"not_held": "What."}, {}, set(), "000.1.1: not held, and not on the list"),
        (
            SOUND | {"not_held": "What."},
            {"000.1.1": ["a"]},
            {"000.1.1"},
            "000.1.1: not held, and yet it has a test or a departure",
        ),
        (SOUND, {"000.1.1": ["a"]}, {"000.1.1"}, "000.1.1: on the list of what is not held, but held"),
        (SOUND, {"000.1.1": ["a"]}, {"000.9.9"}, "000.9.9: on the list, but no clause"),
        (SOUND | {"departs": ""}, {}, set(), "000.1.1: not a sentence"),
    ],
)
def test_each_fault_is_found(clause, tests, not_held, said):
    """A clause without anything, a mark without a clause, and each disagreement with the list."""
    assert list(problems({"000.1.1": clause}, tests, not_held)) == ([said] if said else [])


def test_marks_are_read_from_the_files(tmp_path):
    """Several numbers in one mark, several tests of one clause, beside other marks; tests without a mark are left out."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_one.py").write_text(
        '@pytest.mark.slow\n@pytest.mark.seed("000.1.1", "000.1.2")\ndef test_a(): ...\n'
        '@pytest.mark.seed("000.1.1")\nasync def test_b(): ...\ndef test_c(): ...\n',
        encoding="utf-8",
    )
    a, b = (f"tests/test_one.py::test_{name}" for name in "ab")
    assert WRITER.marked_tests(tmp_path / "tests") == {"000.1.1": [a, b], "000.1.2": [a]}
