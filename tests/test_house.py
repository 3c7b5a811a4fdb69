"""The house's own rules: no import circle, small modules, one name for one thing, tests that mirror the code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

TOP = Path(__file__).parents[1]
SOURCES = {"underdraft": TOP / "pipeline", "underdraft_plugins": TOP / "plugins"}

FOLDERS_LEFT = 0
"""Pairs of folders, neither inside the other, whose modules import each other."""

NAMES_LEFT = 0
"""Class names that two modules share."""

UNTESTED_LEFT = 17
"""Modules with logic and without a test file of their name. This number may only go down."""

LONGEST = 400
"""Lines of a module."""

ROOT_MODULES = 7
"""Modules in the package's root."""

WITH_ALL = {"underdraft", "underdraft.testing"}
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
    "learning/rules/test_sequences.py",
    "project/test_fuzz.py",
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


def test_what_a_chinese_character_is_stands_in_four_modules():
    """The scripts of reading, the two tables of token estimates, and where a long line may be cut to be counted; Chinese words of code stand in its language alone."""
    spelled = re.compile(r"\\u(?:3400|4e00|9fff)|0x4E00|\\p\{Han\}|[\u3400\u4e00]-|-[\u9fa5\u9fff]")
    assert {name for name, path in modules().items() if spelled.search(path.read_text("utf-8"))} == {
        "underdraft.text.encodings",
        "underdraft.text.language.scripts",
        "underdraft.text.token_rates",
        "underdraft.text.tokens",
    }


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
    imports = {name: imported(tree(name)) & modules().keys() - {name} for name in modules()}
    TopologicalSorter(imports).prepare()


def test_folders_import_one_way():
    """Where a folder's modules import those of another one, none of the other's imports one of its own."""
    homes = {name: path.parent for name, path in modules().items()}
    arrows = {(homes[name], homes[other]) for name in homes for other in imported(tree(name)) & homes.keys()}
    apart = {(a, b) for a, b in arrows if not (a.is_relative_to(b) or b.is_relative_to(a))}
    mutual = {frozenset(pair) for pair in apart if pair[::-1] in apart}
    assert len(mutual) <= FOLDERS_LEFT, mutual


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
        package = ".".join(
            ["underdraft_plugins", *rooms[1:]] if rooms[:1] == ["plugins"] else ["underdraft", *rooms]
        )
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


DOOR = {"underdraft.project.confined", "underdraft.project.folder"}
"""What opens, lists and writes files of a project."""

FILE_CALLS = {
    *("open", "fdopen", "read_text", "read_bytes", "write_text", "write_bytes", "is_file", "is_dir", "lstat"),
    *("iterdir", "glob", "rglob", "walk", "scandir", "listdir", "mkdir", "makedirs", "unlink", "touch"),
    *("symlink_to", "NamedTemporaryFile", "copy", "copyfile", "copytree", "rmtree"),
}
"""Names of functions that look at files or change them."""

OTHER_FILES = {
    "what the package ships": {
        *("cli.starter", "memory.db.migrate"),
        "memory.runs.compression",
        *(
            "project.shipped",
            "cache.provider_rules",
            "cache.model_map",
            "text.encodings",
            "text.strings",
            "text.token_rates",
            "service.openapi",
            "knowledge.ledger.questions",
        ),
        *("underdraft_plugins.extractors.memories", "underdraft_plugins.extractors.pair_encoder"),
    },
    "folders and files that stand on the command line": {
        *("cli.language", "cli.sample", "cli.manuscript", "cli.project_commands"),
        "project.importing",
        *("cli.starter", "project.source_files", "memory.project_folders"),
    },
    "the store and what lies beside it": {
        *(
            "memory.db.sqlite_file",
            "memory.db.write_ahead_queue",
        ),
        *("memory.copies.backup", "memory.db.migrate", "memory.db.store_file"),
    },
    "the writer's own list of trusted folders and settings": {"project.trust", "project.settings"},
    "the program's own words and vocabularies": {"text.user_cache"},
    "standard output": {"cli.exit_status"},
    "a test's own folder": {"testing.fixtures"},
    "looks through the door": {
        *("channels.lock", "cli.applied", "cli.demo", "cli.project_checks", "memory.notes.import_export"),
        "project.files",
        *("prompt.template_set", "run.gate", "service.pages.chapters", "skill.registry"),
    },
}
"""Modules that look at other files than those of a project, by what these are; without ``underdraft.``."""


def looks_at_files(name: str) -> bool:
    """Whether a module calls a function that looks at files or changes them."""
    return any(is_file_call(node) for node in ast.walk(tree(name)) if isinstance(node, ast.Call))


def is_file_call(node: ast.Call) -> bool:
    """Whether it is a call of one of these functions; ``open`` of a workspace or a pool has no mode."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name == "open" and isinstance(node.func, ast.Attribute):
        of_system = getattr(node.func.value, "id", "") == "os"
        return of_system or any(isinstance(a, ast.Constant) and "b" in str(a.value) for a in node.args)
    return name in FILE_CALLS


def test_project_files_have_one_door():
    """No module but the door opens, lists or writes files of a project; those that look at other files are known."""
    named = {name for names in OTHER_FILES.values() for name in names}
    known = DOOR | {name if name.startswith("underdraft_") else f"underdraft.{name}" for name in named}
    found = {name for name in modules() if looks_at_files(name)}
    assert found - known == set()
    assert known - found == set()
