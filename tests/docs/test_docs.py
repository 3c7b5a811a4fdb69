"""What is documented is there, and what is there is documented."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest

import underdraft
from docs import pages
from underdraft import LAYERS, errors, hookspecs, testing
from underdraft.skill.context_rules import BUILTIN_RULES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
HOOKS = {name: hook for name, hook in vars(hookspecs).items() if name.startswith("underdraft_")}
ROWS = {
    cells[1].rpartition("</a>")[2].strip("` "): cells
    for line in PAGE.splitlines()
    if line.startswith('| <a id="underdraft_')
    and line.count("|") == 5
    and (cells := [c.strip() for c in line.split("|")])
}


def arguments(hook):
    """The names of a hook's arguments."""
    return list(inspect.signature(hook).parameters)


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_is_documented(name):
    """Each hook says when it is called, each of its arguments is described, and what it returns."""
    text = inspect.getdoc(HOOKS[name])
    assert text.startswith("Called ")
    described = re.findall(r"^    (\w+): ", text.partition("Args:")[2].partition("Returns:")[0], re.MULTILINE)
    assert described == arguments(HOOKS[name])
    returns = inspect.signature(HOOKS[name]).return_annotation
    assert ("Returns:" in text) is (returns != "None")


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_has_its_row(name):
    """The page has a row for each hook, with each argument by name."""
    row = ROWS[name]
    assert re.findall(r"`(\w+)`:", row[2]) == arguments(HOOKS[name])
    assert row[3]
    assert row[4]


def test_the_rows_are_in_call_order():
    """The page lists exactly the hooks, in the order of hookspecs.py."""
    assert list(ROWS) == list(HOOKS)


def test_the_first_example_is_a_plugin(underdraft_workspace):
    """The page's first example can be loaded, and what it fetches comes into the prompt."""
    weather = ModuleType("weather")
    exec(re.search(r"```python [^\n]*__init__[^\n]*\n(.*?)```", PAGE, re.DOTALL)[1], vars(weather))  # noqa: S102
    skill = "---\nname: log\ndescription: Keep the log\ncontext_rules: {weather: 1}\n---\nKeep the log.\n"
    files = {".underdraft/skills/log/SKILL.md": skill, weather.LOG: "- Fog since dawn.\n"}
    ws = underdraft_workspace(files, plugins=[weather])
    assert "Fog since dawn." in ws.preview_sync("log").prompt.stable_prefix


def test_the_channel_is_one(underdraft_workspace):
    """The page's channel can be called, and answers what the page says."""
    reports = ModuleType("reports")
    example = next(e for e in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "@channel" in e)
    exec(example, vars(reports))  # noqa: S102
    ws = underdraft_workspace(plugins=[reports])
    called, answered = re.search(r"`workspace\.(invoke_sync\(.*?\))` answers\n`(.*?)`", PAGE).groups()
    assert eval(f"ws.{called}", {"ws": ws}) == ast.literal_eval(answered)  # noqa: S307


def test_the_kit_is_documented():
    """The page names everything that the testing kit offers to plugin authors."""
    section = PAGE.partition("## Testing it")[2]
    for name in (
        "inputs",
        "run_fetcher",
        "assert_stable",
        "prompt_snapshot",
        "FakeModel",
        "underdraft_workspace",
    ):
        assert f"`{name}" in section, name
        assert inspect.getdoc(getattr(testing, name))


def test_every_public_name_is_documented():
    """Each name that ``from underdraft import ...`` gives has a docstring of its own."""
    for name in underdraft.__all__:
        value = getattr(underdraft, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert (value.__doc__ or "").strip(), name


def test_every_error_is_in_the_tree():
    """The tree in errors.py's docstring shows each error with its code."""
    tree = errors.__doc__
    for name, value in vars(errors).items():
        if inspect.isclass(value):
            assert re.search(rf"\b{name} +{value.code}\b", tree), name


def test_every_rule_says_what_it_brings():
    """Each built-in key of context_rules says which layer it fills; each layer says where it comes from."""
    for field in BUILTIN_RULES:
        assert re.search(r"layer [0-5]|history", field.brings), field.name
    assert all(d.source and d.changes for d in LAYERS.values())


def test_the_version_is_that_of_the_changelogs_first_section():
    """It stands in two more places; each released section has its date."""
    sections = re.findall(r"^## \[(.+?)\] - (.+)$", pages.read("CHANGELOG.md"), re.MULTILINE)
    assert sections[0][0] == underdraft.__version__
    assert f'version = "{underdraft.__version__}"' in pages.read("pyproject.toml")
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for _, date in sections[1:])


SOURCES = [*sorted((ROOT / "pipeline").rglob("*.py")), *sorted((ROOT / "plugins").rglob("*.py"))]


def test_files_that_docstrings_name_are_there():
    """A module or test that a docstring names by its path is in the package or in the project."""
    for source in SOURCES:
        for path in re.findall(r"``((?!benchmarks/)\w+(?:/\w+)+\.py)``", source.read_text(encoding="utf-8")):
            assert (ROOT / path).exists() or (pages.PACKAGE / path).exists(), (source, path)


def test_names_that_docstrings_refer_to_are_there():
    """What a docstring refers to by its full name can be imported."""
    broken = []
    for source in SOURCES:
        for name in re.findall(
            r":(?:mod|func|class|data|attr|meth):`~?(underdraft[\w.]*)`", source.read_text(encoding="utf-8")
        ):
            try:
                resolve_name(name)
            except (ImportError, AttributeError):
                broken.append((source.name, name))
    assert broken == []
