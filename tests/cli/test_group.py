"""The group: lazy commands, one line an error, one exit status a kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest

import underdraft
from cli.console import leaves, one_line_error
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS

HEAVY = (
    "litellm",
    "tiktoken",
    "toktok",
    "sqlalchemy",
    "alembic",
    "jinja2",
    "numpy",
    "litestar",
    "uvicorn",
    "starlette",
    "mcp",
    "rich",
)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], []])
def test_nothing_heavy_is_imported_for_help_and_version(arguments):
    """MS1-start-up: help and version import no model, tokenizer, database, template or web library."""
    code = (
        "import sys\nfrom underdraft.cli import cli\n"
        f"try:\n    cli.main({arguments!r})\nexcept SystemExit as end:\n    assert end.code == 0, end.code\n"
        f"print('HEAVY', sorted(set(sys.modules) & set({HEAVY!r})))\n"
        "print('COMMANDS', sorted(m for m in sys.modules if m.endswith('_commands')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert "HEAVY []" in done.stdout
    assert "COMMANDS []" in done.stdout


def test_module_can_be_run(tmp_path):
    """``python -m underdraft --version`` prints the version; modules of the current folder, maybe a stranger's, are not run."""
    (tmp_path / "click.py").write_text("raise SystemExit('a stranger')", encoding="utf-8")
    asked = [sys.executable, "-m", "underdraft", "--version"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == f"underdraft {underdraft.__version__}"


def test_help_lists_every_command_with_its_line(terminal):
    """The help shows each command of the table once, with what it does; so does a call without arguments."""
    result = terminal("--help")
    assert result.exit_code == 0
    for entry in COMMANDS:
        assert [line.split() for line in result.stdout.splitlines()].count(
            [entry.name, *entry.about.split()]
        ) == 1
    assert terminal().stdout == result.stdout


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_every_command_loads_and_takes_the_shared_options(entry, terminal):
    """Each line of the table leads to a command that says what it does and takes -C, --store and --json."""
    command = cli.get_command(click.Context(cli), entry.name)
    assert isinstance(command, click.Command)
    for path, leaf in leaves(command, (entry.name,)):
        result = terminal(*path, "--help")
        assert result.exit_code == 0
        for option in ("-C, --workspace", "--store", "--json"):
            assert option in result.stdout, path
        assert leaf.help, path


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["preveiw"], "Did you mean 'preview'?"),
        (["zzz"], "No such command 'zzz'"),
        (["run"], "Missing argument 'SKILL'"),
        (["layers", "--nope"], "No such option"),
        (["layers", "extra"], "unexpected extra argument"),
        (["--nope"], "No such option"),
        (["run", "polish", "--model"], "requires an argument"),
    ],
)
def test_usage_errors_are_one_line_and_status_2(terminal, arguments, part):
    """What click finds wrong is told in the same form as every other mistake."""
    assert part in one_line_error(terminal(*arguments), "INVALID_ARGUMENT", 2)
    result = terminal(*arguments[:1], "--json", *arguments[1:])
    assert result.exit_code == 2
    envelope = json.loads(result.stdout)
    assert envelope["ok"] is False
    assert envelope["error"]["code"] == "INVALID_ARGUMENT"
    assert result.stderr == ""


def test_output_is_utf8_whatever_the_locale(novel, tmp_path):
    """Chinese text leaves a pipe as UTF-8 also where the locale knows only ASCII."""
    env = {
        **os.environ,
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "underdraft",
            "preview",
            "polish",
            "--store",
            str(tmp_path / "s.db"),
        ],
        capture_output=True,
        env=env,
        check=True,
    )
    assert "作者规则" in done.stdout.decode("utf-8")
