"""``POST /mcp``: the memories over MCP's streamable HTTP, for the project and writer that the request means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from underdraft.errors import InvalidArgument, UnderdraftError
from underdraft.service.projects import projects_of
from underdraft.service.status import refusal

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


class SearchEndpoint:
    """Answers each request by itself; the SDK, which takes seconds to import, is loaded by the first one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; nothing is kept between two of them."""
        request = Request(scope)
        try:
            workspace = projects_of(request).meant(request)
            try:
                from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

                from underdraft.service.mcp import memory_server
            except ImportError:
                raise InvalidArgument('mcp: install the extra first: pip install "underdraft[mcp]"') from None
        except UnderdraftError as error:
            await refusal(error)(scope, receive, send)
            return
        manager = StreamableHTTPSessionManager(memory_server(workspace), json_response=True, stateless=True)
        async with manager.run():
            await manager.handle_request(scope, receive, send)
