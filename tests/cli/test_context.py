"""What every command shares."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from underdraft import InvalidArgument
from underdraft.cli.context import (
    Call,
    command,
    complete_id,
    confirm_deletion,
    every_id,
    group,
    item_command,
    opened,
)
from underdraft.cli.exit_status import ChannelFault


def test_shared_options_are_taken_before_and_after_the_name(terminal, novel, monkeypatch, tmp_path):
    """``-C`` may stand before the command's name, as with git, or after it."""
    monkeypatch.chdir(tmp_path)
    before = terminal("-C", "novel", "--json", "skills", "polish")
    after = terminal("skills", "polish", "-C", "novel", "--json")
    assert before.exit_code == 0
    assert json.loads(before.stdout) == json.loads(after.stdout)


@pytest.mark.parametrize(
    ("given", "found"),
    [("ep-ab", "ep-abc"), ("ab", "ep-abc"), ("ep-abc", "ep-abc"), ("x", "x"), ("ep-b", "ep-b"), ("", None)],
)
def test_an_id_is_completed_when_only_one_begins_so(given, found):
    """With or without its prefix; an unknown one is left to the channel, an unclear one is refused."""
    ids = ["ep-abc", "ep-b", "ep-bc"]
    if found is None:
        with pytest.raises(InvalidArgument, match="ID: several episodes begin like this"):
            complete_id(given, ids, "episodes", prefix="ep-")
    else:
        assert complete_id(given, ids, "episodes", prefix="ep-") == found


def test_every_id_goes_through_all_pages(terminal, novel):
    """The list is asked for until it has no next page."""
    made = {terminal.json("memory", "add", f"memory {n}")["id"] for n in range(3)}
    call = Call(store=str(terminal.home / "underdraft.db"))
    with call.open() as workspace:
        channel, payload = "memory:list", {"projectId": workspace.config.project.id, "limit": 1}
        assert set(every_id(call, workspace, channel, payload)) == made


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
        click.echo("list")

    assert shown in CliRunner().invoke(things, arguments).stdout


def test_an_item_command_completes_the_id(monkeypatch):
    """Its payload is the whole id; the answer is shown."""

    @group()
    def things():
        """Things."""

    asked = []
    monkeypatch.setattr(
        Call, "perform", lambda self, channel, payload, words: asked.append((channel, payload(None)))
    )
    item_command(things, "show", "thing:get", "Show.", print, lambda call, workspace, given: f"{given}-full")
    assert CliRunner().invoke(things, ["show", "a"]).exit_code == 0
    assert asked == [("thing:get", {"id": "a-full"})]


@pytest.mark.parametrize(("answer", "aborted"), [("y\n", False), ("n\n", True), ("\n", True)])
def test_deletion_is_confirmed(answer, aborted):
    """No is the default; who is sure is not asked."""

    @click.command()
    def remove():
        confirm_deletion(sure=False)

    assert (CliRunner().invoke(remove, input=answer).exit_code == 1) is aborted
    confirm_deletion(sure=True)
