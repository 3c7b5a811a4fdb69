"""What is remembered: memories, preferences, facts, the profile, sessions, episodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.learning.edits.text_diff import diff_pieces
from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.types.model_call import STAND_IN
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


PAGE = 50
TALK = 500
"""Most messages of a talk that are shown."""

TABS = ("memories", "offers", "preferences", "facts", "profile", "sessions", "episodes")
LISTS = {
    "memories": "memory:list",
    "facts": "atomic:list",
    "episodes": "memory:episode:list",
    "sessions": "summary:list",
}


@view
async def memory(request: Request, workspace: Workspace) -> Response:
    """One kind of what is remembered, or what a search finds in all of it."""
    query = request.query_params
    tab = query.get("tab") if query.get("tab") in TABS else TABS[0]
    words = query.get("q", "").strip()
    values: dict[str, Any] = {"tab": tab, "tabs": TABS, "q": words, "deleted": query.get("deleted") == "1"}
    if words:
        found = await ask(workspace, "memory:search", {"keyword": words[:200], "limit": 50})
        return render(request, "memory", workspace, found=found["items"], **values)
    values |= {
        "found": None,
        "items": [],
        "next": None,
        "talk": None,
        "settings": await ask(workspace, "memory:settings:get"),
    }
    values |= await _content(workspace, str(tab), query.get("cursor"), deleted=values["deleted"])
    if tab == "sessions" and query.get("session"):
        talk = await ask(workspace, "conversation:list", {"sessionId": query["session"], "limit": TALK})
        values["talk"] = talk["items"]
    return render(request, "memory", workspace, **values)


async def _content(workspace: Workspace, tab: str, cursor: str | None, *, deleted: bool) -> dict[str, Any]:
    """What a tab shows."""
    if tab == "preferences":
        ledger = await ask(workspace, "memory:preferences:list")
        for entry in ledger["items"]:
            for span in entry["spans"]:
                span["pieces"] = diff_pieces(span["before"], span["after"])
        return {"items": ledger["items"]}
    if tab == "offers":
        return await _offers(workspace)
    if tab == "profile":
        return {"profile": await ask(workspace, "profile:get")}
    payload: dict[str, Any] = {"limit": PAGE}
    if tab != "sessions":
        payload["cursor"] = cursor
    if tab in {"memories", "facts"}:
        payload["includeDeleted"] = deleted
    page = await ask(workspace, LISTS[tab], payload)
    return {"items": page["items"], "next": page.get("nextCursor")}


async def _offers(workspace: Workspace) -> dict[str, Any]:
    """What waits for an answer."""
    found: dict[str, Any] = await ask(workspace, "memory:offers:list")
    for one in found["learned"]:
        for span in one["spans"]:
            span["pieces"] = diff_pieces(span["before"], span["after"])
    return found | {"model": workspace.config.model != STAND_IN}


@view
async def history(request: Request, workspace: Workspace) -> Response:
    """Every version of a memory, each with what it changed."""
    id_ = request.path_params["id"]
    revisions = (await ask(workspace, "memory:history", {"id": id_}))["revisions"]
    for revision in revisions:
        before = revision["before"]["content"] if revision["before"] else ""
        revision["pieces"] = diff_pieces(before, revision["after"]["content"])
    return render(request, "history", workspace, id=id_, revisions=list(reversed(revisions)))
