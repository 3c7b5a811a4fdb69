"""``writer``: the writers of a store on a server."""

from __future__ import annotations

from pathlib import Path

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, confirm_deletion, group, resumable
from underdraft.cli.store_commands import copy_all
from underdraft.errors import Conflict, NotFound

EMBED_SECONDS = 60.0
"""Longest time for vectors of what one writer's jobs have written."""


@group(default="list")
def writer() -> None:
    """See, move and remove the writers of a store that holds several."""


@command(writer, name="list", short_help="List the writers.")
def list_all(call: Call) -> None:
    """List the ids of all writers of whom anything is kept."""
    from underdraft.memory.db.writers import list_writers

    with call.open(lasting=False) as workspace:
        found = list_writers(workspace.store.database)
    call.show({"items": list(found)}, lambda data: click.echo("\n".join(data["items"])))


@command(writer, short_help="Write all of a writer into a file.")
@click.argument("writer_id", metavar="WRITER")
@click.argument("file", type=click.Path(path_type=Path))
def export(call: Call, *, writer_id: str, file: Path) -> None:
    """Write all that is kept of WRITER into FILE, a store of its own that any command can open with --store."""
    from underdraft.memory.db.writers import check_server, is_empty

    if file.exists():
        raise Conflict("FILE: it is there already")
    with call.open(lasting=False, writer=writer_id) as workspace:
        check_server(workspace.store.database)
        if is_empty(workspace.store.database):
            raise NotFound("WRITER: nothing is kept of this one")
        with resumable(), workspace.beside(store=file) as there:
            copy_all(call, workspace, there, replace=False)


@command(writer, name="import", short_help="Take a writer in from a file.")
@click.argument("writer_id", metavar="WRITER")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Remove first what is kept of WRITER.")
@click.option("--yes", "sure", is_flag=True, help="With --replace, do not ask.")
def import_(call: Call, *, writer_id: str, file: Path, replace: bool, sure: bool) -> None:
    """Make all that is in FILE, a store, what is kept of WRITER; when it is stopped, the same command goes on."""
    from underdraft.memory.db.writers import check_server

    if replace:
        confirm_deletion(sure=sure)
    with (
        resumable(),
        call.open(lasting=False, writer=writer_id) as workspace,
        workspace.beside(store=file) as there,
    ):
        check_server(workspace.store.database)
        copy_all(call, there, workspace, replace=replace)


@command(writer, short_help="Remove a writer for good.")
@click.argument("writer_id", metavar="WRITER")
@click.option("--yes", "sure", is_flag=True, help="Do not ask.")
def purge(call: Call, *, writer_id: str, sure: bool) -> None:
    """Remove all that is kept of WRITER, and the writer's tokens; the server's backups and log are its own matter."""
    from underdraft.memory.db.writers import purge_writer

    confirm_deletion(sure=sure)
    with call.open(lasting=False, writer=writer_id) as workspace:
        rows = purge_writer(workspace.store.database, writer_id)
    call.show({"purged": rows}, lambda data: output.say("{count} rows removed", count=data["purged"]))


@command(writer, short_help="Finish what was left undone.")
def work(call: Call) -> None:
    """Do the work after replies that processes which have ended left undone, for all writers; serve does it, too."""
    from underdraft.memory.db.writers import writers_with_work

    done: dict[str, int] = {}
    with call.open(lasting=False) as workspace, output.bar("writers") as advance:
        database = workspace.store.database
        found = writers_with_work(database, due_by=database.clock())
        for number, writer_id in enumerate(found, 1):
            with workspace.beside(writer=writer_id) as own:
                done[writer_id] = own.store.do_left_work(EMBED_SECONDS)
            advance(number, len(found))
    call.show({"jobs": done}, lambda data: output.say("{count} jobs done", count=sum(data["jobs"].values())))
