"""The MCP server, driven by the SDK's own client over its real transports."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest

from memory.sessions.session_samples import data, opened, project, settings

mcp = pytest.importorskip("mcp")

PROJECT = {"projectId": "harbour"}
RIGHT = "right"


def filled(ws):
    """Some memories, and the setting on."""
    item = data(ws, "atomic:create", {"content": "灯塔有九层", **PROJECT})
    data(ws, "atomic:create", {"content": "别人的灯塔", "projectId": "other"})
    data(ws, "profile:update", {"markdown": "写悬疑。"})
    settings(ws, memory__enable_agentic_search=True)
    return item


def envelope(result):
    """What a tool's result says."""
    return json.loads(result.content[0].text)


async def refused(client, code, tool, arguments):
    """Call a tool in vain."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert envelope(result).keys() == {"ok", "error"}
    assert envelope(result)["error"]["code"] == code


async def look_around(client, item):
    """Everything that a client may do, whatever the transport."""
    [tool] = (await client.list_tools()).tools
    assert tool.name == "memory_search"
    assert tool.input_schema["required"] == ["keyword"]
    assert tool.annotations.read_only_hint
    found = await client.call_tool("memory_search", {"keyword": "灯塔"})
    assert not found.is_error
    assert [hit["ref"] for hit in envelope(found)["data"]["items"]] == [f"atomic:{item['id']}"]
    none = await client.call_tool("memory_search", {"keyword": "灯塔", "time_range": {"to": "2020-01-01"}})
    assert envelope(none)["data"]["items"] == []


@pytest.mark.long
@pytest.mark.seed("004.7.1")
def test_a_client_over_stdio(tmp_path):
    """主动记忆搜索: `underdraft mcp` answers the official client over standard input and output."""
    project(tmp_path)
    with opened(tmp_path) as ws:
        item = filled(ws)

    async def drive():
        command = mcp.StdioServerParameters(
            command=sys.executable,
            args=["-m", "underdraft", "mcp", "-C", str(tmp_path), "--store", str(tmp_path / "store.db")],
            env=dict(os.environ),
        )
        async with mcp.Client(command) as client:
            await look_around(client, item)

    asyncio.run(asyncio.wait_for(drive(), 60))


async def over_http(ws, work, *, sent="right"):
    """Serve on a free port, connect with the given token, do the work, stop the server."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    from underdraft.service.projects import Projects
    from underdraft.service.server import serve
    from underdraft.service.settings import ServiceSettings

    address = asyncio.get_running_loop().create_future()
    settings = ServiceSettings(token=RIGHT, port=0)
    server = asyncio.create_task(serve(Projects.of([ws]), settings, ready=address.set_result))
    try:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {sent}"}) as http:
            return await work(f"{await address}/mcp", http, streamable_http_client)
    finally:
        server.cancel()
        await asyncio.gather(server, return_exceptions=True)


def test_a_client_over_streamable_http(tmp_path):
    """主动记忆搜索: the same at /mcp of `serve`, with its bearer token and for the project that a header names."""
    with opened(project(tmp_path)) as ws:
        item = filled(ws)

        async def work(url, http, connect):
            async with mcp.Client(connect(url, http_client=http)) as client:
                await look_around(client, item)
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            return await http.post(url, json=body, headers={"X-Underdraft-Project": "nowhere"})

        other = asyncio.run(asyncio.wait_for(over_http(ws, work), 60))
        assert (other.status_code, other.json()["error"]["code"]) == (404, "NOT_FOUND")


def test_http_without_the_token_or_for_a_foreign_host_is_refused(tmp_path):
    """A wrong token gets 401 and the envelope; a page elsewhere that points its name here gets nothing, too."""
    with opened(project(tmp_path)) as ws:
        filled(ws)

        async def work(url, http, connect):
            return await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})

        wrong = asyncio.run(asyncio.wait_for(over_http(ws, work, sent="wrong"), 60))
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "UNAUTHORIZED")

        async def foreign(url, http, connect):
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            return await http.post(url, json=body, headers={"Host": "evil.example"})

        rebound = asyncio.run(asyncio.wait_for(over_http(ws, foreign), 60))
        assert (rebound.status_code, rebound.json()["error"]["code"]) == (421, "UNAUTHORIZED")


def test_what_is_not_answered_is_an_envelope(tmp_path):
    """Wrong arguments, another tool, and every call while the setting is off; then it works again."""
    from underdraft.service.mcp import memory_server

    with opened(project(tmp_path)) as ws:
        item = filled(ws)

        async def drive():
            async with mcp.Client(memory_server(ws)) as client:
                for tool, arguments, code in (
                    ("memory_search", {"keyword": 3}, "INVALID_ARGUMENT"),
                    ("memory_search", {"keyword": "灯", "time_range": {"from": "x"}}, "INVALID_ARGUMENT"),
                    ("delete_everything", {}, "NOT_FOUND"),
                ):
                    await refused(client, code, tool, arguments)
                await ws.invoke("memory:settings:update", {"patch": {"memory.enable_agentic_search": False}})
                await refused(client, "UNAUTHORIZED", "memory_search", {"keyword": "灯塔"})
                await ws.invoke("memory:settings:update", {"patch": {"memory.enable_agentic_search": True}})
                await look_around(client, item)

        asyncio.run(drive())
