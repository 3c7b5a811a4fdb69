"""The group: lazy commands, one line an error, one exit status a kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest

import underdraft
from cli.console import one_line_error
from underdraft import errors
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS
from underdraft.cli.exit_status import status_of

HEAVY = (
    "litellm",
    "tiktoken",
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


def test_module_can_be_run():
    """``python -m underdraft --version`` prints the version."""
    done = subprocess.run(
        [sys.executable, "-m", "underdraft", "--version"], capture_output=True, text=True, check=True
    )
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


def leaves(command, path):
    """A command with the words that call it, or those of a group's commands."""
    if not isinstance(command, click.Group):
        return [(path, command)]
    context = click.Context(command)
    names = command.list_commands(context)
    return [leaf for name in names for leaf in leaves(command.get_command(context, name), (*path, name))]


def test_names_in_the_table_are_unique():
    """No two commands have one name."""
    names = [entry.name for entry in COMMANDS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["preveiw"], "similar: preview"),
        (["zzz"], "there is no such command"),
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


def test_shared_options_are_taken_before_and_after_the_name(terminal, novel, monkeypatch, tmp_path):
    """``-C`` may stand before the command's name, as with git, or after it."""
    monkeypatch.chdir(tmp_path)
    before = terminal("-C", "novel", "--json", "skills", "polish")
    after = terminal("skills", "polish", "-C", "novel", "--json")
    assert before.exit_code == 0
    assert json.loads(before.stdout) == json.loads(after.stdout)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.InvalidArgument, 2),
        (errors.NotFound, 2),
        (errors.Conflict, 2),
        (errors.Unauthorized, 2),
        (errors.ContextOverflow, 2),
        (errors.StoreError, 1),
        (errors.Timeout, 1),
        (errors.ModelError, 1),
        (errors.LayerFailed, 1),
        (errors.EpisodeWriteFailed, 1),
        (errors.CapacityExceeded, 1),
        (errors.UnderdraftError, 1),
        (errors.Canceled, 130),
    ],
)
def test_exit_status_of_every_code(kind, status, terminal, novel, monkeypatch):
    """Mistakes end with 2, failures with 1, a cancelled call with 130; every code has its place."""
    assert status_of(kind.code) == status

    def fail(*_, **__):
        raise kind("what went wrong\nin two lines")

    monkeypatch.setattr(underdraft.Workspace, "open", fail)
    assert one_line_error(terminal("skills"), kind.code, status) == "what went wrong in two lines"


def test_unexpected_fault_is_one_line_without_its_text(terminal, novel, monkeypatch):
    """A bug shows neither a trace nor its message, which may hold a secret; a variable brings the trace back."""

    def fail(*_, **__):
        raise RuntimeError("sk-secret in /etc/passwd")

    monkeypatch.setattr(underdraft.Workspace, "open", fail)
    result = terminal("skills")
    assert "RuntimeError" in one_line_error(result, "INTERNAL", 1)
    assert "sk-secret" not in result.output
    traced = terminal_with_debug(terminal)
    assert traced.exit_code == 1
    assert "Traceback" in traced.stderr


def terminal_with_debug(terminal):
    """A call that shows the stack trace of a fault."""
    from click.testing import CliRunner

    return CliRunner(env={"UNDERDRAFT_DEBUG": "1", "UNDERDRAFT_HOME": str(terminal.home)}).invoke(
        cli, ["skills"]
    )


def test_interrupt_ends_with_130(terminal, novel, monkeypatch):
    """Ctrl-C is CANCELED, without a trace."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(underdraft.Workspace, "open", interrupt)
    result = terminal("skills")
    assert result.exit_code == 130
    assert result.stderr.strip() == "CANCELED: stopped"


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize("arguments", [["layers"], ["layers", "--json"], ["run", "polish"]])
def test_reader_that_goes_away_is_no_error(arguments, novel, tmp_path):
    """A broken pipe is silent."""
    process = subprocess.Popen(
        [sys.executable, "-m", "underdraft", *arguments, "--store", str(tmp_path / "s.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    complaint = process.stderr.read().decode()
    assert process.wait(60) == 141
    assert complaint == ""


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
            "--messages",
            "--store",
            str(tmp_path / "s.db"),
        ],
        capture_output=True,
        env=env,
        check=True,
    )
    assert "作者规则" in done.stdout.decode("utf-8")


def test_fault_inside_a_channel_is_shown_when_asked_for(terminal, novel, monkeypatch):
    """What a channel hides behind INTERNAL is one line; with the variable set its trace is on stderr."""
    from underdraft.skill.registry import SkillRegistry

    def fail(self):
        raise RuntimeError("sk-secret")

    monkeypatch.setattr(SkillRegistry, "list", fail)
    assert "UNDERDRAFT_DEBUG=1" in one_line_error(terminal("skills"), "INTERNAL", 1)
    traced = terminal_with_debug(terminal)
    assert "Traceback" in traced.stderr
    assert "RuntimeError" in traced.stderr
