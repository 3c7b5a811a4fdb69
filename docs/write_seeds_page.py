"""Writes ``docs/seeds.md`` from seed_clauses.toml and the marks of the tests: ``python docs/write_seeds_page.py``."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PAGE = Path(__file__).with_name("seeds.md")
CLAUSES = Path(__file__).with_name("seed_clauses.toml")
TESTS = Path(__file__).parents[1] / "tests"

INTRODUCTION = """\
# Specifications and tests

<!-- Written by docs/write_seeds_page.py from seed_clauses.toml and the marks of the tests. Change those. -->

Underdraft follows five specifications, 000 to 004. This page lists their clauses in our own words, each with the tests
that fail when it no longer holds. A number is specification, section and place, and does not change. Where we depart
from a clause, the reason is beside it; [contract.md](contract.md) says what holds instead. Names of classes, methods and
libraries of other languages count as examples.

"""


def page() -> str:
    """The whole page."""
    table, tests = entries(), marked_tests()
    return INTRODUCTION + summary(table, tests) + "\n" + "\n".join(parts(table, tests))


def entries() -> dict[str, dict[str, str]]:
    """What seed_clauses.toml says, by number: specifications, their sections, and the clauses of these."""
    return tomllib.loads(CLAUSES.read_text(encoding="utf-8"))


def clauses(table: Mapping[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The clauses alone."""
    return {number: entry for number, entry in table.items() if number.count(".") == 2}  # noqa: PLR2004


def marked_tests(folder: Path = TESTS) -> dict[str, list[str]]:
    """The tests that hold each clause, as ``path::name``."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.seed" not in text:
            continue
        where = path.relative_to(folder.parent).as_posix()
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for number in numbers(function):
                    found.setdefault(number, []).append(f"{where}::{function.name}")
    return found


def numbers(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The numbers in the mark of a test."""
    for call in function.decorator_list:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.seed":
            yield from (ast.literal_eval(argument) for argument in call.args)


def summary(table: Mapping[str, dict[str, str]], tests: Mapping[str, Sequence[str]]) -> str:
    """How many clauses there are of each kind, by specification."""
    rows = [("specification", "clauses", "with a test", "with a departure", "not held yet")]
    for number, entry in table.items():
        if "." not in number:
            own = {n: c for n, c in clauses(table).items() if n.startswith(f"{number}.")}
            counts = (
                len(own),
                sum(n in tests for n in own),
                sum("departs" in c for c in own.values()),
                sum("not_held" in c for c in own.values()),
            )
            rows.append((f"{number} {entry['title']}", *map(str, counts)))
    return markdown(rows)


def parts(table: Mapping[str, dict[str, str]], tests: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The specifications, and a table for each of their sections."""
    for number, entry in table.items():
        if "." not in number:
            yield f"## {number} {entry['title']}\n"
        elif number.count(".") == 1:
            own = [
                (n, c["asks"], answer(c, tests.get(n, ())))
                for n, c in clauses(table).items()
                if n.startswith(f"{number}.")
            ]
            yield f"### {number} {entry['title']}\n\n{markdown([('clause', 'what it asks', 'tests and departures'), *own])}"


def answer(clause: Mapping[str, str], tests: Sequence[str]) -> str:
    """The tests of a clause, then how we depart from it, or what is missing."""
    lines = [f"`{test}`" for test in tests]
    if "departs" in clause:
        lines.append(f"**Departure.** {clause['departs']}")
    if "not_held" in clause:
        lines.append(f"**Not held yet.** {clause['not_held']}")
    return "<br>".join(lines)


def markdown(rows: Sequence[tuple[Any, ...]]) -> str:
    """A Markdown table; the first row is its head."""
    head, *body = (f"| {' | '.join(row)} |\n" for row in rows)
    return head + "|" + " --- |" * len(rows[0]) + "\n" + "".join(body)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
