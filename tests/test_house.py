"""The house's own rules: no import circle, small modules, one name for one thing, tests that mirror the code."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import networkx as nx

TOP = Path(__file__).parents[1]
SOURCES = {"underdraft": TOP / "pipeline", "underdraft_plugins": TOP / "plugins"}

CIRCLES_LEFT = 0
"""Groups of modules that import each other."""

NAMES_LEFT = 0
"""Class names that two modules share."""

UNTESTED_LEFT = 17
"""Modules with logic and without a test file of their name. This number may only go down."""

LONGEST = 400
"""Lines of a module."""

ROOT_MODULES = 7
"""Modules in the package's root."""

WITH_ALL = {"underdraft", "underdraft.litellm", "underdraft.testing"}
"""The public modules whose names are for strangers."""

OTHER_ROOMS = {"e2e", "faults", "docs", "typing"}
"""Rooms of tests that cross the whole house; they mirror nothing."""

OTHER_TESTS = {
    "test_house.py",
    "channels/test_every_channel.py",
    "channels/test_fuzz.py",
    "channels/test_projects.py",
    "cli/test_interrupt.py",
    "cli/test_screens.py",
    "knowledge/test_fuzz.py",
    "learning/preferences/test_sequences.py",
    "run/test_prompt_snapshots.py",
    "run/test_recall_snapshots.py",
}
"""Tests in a mirrored room that look at several of its modules at once."""


@cache
def modules() -> dict[str, Path]:
    """Each module of both packages by its dotted name; a package has the name of its folder."""
    found = {}
    for source in SOURCES.values():
        for path in sorted(source.rglob("*.py")):
            parts = path.relative_to(source).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(name: str) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(modules()[name].read_text("utf-8"))


def imported(node: ast.AST) -> set[str]:
    """The modules that a piece of code imports, in functions and for type checkers too."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        whole = {f"{node.module}.{alias.name}": node.module for alias in node.names}
        return {name if name in modules() else module for name, module in whole.items()}
    return {name for child in ast.iter_child_nodes(node) for name in imported(child)}


def test_imports_in_functions_count():
    """An import inside a function is seen, and one for type checkers."""
    code = """
from underdraft.types import layers
if TYPE_CHECKING:
    import underdraft.workspace
def late():
    from underdraft.errors import Timeout
"""
    assert imported(ast.parse(code)) == {
        "underdraft.types.layers",
        "underdraft.workspace",
        "underdraft.errors",
    }


def test_nothing_imports_in_a_circle():
    """The modules stand in one order: none imports another that leads back to it."""
    graph = nx.DiGraph()
    for name in modules():
        graph.add_edges_from((name, other) for other in imported(tree(name)) & modules().keys() - {name})
    circles = [sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1]
    assert len(circles) <= CIRCLES_LEFT, circles


def test_the_root_is_small():
    """What a newcomer sees first is a handful of modules; the rest is in rooms."""
    root = [path.name for path in (SOURCES["underdraft"] / "underdraft").glob("*.py")]
    assert len(root) <= ROOT_MODULES, root


def test_modules_are_short():
    """No module has more than 400 lines."""
    lengths = {name: len(path.read_text("utf-8").splitlines()) for name, path in modules().items()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_one_class_has_one_name():
    """No two modules define a class of the same name."""
    homes = defaultdict(list)
    for name in modules():
        for node in ast.walk(tree(name)):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    shared = {cls: names for cls, names in homes.items() if len(names) > 1}
    assert len(shared) <= NAMES_LEFT, shared


def test_private_modules_export_nothing():
    """Only public modules say with ``__all__`` what is meant for others."""
    saying = {
        name
        for name in modules()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Name | ast.alias)
        and "__all__" in {getattr(node, "id", ""), getattr(node, "name", "")}
    }
    assert saying <= WITH_ALL


def mirrored() -> dict[Path, str]:
    """The module that each test file in a mirrored room is named after, ``""`` where there is none."""
    found = {}
    for path in sorted((TOP / "tests").rglob("test_*.py")):
        *rooms, file = path.relative_to(TOP / "tests").with_suffix("").parts
        if rooms[:1] and rooms[0] in OTHER_ROOMS:
            continue
        package = "underdraft_plugins" if rooms == ["plugins"] else ".".join(["underdraft", *rooms])
        wanted = file.removeprefix("test_")
        name = package if wanted == package.rpartition(".")[2] else f"{package}.{wanted}"
        found[path] = name if name in modules() else ""
    return found


def has_logic(name: str) -> bool:
    """Whether a module has a function that does something; values, protocols and hook tables have none."""
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(
            not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)) for line in node.body
        )
        for node in ast.walk(tree(name))
    )


def test_tests_mirror_the_code():
    """``tests/room/test_x.py`` tests ``underdraft/room/x.py``, the package of that name, or the room itself."""
    strays = {path.relative_to(TOP / "tests").as_posix() for path, name in mirrored().items() if not name}
    assert strays - OTHER_TESTS == set()


def test_few_modules_go_without_a_test_file():
    """A module with logic has a test file of its name; the number of those without only goes down."""
    tested = set(mirrored().values())
    bare = [
        name
        for name, path in modules().items()
        if has_logic(name)
        and name not in tested
        and path.name not in {"__init__.py", "__main__.py"}
        and path.parent.name != "versions"  # the schema's revisions are tested together
    ]
    assert len(bare) <= UNTESTED_LEFT, bare
