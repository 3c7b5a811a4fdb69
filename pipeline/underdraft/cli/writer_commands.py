"""``writer`` and ``token``: the writers of a store on a server, and their bearer tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, agree_to_loss, command, group


@group(default="list")
def writer() -> None:
    """See and remove the writers of a store that holds several."""


@command(writer, name="list")
def list_all(call: Call) -> None:
    """List the ids of all writers of whom anything is kept."""
    from underdraft.memory.copies.writers import list_writers

    with call.open(lasting=False) as workspace:
        found = list_writers(workspace.store.database)
    call.show({"items": list(found)}, lambda data: output.show("\n".join(data["items"])))


@command(writer)
@click.argument("writer_id", metavar="WRITER")
@click.option("--yes", "sure", is_flag=True, help="Do not ask.")
def purge(call: Call, *, writer_id: str, sure: bool) -> None:
    """Remove all that is kept of WRITER, and the writer's tokens; the server's backups and log are its own matter."""
    from underdraft.memory.copies.writers import purge_writer

    agree_to_loss(sure=sure)
    with call.open(lasting=False, writer=writer_id) as workspace:
        done = purge_writer(workspace.store.database, workspace.store.areas, writer_id)
    call.show({"purged": done.rows, **to_json(done)}, _show_purged)


def _show_purged(data: Mapping[str, Any]) -> None:
    output.table(("table", "rows"), sorted(data["tables"].items()))
    output.say("{count} rows removed", count=data["purged"])
    output.note(output.sentence("Expires by itself: {what}", what="; ".join(data["expires"])))


@group(default="list")
def token() -> None:
    """Give out tokens for the service: to the writers of a shared store, or to programs."""


@command(token, name="add")
@click.argument("writer")
@click.option(
    "--project", "projects", metavar="ID", multiple=True, help="Only for this project; again for more."
)
@click.option("--read-only", is_flag=True, help="It changes nothing, and runs no skill.")
@click.option("--days", type=click.IntRange(1, 36_500), help="Days until it expires.")
@click.option(
    "--memory",
    type=click.Choice(["on", "read", "off"]),
    default="on",
    show_default=True,
    help="Chats with it use the memory and add to it, only read it, or neither.",
)
def add_token(call: Call, *, writer: str, projects: tuple[str, ...], **limits: Any) -> None:
    """Make a token for WRITER and print it, this once: the store keeps its hash alone.

    In a store with one writer WRITER is a name for the token, such as that of a chat program. With another --memory
    than on it is for chats alone.
    """
    from underdraft.memory.db import tokens

    with call.open(lasting=False) as workspace:
        made = tokens.add_token(workspace.store.database, writer, projects=projects, **limits)
    call.show({"writer": writer, "token": made}, lambda data: output.show(data["token"]))


@command(token, name="list")
def list_tokens(call: Call) -> None:
    """List whose tokens there are, by the beginnings of their hashes."""
    from underdraft.memory.db import tokens

    with call.open(lasting=False) as workspace:
        found = tokens.list_tokens(workspace.store.database)
    call.show({"items": to_json(found)}, _show_tokens)


@command(token, name="remove")
@click.argument("token_id", metavar="ID")
def remove_token(call: Call, *, token_id: str) -> None:
    """Take back the token with this ID of the list; requests with it are refused from now on."""
    from underdraft.memory.db import tokens

    with call.open(lasting=False) as workspace:
        tokens.remove_token(workspace.store.database, token_id)
    call.show({"removed": token_id}, lambda _: output.say("taken back"))


def _show_tokens(data: Mapping[str, Any]) -> None:
    rows = [
        (
            t["id"],
            t["writer"],
            _limits(t),
            *(output.day(t[key]) for key in ("createdAt", "expiresAt", "usedAt")),
        )
        for t in data["items"]
    ]
    if rows:
        output.table(("id", "writer", "for", "since", "until", "last used"), rows)
    else:
        output.note("none yet")


def _limits(token: Mapping[str, Any]) -> str:
    """The projects of a token, whether it only reads, and what its chats see of the memory."""
    limits = {"read-only": token["readOnly"], f"memory: {token['memory']}": token["memory"] != "on"}
    return ", ".join([*(token["projects"] or ()), *(output.sentence(one) for one in limits if limits[one])])
