"""Writes ``docs/commands.md`` from the parser of the command line: ``python docs/write_commands_page.py``."""

from __future__ import annotations

import re
from inspect import cleandoc
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from underdraft.cli import cli, language
from underdraft.cli.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PAGE = Path(__file__).with_name("commands.md")

INTRODUCTION = """\
# Commands

<!-- Written by docs/write_commands_page.py from the parser. Change the commands. -->

Every command has `--help`, prints words for people, and with `--json` JSON for programs. Errors are one line on stderr (with `--json` an
envelope on stdout) that begins with a stable code. The exit status is 0, 2 for a mistake of yours, 1 for another failure, 130
after Ctrl-C.

What no command does, a [channel](channels.md) does: `underdraft call` lists them, `underdraft call CHANNEL --help` shows the keys
of one.

## Completion

The shell completes commands and options. Switch it on once, in the file that your shell reads at its start:

```bash
eval "$(_UNDERDRAFT_COMPLETE=bash_source underdraft)"   # ~/.bashrc
```

```zsh
eval "$(_UNDERDRAFT_COMPLETE=zsh_source underdraft)"    # ~/.zshrc
```

```fish
_UNDERDRAFT_COMPLETE=fish_source underdraft | source    # ~/.config/fish/completions/underdraft.fish
```
"""


def page() -> str:
    """The whole page."""
    language._language.set("en")
    language.translate_help(cli)
    context = click.Context(cli, info_name="underdraft")
    shared = shared_options(context)
    parts = [INTRODUCTION, "## Options of every command\n", table(shared)]
    for section, entries in groupby(COMMANDS, key=lambda entry: entry.section):
        parts.append(f"## {section}\n")
        for entry in entries:
            command = cli.get_command(context, entry.name)
            if command is not None:
                names = {option for option, _ in shared}
                parts += command_parts(command, f"underdraft {entry.name}", names)
    return "\n".join(parts)


def shared_options(context: click.Context) -> list[tuple[str, str]]:
    """The options of the program, which each command takes, too."""
    return [row for row in rows(cli, context) if row[0] != "`--version`"]


def command_parts(command: click.Command, words: str, shared: set[str]) -> Iterator[str]:
    """What is said of a command, and of each command of a group."""
    context = click.Context(command, info_name=words)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"### `{words}`\n"
    yield f"```text\n{words} {usage}\n```\n"
    yield f"{prose(command.help or '')}\n"
    own = [row for row in rows(command, context) if row[0] not in shared]
    if own:
        yield table(own)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from command_parts(command.commands[name], f"{words} {name}", shared)


def rows(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """Each option as it is typed, and what it does."""
    options = [p for p in command.params if isinstance(p, click.Option)]
    found = [p.get_help_record(context) for p in options]
    return [(f"`{typed}`", about) for typed, about in filter(None, found)]


def table(found: Sequence[tuple[str, str]]) -> str:
    """A Markdown table of options."""
    lines = ["| option | meaning |", "| --- | --- |"]
    lines += [
        f"| {typed.replace('|', chr(92) + '|')} | {about.replace('|', chr(92) + '|')} |"
        for typed, about in found
    ]
    return "\n".join(lines) + "\n"


def prose(text: str) -> str:
    """A help text in Markdown: what click keeps line by line becomes a block."""
    return "\n\n".join(
        f"```text\n{block.removeprefix(chr(8)).strip(chr(10))}\n```"
        if block.startswith("\b")
        else re.sub(r"\s*\n", "\n", block)
        for block in cleandoc(text).split("\n\n")
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
