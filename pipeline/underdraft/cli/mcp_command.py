"""``mcp``: the memories for other programs, over the Model Context Protocol."""

from __future__ import annotations

import asyncio

import click

from underdraft.cli import output
from underdraft.cli.bearer_token import BearerToken
from underdraft.cli.context import Call, command
from underdraft.errors import InvalidArgument, Unauthorized

TOKEN_VARIABLE = "UNDERDRAFT_MCP_TOKEN"  # noqa: S105 - the name of a variable
"""Environment variable with the bearer token for HTTP; without it a fresh one is made and printed."""


@command()
@click.option("--http", is_flag=True, help="Streamable HTTP on the loopback address instead of stdio.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8765, show_default=True, help="0 takes a free one."
)
def mcp(call: Call, *, http: bool, port: int) -> None:
    """Serve memory_search while the setting memory.enable_agentic_search is on."""
    try:
        from underdraft.memory.notes.search_tool import SETTING
        from underdraft.service import mcp
    except ImportError:
        raise InvalidArgument('mcp: install the extra first: pip install "underdraft[mcp]"') from None
    with call.open() as workspace:
        if not call.ask(workspace, "memory:settings:get")[SETTING]:
            raise Unauthorized(
                f"mcp: switched off; turn it on with: underdraft memory settings {SETTING}=true"
            )
        if not http:
            asyncio.run(mcp.serve_stdio(workspace))
            return
        token = BearerToken.of(TOKEN_VARIABLE)

        def ready(found: int) -> None:
            output.note(f"http://{mcp.HOST}:{found}{mcp.PATH}")
            token.show()

        asyncio.run(mcp.serve_http(workspace, port=port, token=token.value, ready=ready))
