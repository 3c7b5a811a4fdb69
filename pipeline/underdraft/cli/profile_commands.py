"""``profile``: the document that says who the writer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, group


@group(default="show")
def profile() -> None:
    """See and edit the document that says who you are as a writer."""


@command(profile, name="show")
def show_profile(call: Call) -> None:
    """Show the document as it goes into prompts."""

    def words(data: Mapping[str, Any]) -> None:
        if data["markdown"].strip():
            output.text(data["markdown"])
        else:
            output.note("your profile is empty; write it: underdraft profile edit")

    call.perform("profile:get", {}, words)


@command(profile, name="edit")
@click.option("--file", "file", type=click.File(encoding="utf-8"), help="Take this file; - is stdin.")
def edit_profile(call: Call, *, file: Any) -> None:
    """Open the document in your editor, or replace it by a file."""
    with call.open() as workspace:
        before = call.ask(workspace, "profile:get")
        text = file.read() if file is not None else click.edit(before["markdown"], extension=".md")
        if text is None:
            output.note("nothing changed")
            return
        payload = {"markdown": text, "expectedVersion": before["version"]}
        answer = call.ask(workspace, "profile:update", payload)
    call.show(answer, lambda data: output.say("version {number}", number=data["version"]))
