"""``mcp``: the memories for another program, over the Model Context Protocol."""

from __future__ import annotations

import asyncio

from underdraft.cli.context import Call, command
from underdraft.errors import InvalidArgument, Unauthorized


@command()
def mcp(call: Call) -> None:
    """Serve memory_search to one program, while the setting memory.enable_agentic_search is on.

    It is asked over standard input and output; for HTTP, underdraft serve answers at /mcp.
    """
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
        asyncio.run(mcp.serve_stdio(workspace))
