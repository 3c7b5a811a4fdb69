"""``serve``: all channels for programs in any language, over HTTP on this machine."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
from contextlib import ExitStack, suppress

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import locale_outside
from underdraft.errors import InvalidArgument

TOKEN_VARIABLE = "UNDERDRAFT_TOKEN"  # noqa: S105 - the name of a variable
"""Environment variable with the bearer token; without it a fresh one is made and shown."""


@command()
@click.argument("folders", metavar="[FOLDER]...", nargs=-1)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8766, show_default=True, help="0 takes a free one."
)
@click.option("--allow-host", "hosts", metavar="NAME", multiple=True, help="A name that callers may use.")
@click.option(
    "--allow-origin", "origins", metavar="ORIGIN", multiple=True, help="A site whose pages may call."
)
@click.option("--writer", metavar="NAME", help="Whose folders these are, in a store of several writers.")
@click.option("--openapi", is_flag=True, help="Print the description of the interface (OpenAPI) and end.")
def serve(
    call: Call,
    *,
    folders: tuple[str, ...],
    host: str,
    port: int,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    writer: str | None,
    openapi: bool,
) -> None:
    """Serve the projects in one or more folders (default: here) to other programs.

    Every call needs the bearer token: the one in UNDERDRAFT_TOKEN, or else a fresh one that is shown at the
    start. Over a store of several writers each has tokens of its own: underdraft token add. The folders are of
    one of them, by default the server's own; the others' projects have their files in the store (file:put).
    """
    try:
        from underdraft.service.openapi import describe
        from underdraft.service.pool import WorkspacePool
        from underdraft.service.projects import Projects
        from underdraft.service.server import serve
        from underdraft.service.settings import ServiceSettings
        from underdraft.service.writer_door import door_of
    except ImportError:
        raise InvalidArgument('serve: install the extra first: pip install "underdraft[service]"') from None
    own = os.environ.get(TOKEN_VARIABLE, "").strip()
    token = own or secrets.token_urlsafe(32)
    settings = ServiceSettings(token=token, host=host, port=port, hosts=hosts, origins=origins)
    with ExitStack() as stack:
        pool = WorkspacePool(options={"store": call.store, "prepare_model": not openapi, "writer": writer})
        stack.enter_context(pool)
        wanted = {folder: locale_outside(folder) for folder in folders or (call.folder,)}
        opened = [pool.open(folder, locale=locale) for folder, locale in wanted.items()]
        projects = Projects.of([stack.enter_context(one) for one in opened])
        if openapi:
            channels = projects.named(None).channels.values()
            output.text(json.dumps(describe(channels), ensure_ascii=False, indent=2))
            return

        def ready(url: str) -> None:
            output.note(url)
            if not own:
                output.note(f"Authorization: Bearer {token}")
                output.note(output.sentence("In a browser: {url}", url=f"{url}/login#{token}"))

        # The server ends in good order at either signal, and then raises it again: that must not end the process
        # before the stores are closed.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with suppress(KeyboardInterrupt):
                asyncio.run(serve(projects, settings, ready=ready, door=door_of(projects, pool, wanted)))
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            raise InvalidArgument(f"serve: cannot listen on {host}:{port}: {reason}") from None
