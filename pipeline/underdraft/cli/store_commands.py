"""``store``: the store as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, command, confirm_deletion, group, resumable
from underdraft.errors import InvalidArgument, NotFound

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


@group()
def store() -> None:
    """Move what is remembered from one store to another."""


@command(store, name="copy", short_help="Copy a store into another one.")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--from-writer", metavar="ID", help="Whose rows are copied, where FROM holds several writers.")
@click.option("--to-writer", metavar="ID", help="Whose they become, where TO holds several writers.")
@click.option("--replace", is_flag=True, help="Remove first what is in TO.")
@click.option("--yes", "sure", is_flag=True, help="With --replace, do not ask.")
def copy(
    call: Call,
    *,
    source: str,
    target: str,
    from_writer: str | None,
    to_writer: str | None,
    replace: bool,
    sure: bool,
) -> None:
    """Copy all that is remembered FROM one store TO another, and compare both.

    Each is the path of a file or a URL, such as postgresql://user@host/database. FROM is left as it is. TO has to be
    empty; when the command is stopped, the same one goes on where it was.
    """
    if replace:
        confirm_deletion(sure=sure)
    with (
        resumable(),
        call.open(lasting=False) as workspace,
        workspace.beside(store=source, writer=from_writer) as here,
        workspace.beside(store=target, writer=to_writer) as there,
    ):
        if (source, from_writer) == (target, to_writer):
            raise InvalidArgument("TO: the same store as FROM")
        if not here.store.database.exists():
            raise NotFound("FROM: there is no such store")
        copy_all(call, here, there, replace=replace)


def copy_all(call: Call, source: Workspace, target: Workspace, *, replace: bool) -> None:
    """Copy what ``source`` holds into ``target``'s store with a bar, and say what was copied."""
    from underdraft.memory.db.copying import copy_store

    source.store.settle()
    with output.bar("rows") as advance:
        copied = copy_store(
            source.store.database,
            target.store.database,
            name=str(source.store.database.path.absolute()),
            replace=replace,
            advance=advance,
        )
    call.show({"tables": to_json(copied)}, _show_copied)


def _show_copied(data: Mapping[str, Any]) -> None:
    """How many rows each table has, on both sides."""
    filled = [table for table in data["tables"] if table["rows"]]
    output.table(("table", "rows", "hash"), [(t["name"], str(t["rows"]), t["sha256"][:12]) for t in filled])
    output.say("{count} rows, the same on both sides", count=sum(t["rows"] for t in filled))
