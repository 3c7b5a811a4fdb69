"""The story as it is known: who and what, the graph, contradictions, what waits to be confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request


PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture runs no script and loads nothing, also where it is opened by itself."""


@view
async def story(request: Request, workspace: Workspace) -> Response:
    """The whole graph as of a chapter, or one name's neighbourhood."""
    query = request.query_params
    chapter, entity = whole(query.get("chapter")), query.get("entity") or None
    payload: dict[str, Any] = {"chapter": chapter}
    if entity:
        payload |= {"entity": entity, "depth": 1}
    graph = await ask(workspace, "knowledge:query", payload)
    health = await ask(workspace, "knowledge:health")
    check = await ask(workspace, "knowledge:check", {"chapter": chapter})
    proposed = await ask(workspace, "knowledge:list", {"status": "proposed"})
    return render(
        request,
        "story",
        workspace,
        graph=graph,
        health=health,
        check=check,
        proposed=proposed["items"],
        chapter=chapter,
        entity=entity,
    )


@view
async def drawing(request: Request, workspace: Workspace) -> Response:
    """The graph as a picture."""
    query = request.query_params
    payload = {"chapter": whole(query.get("chapter")), "entity": query.get("entity") or None}
    picture = (await ask(workspace, "knowledge:draw", payload))["svg"]
    return Response(picture, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


def whole(text: str | None) -> int | None:
    """A chapter's number, where one was typed."""
    return int(text) if text and text.isdecimal() and len(text) < 5 else None  # noqa: PLR2004 - up to 9999
