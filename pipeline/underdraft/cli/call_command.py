"""``call``: any channel by its name, with arguments as its signature types them."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.exit_status import ChannelFault, speak_as_channel
from underdraft.cli.manuscript import read_manuscript
from underdraft.errors import InvalidArgument

if TYPE_CHECKING:
    from underdraft.boundary.channel import Channel
    from underdraft.boundary.shape import Field
    from underdraft.workspace import Workspace

PROJECT = "projectId"


def _meaning(field: Field) -> str:
    """Return the description of a field."""
    about = field.about.replace("`", "")
    return f"{about} [required]" if field.required else about


@command()
@click.argument("channel", required=False)
@click.argument("arguments", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("--keys", is_flag=True, help="List the channel's keys, with what they mean.")
def call(call: Call, *, channel: str | None, arguments: tuple[str, ...], keys: bool) -> None:
    """Call a channel and print its answer as JSON; without CHANNEL list all channels.

    \b
    underdraft call memory:create --keys     its keys, with what they mean
    underdraft call memory:list type=note    JSON, or a text that is none
    ... document=@chapters/01.md             the text of a file; @- is stdin

    A missing projectId is that of this folder. docs/channels.md describes every channel.
    """  # noqa: D301 - click wants the character itself
    speak_as_channel()
    if channel is None:
        with call.open(lasting=False) as workspace:
            items = [{"name": c.name, "about": c.signature.summary} for c in workspace.channels.values()]
        call.show({"items": items}, _list_channels)
        return
    with call.open(lasting=not keys) as workspace:
        found = named(workspace, channel)
        fields = found.signature.fields
        if keys:
            call.show(
                {field.key: _meaning(field) for field in fields},
                lambda data: output.table(None, [*data.items()]),
            )
            return
        asked = dict(typed(argument, call.folder) for argument in arguments)
        if any(field.key == PROJECT and field.required for field in fields):
            asked.setdefault(PROJECT, workspace.config.project_id)
        data = call.ask(workspace, found.name, asked)
    output.print_json(data)


def _list_channels(data: Mapping[str, Any]) -> None:
    for area, items in groupby(data["items"], key=lambda item: item["name"].partition(":")[0]):
        output.heading(area)
        output.table(None, [(item["name"], item["about"].replace("`", "")) for item in items])


def named(workspace: Workspace, name: str) -> Channel:
    """The channel of this name; where there is none, ``NotFound`` names similar ones, or the one that took its place."""
    if name in workspace.channels:
        return workspace.channels[name]
    error = workspace.invoke_sync(name)["error"]
    near = difflib.get_close_matches(name, workspace.channels, n=3)
    if near and "details" not in error:
        error["message"] += f"; similar: {', '.join(near)}"
    raise ChannelFault(error)


def typed(argument: str, folder: str) -> tuple[str, Any]:
    """A key and its value: the text of a file, JSON, or else what was typed."""
    key, separator, text = argument.partition("=")
    if not separator:
        raise InvalidArgument(f"{key}: expected KEY=VALUE")
    return key, read_manuscript(text[1:], folder, named=key).text if text.startswith("@") else value_of(text)


def value_of(text: str) -> Any:
    """The value of a text in JSON; the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
