"""Calls the command line inside the test's process, with a store of the test's own."""

from __future__ import annotations

import json
from pathlib import Path

import click
from click.testing import CliRunner

from underdraft.cli import cli
from underdraft.cli.sample import CHAPTER, copy_sample
from underdraft.errors import page_of

__all__ = ["CHAPTER", "Terminal", "install", "leaves", "novel_in", "one_line_error"]


class Terminal:
    """A user at a prompt; ``home`` holds the writer's own store."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *args: str, stdin: str | bytes | None = None):
        runner = CliRunner(env={"UNDERDRAFT_HOME": str(self.home), "UNDERDRAFT_DEBUG": None})
        return runner.invoke(cli, list(args), input=stdin)

    def json(self, *args: str):
        """The data of a call that succeeds."""
        result = self(*args, "--json")
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
        return json.loads(result.stdout)


def novel_in(folder: Path) -> Path:
    """A copy of the sample novel that uses the writer's store, as a user's own project does."""
    copy_sample(folder)
    config = folder / ".underdraft" / "config.toml"
    config.write_text(config.read_text("utf-8").partition("\n")[2], "utf-8")
    return folder


def one_line_error(result, code: str, status: int) -> str:
    """The message, when the call failed with one line that names its page, and nothing else; no trace, no absolute path."""
    assert result.exit_code == status, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith(f"{code}: ")
    assert "Traceback" not in result.output
    assert str(Path.home()) not in lines[0]
    assert "/tmp" not in lines[0]
    page = "" if code == "CANCELED" else f" ({page_of(code)})"
    assert lines[0].endswith(page)
    return lines[0].removeprefix(f"{code}: ").removesuffix(page)


def install(site: Path, name: str, code: str) -> Path:
    """Put a plugin package into a folder for the import path, with the metadata of an installed one."""
    site.mkdir(exist_ok=True)
    (site / f"{name}.py").write_text(code, "utf-8")
    meta = site / f"{name}-1.2.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", "utf-8")
    (meta / "entry_points.txt").write_text(f"[underdraft]\n{name} = {name}\n", "utf-8")
    return site


def leaves(command, path):
    """A command with the words that call it, or those of a group's commands."""
    if not isinstance(command, click.Group):
        return [(path, command)]
    context = click.Context(command)
    names = command.list_commands(context)
    return [leaf for name in names for leaf in leaves(command.get_command(context, name), (*path, name))]
