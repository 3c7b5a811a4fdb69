"""The page of all commands is what the parser says."""

from __future__ import annotations

import click
import pytest

from docs.pages import script
from underdraft.cli import cli
from underdraft.cli.commands import COMMANDS


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_is_up_to_date(language):
    """Both pages of commands are what docs/write_commands_page.py writes now, with a section for each command."""
    writer = script("write_commands_page")
    page = writer.PAGES[language].read_text(encoding="utf-8")
    assert page == writer.page(language)
    for entry in COMMANDS:
        command = cli.get_command(click.Context(cli), entry.name)
        for name in ("", *(f" {child}" for child in getattr(command, "commands", ()))):
            assert f"### `underdraft {entry.name}{name}`\n" in page
