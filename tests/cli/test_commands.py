"""The table of commands: few of them, and what earlier ones are called now."""

from __future__ import annotations

import click
import pytest

from cli.console import leaves, one_line_error
from underdraft.channels import underdraft_channels
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS, REMOVED, replacement


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


@pytest.mark.parametrize("typed", REMOVED)
def test_a_removed_command_names_what_is_typed_instead(terminal, typed):
    """It is refused with status 2; a command or channel of the answer exists, and takes the options that are named."""
    words = typed.split()
    message = one_line_error(terminal(*words[:1], *words[1:], "x"), "INVALID_ARGUMENT", 2)
    assert message == f"{typed} is gone since 0.2; use underdraft {REMOVED[typed]}"
    assert replacement(REMOVED[typed].split()) is None
    name, *rest = REMOVED[typed].split()
    command = cli.get_command(click.Context(cli), name)
    if isinstance(command, click.Group):
        command = command.commands[rest[0]]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= options
    if name == "call":
        channels = {channel.name: channel.signature for channel in underdraft_channels()}
        keys = {field.key for field in channels[rest[0]].fields}
        assert {word.partition("=")[0] for word in rest[1:]} <= keys


def test_names_in_the_table_are_unique():
    """No two commands have one name."""
    names = [entry.name for entry in COMMANDS]
    assert len(set(names)) == len(names)
