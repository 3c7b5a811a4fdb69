"""``new-plugin``: a package with a fetcher, a rule and their tests, to begin a plugin with."""

from __future__ import annotations

import re
import shlex
import string
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import underdraft
from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.starter import lay_down, read_texts
from underdraft.errors import Conflict, InvalidArgument
from underdraft.plugins import load_plugins
from underdraft.skill.context_rules import BUILTIN_RULES

PREFIX = "underdraft-"
PROMPT = "tests/prompts/test_plugin/test_the_prompt.txt"
"""Where the fixture ``prompt_snapshot`` looks for the prompt of the new package's test."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
_ENDING = ".in"
"""So that neither tests nor linters of ours take the texts for code."""


@command()
@click.argument("name")
@click.option("--folder", metavar="FOLDER", help="Where to put it (default: underdraft-NAME, here).")
def new_plugin(call: Call, *, name: str, folder: str | None) -> None:
    """Write a package that pip can install: a fetcher and its rule, tests with the testing kit, an example project.

    NAME is what it brings, such as weather. Its tests pass as they are.
    """
    short = checked_name(name)
    root = Path(folder or f"{PREFIX}{short}")
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise Conflict("FOLDER: expected a new or an empty folder")
    with output.progress():
        laid = lay_down(root, plugin_texts(short))
        prompt = lay_down(root, {PROMPT: example_prompt(root, short)})
    made = sorted([*laid.made, *prompt.made])
    call.show({"folder": str(root), "made": made}, _show)


def checked_name(name: str) -> str:
    """The name without the package's prefix; ``InvalidArgument`` if it cannot name a package, or is taken."""
    short = name.removeprefix(PREFIX)
    if not _NAME.fullmatch(short) or len(short) > _LONGEST:
        raise InvalidArgument(
            f"NAME: expected [a-z0-9-], beginning with a letter, at most {_LONGEST} characters"
        )
    loaded = load_plugins()
    rules = {field.name for field in BUILTIN_RULES} | {field.name for _, field in loaded.rule_fields}
    if (
        short in {p.name for p in loaded.loaded} | {r.fetcher.name for r in loaded.fetchers}
        or _rule(short) in rules
    ):
        raise Conflict("NAME: a plugin, a fetcher or a rule has this name")
    return short


def _rule(name: str) -> str:
    return name.replace("-", "_")


def plugin_texts(name: str) -> dict[str, str]:
    """Path to text of every file but the kept prompt, sorted."""
    rule = _rule(name)
    words = {
        "name": name,
        "title": name.replace("-", " ").capitalize(),
        "rule": rule,
        "distribution": PREFIX + name,
        "package": f"underdraft_{rule}",
        "underdraft_version": underdraft.__version__,
    }
    paths = {"gitignore": ".gitignore", "package": words["package"], "file.md": f"{name}.md", "skill": name}
    found: dict[str, str] = {}
    for path, text in read_texts(files("underdraft.cli") / "plugin_starter", ""):
        parts = [paths.get(part, part) for part in path.removesuffix(_ENDING).split("/")]
        found["/".join(parts)] = string.Template(text).substitute(words)
    return dict(sorted(found.items()))


def example_prompt(root: Path, name: str) -> str:
    """The prompt that the example gives with the new plugin, as its snapshot keeps it."""
    from underdraft.testing import prompt_text
    from underdraft.workspace import Workspace

    package = f"underdraft_{_rule(name)}"
    path = root / "src" / package / "__init__.py"
    module = ModuleType(package)  # run and not imported: nothing compiled is left in the new package
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))  # noqa: S102
    with (
        tempfile.TemporaryDirectory() as folder,
        Workspace.open(root / "example", store=Path(folder) / "store.db", plugins=[module]) as workspace,
    ):
        return prompt_text(workspace.preview_sync(name, document="The bell rang."))


def _show(data: Mapping[str, Any]) -> None:
    for path in data["made"]:
        output.say("{word}  {path}", word=translated("made"), path=f"{data['folder']}/{path}")
    output.note("")
    output.note("next:")
    output.command_line(f"  cd {shlex.quote(data['folder'])}", err=True)
    output.command_line('  python -m pip install -e ".[test]" && python -m pytest', err=True)
    output.command_line("  underdraft -C example plugins --check", err=True)
