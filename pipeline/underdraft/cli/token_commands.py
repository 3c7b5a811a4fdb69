"""``token``: the bearer tokens of the writers who share a store behind one service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.boundary.json import to_json
from underdraft.cli import output
from underdraft.cli.context import Call, command, group


@group(default="list")
def token() -> None:
    """Give writers tokens for the service, where one store holds several writers."""


@command(token, name="add")
@click.argument("writer")
def add(call: Call, *, writer: str) -> None:
    """Make a token for WRITER and print it, this once: the store keeps its hash alone."""
    from underdraft.memory.db.tokens import add_token

    with call.open(lasting=False) as workspace:
        made = add_token(workspace.store.database, writer)
    call.show({"writer": writer, "token": made}, lambda data: click.echo(data["token"]))


@command(token, name="list")
def list_all(call: Call) -> None:
    """List whose tokens there are, by the beginnings of their hashes."""
    from underdraft.memory.db.tokens import list_tokens

    with call.open(lasting=False) as workspace:
        found = list_tokens(workspace.store.database)
    call.show({"items": to_json(found)}, show_tokens)


@command(token, name="remove")
@click.argument("token_id", metavar="ID")
def remove(call: Call, *, token_id: str) -> None:
    """Take back the token with this ID of the list; requests with it are refused from now on."""
    from underdraft.memory.db.tokens import remove_token

    with call.open(lasting=False) as workspace:
        remove_token(workspace.store.database, token_id)
    call.show({"removed": token_id}, lambda _: output.say("taken back"))


def show_tokens(data: Mapping[str, Any]) -> None:
    """A line a token."""
    rows = [(t["id"], t["writer"], t["createdAt"][:10]) for t in data["items"]]
    if rows:
        output.table(("id", "writer", "since"), rows)
    else:
        output.note("none yet")
