"""What every command shares."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from underdraft.cli import output
from underdraft.cli.context import agree_to_loss, command, group, opened
from underdraft.cli.exit_status import ChannelFault


def test_shared_options_are_taken_before_and_after_the_name(terminal, novel, monkeypatch, tmp_path):
    """``-C`` may stand before the command's name, as with git, or after it."""
    monkeypatch.chdir(tmp_path)
    before = terminal("-C", "novel", "--json", "skills", "polish")
    after = terminal("skills", "polish", "-C", "novel", "--json")
    assert before.exit_code == 0
    assert json.loads(before.stdout) == json.loads(after.stdout)


def test_an_error_inside_an_envelope_is_raised():
    """The data of a good answer comes out as it is."""
    assert opened({"ok": True, "data": 5}) == 5
    with pytest.raises(ChannelFault):
        opened({"ok": False, "error": {"code": "NOT_FOUND", "message": "x"}})


@pytest.mark.parametrize(("arguments", "shown"), [([], "list"), (["list"], "list"), (["--help"], "Usage")])
def test_a_group_may_have_a_default(arguments, shown):
    """Called without a command it runs the default; a group without one shows its help."""

    @group(default="list")
    def things():
        """Things."""

    @command(things, name="list")
    def show(call):
        output.show("list")

    assert shown in CliRunner().invoke(things, arguments).stdout


def test_a_list_shows_the_first_clause_of_the_help(monkeypatch):
    """In the order in which the commands were written, in both languages."""

    @group()
    def things():
        """Things."""

    for name, text in (("b", "Do this; or that.\n\nMore."), ("a", "做这个；或那个。")):
        command(things, name=name, help=text)(lambda call: None)
    lines = CliRunner().invoke(things, ["--help"]).stdout.partition("Commands:\n")[2].splitlines()
    assert lines == ["  b  Do this", "  a  做这个"]


@pytest.mark.parametrize(("answer", "aborted"), [("y\n", False), ("n\n", True), ("\n", True)])
def test_deletion_is_confirmed(answer, aborted):
    """No is the default; who is sure is not asked."""

    @click.command()
    def remove():
        agree_to_loss(sure=False)

    assert (CliRunner().invoke(remove, input=answer).exit_code == 1) is aborted
    agree_to_loss(sure=True)
