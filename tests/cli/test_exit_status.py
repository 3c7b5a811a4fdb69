"""What ends a command: one line, one code, one exit status."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import underdraft
from cli.console import one_line_error
from underdraft import errors
from underdraft.cli import cli
from underdraft.cli.exit_status import status_of


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


@pytest.mark.long
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


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (("runs", "zz"), "RUN_ID"),
        (("memory", "list", "--limit", "0"), "--limit"),
        (("memory", "search", " "), "KEYWORD"),
        (("call", "knowledge:query", "entity=zz"), "entity"),
    ],
)
def test_fields_are_called_as_they_are_typed(terminal, novel, call, word):
    """A message names the option or argument of the command that runs, not the channel's field."""
    assert terminal(*call).stderr.partition(": ")[2].startswith(f"{word}: ")
