"""The story as it is known: who and what, the graph, contradictions, what waits to be confirmed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from underdraft.knowledge.graph.model import CATEGORIES
from underdraft.service.pages.asking import Refusal, ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request


PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture runs no script and loads nothing, also where it is opened by itself."""

CLAIMS = 200
"""Maximum claims on the page; filters show the others."""

SENTENCE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60">'
    '<text x="8" y="34" font-family="sans-serif" font-size="15">{}</text></svg>'
)
"""The picture where there is none: why."""


@view
async def story(request: Request, workspace: Workspace) -> Response:
    """The whole graph as of a chapter, or one name's neighbourhood."""
    query = request.query_params
    chapter, entity = whole(query.get("chapter")), query.get("entity") or None
    payload: dict[str, Any] = {"chapter": chapter}
    if entity:
        payload |= {"entity": entity, "depth": 1}
    graph = await ask(workspace, "knowledge:query", payload)
    check = await ask(workspace, "knowledge:check", {"chapter": chapter})
    proposed = await ask(workspace, "knowledge:list", {"status": "proposed"})
    category = query.get("category") if query.get("category") in CATEGORIES else None
    chosen = {"subject": entity, "category": category, "chapter": chapter}
    ledger = (await ask(workspace, "knowledge:ledger", chosen))["items"]
    return render(
        request,
        "story",
        workspace,
        graph=graph,
        check=check,
        proposed=proposed["items"],
        chapter=chapter,
        entity=entity,
        category=category,
        categories=CATEGORIES,
        claims=ledger[:CLAIMS],
        claims_left=len(ledger[CLAIMS:]),
    )


@view
async def drawing(request: Request, workspace: Workspace) -> Response:
    """The graph as a picture."""
    query = request.query_params
    chapter, entity = whole(query.get("chapter")), query.get("entity") or None
    few = chapter is not None or entity is not None  # with every event of a book the picture says nothing
    payload = {"chapter": chapter, "entity": entity, "events": few}
    try:
        picture = (await ask(workspace, "knowledge:draw", payload))["svg"]
    except Refusal as refusal:
        picture = SENTENCE.format(escape(refusal.message))
    return Response(picture, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


def whole(text: str | None) -> int | None:
    """A chapter's number, where one was typed."""
    return int(text) if text and text.isdecimal() and len(text) < 5 else None  # noqa: PLR2004 - up to 9999
