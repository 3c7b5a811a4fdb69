"""``writer``: the writers of a store on a server."""

from __future__ import annotations

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, confirm_deletion, group

EMBED_SECONDS = 60.0
"""Longest time for vectors of what one writer's jobs have written."""


@group(default="list")
def writer() -> None:
    """See and remove the writers of a store that holds several."""


@command(writer, name="list")
def list_all(call: Call) -> None:
    """List the ids of all writers of whom anything is kept."""
    from underdraft.memory.copies.writers import list_writers

    with call.open(lasting=False) as workspace:
        found = list_writers(workspace.store.database)
    call.show({"items": list(found)}, lambda data: click.echo("\n".join(data["items"])))


@command(writer)
@click.argument("writer_id", metavar="WRITER")
@click.option("--yes", "sure", is_flag=True, help="Do not ask.")
def purge(call: Call, *, writer_id: str, sure: bool) -> None:
    """Remove all that is kept of WRITER, and the writer's tokens; the server's backups and log are its own matter."""
    from underdraft.memory.copies.writers import purge_writer

    confirm_deletion(sure=sure)
    with call.open(lasting=False, writer=writer_id) as workspace:
        rows = purge_writer(workspace.store.database, workspace.store.areas, writer_id)
    call.show({"purged": rows}, lambda data: output.say("{count} rows removed", count=data["purged"]))


@command(writer)
def work(call: Call) -> None:
    """Do the work after replies that processes which have ended left undone, for all writers; serve does it, too."""
    from underdraft.memory.copies.writers import writers_with_work

    done: dict[str, int] = {}
    with call.open(lasting=False) as workspace, output.bar("writers") as advance:
        database = workspace.store.database
        found = writers_with_work(database, due_by=database.clock())
        for number, writer_id in enumerate(found, 1):
            with workspace.beside(writer=writer_id) as own:
                done[writer_id] = own.store.do_left_work(EMBED_SECONDS)
            advance(number, len(found))
    call.show({"jobs": done}, lambda data: output.say("{count} jobs done", count=sum(data["jobs"].values())))
