"""The table of commands: few of them, each name once."""

from __future__ import annotations

import click

from cli.console import leaves
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS


def words_of(command):
    """What a command does by its first word, where that is one of a fixed few; else the command alone."""
    first = next((p for p in command.params if isinstance(p, click.Argument)), None)
    return list(first.type.choices) if first and isinstance(first.type, click.Choice) else [""]


def test_there_are_few_commands():
    """Everything that can be typed, words like ``propose`` of ``knowledge propose`` counted: at most 60."""
    found = [
        leaf for entry in COMMANDS for _, leaf in leaves(cli.get_command(click.Context(cli), entry.name), ())
    ]
    assert sum(len(words_of(leaf)) for leaf in found) <= 60


def test_names_in_the_table_are_unique():
    """No two commands have one name."""
    names = [entry.name for entry in COMMANDS]
    assert len(set(names)) == len(names)
