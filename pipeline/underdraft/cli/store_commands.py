"""``backup``, ``restore``: the store as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, agree_to_loss, command

_writer = click.option(
    "--writer", metavar="ID", help="Whose rows are meant, where the store holds several writers."
)


@command()
@click.argument("file", type=click.Path(path_type=Path))
@_writer
def backup(call: Call, *, file: Path, writer: str | None) -> None:
    """Write everything that is remembered into FILE, which only you may read; underdraft restore brings it back.

    FILE also holds past runs, chats and settings. The list of trusted folders is not in it: trust belongs to a machine.
    """
    from underdraft.memory.copies.backup import write_backup

    with call.open(lasting=False, writer=writer) as workspace, output.progress("rows") as advance:
        if workspace.store.database.place.exists():
            workspace.store.settle()
        copied = write_backup(workspace.store.database, file, workspace.store.areas, advance=advance)
    call.show({"tables": to_json(copied)}, _show_copied)


@command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_writer
@click.option("--replace", is_flag=True, help="Remove first what is in the store.")
@click.option("--yes", "sure", is_flag=True, help="With --replace, do not ask.")
def restore(call: Call, *, file: Path, writer: str | None, replace: bool, sure: bool) -> None:
    """Bring everything from FILE, which underdraft backup wrote, into the store, on this machine or another one.

    The store has to be empty. Whatever interrupts the command, the store then holds all of FILE or is as it was.
    """
    from underdraft.memory.copies.backup import read_backup

    if replace:
        agree_to_loss(sure=sure)
    with call.open(lasting=False, writer=writer) as workspace, output.progress("rows") as advance:
        workspace.store.settle()
        copied = read_backup(
            file, workspace.store.database, workspace.store.areas, replace=replace, advance=advance
        )
    call.show({"tables": to_json(copied)}, _show_copied)


def _show_copied(data: Mapping[str, Any]) -> None:
    """Print how many rows each table has, on both sides."""
    filled = [table for table in data["tables"] if table["rows"]]
    output.table(("table", "rows", "hash"), [(t["name"], str(t["rows"]), t["sha256"][:12]) for t in filled])
    output.say("{count} rows, the same on both sides", count=sum(t["rows"] for t in filled))
