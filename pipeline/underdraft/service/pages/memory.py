"""The page of memories: one list of everything, pending decisions, the profile and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from underdraft.learning.edits.text_diff import diff_pieces
from underdraft.memory.notes.record import SCOPES, SOURCES, STATES, TYPES
from underdraft.run.ask_model import reader_of
from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response


PAGE = 25
WAITING = 10
"""Maximum number of offers of each kind above the list; its filter by state shows all."""

TALK = 500
"""Maximum number of messages of a session shown."""

LIST = "remembered"
TABS = (LIST, "profile", "sessions")

FILTERS = {"type": (*TYPES, "rule"), "source": SOURCES, "state": STATES, "scope": SCOPES}
"""Values that the list can be filtered by, besides words; types are open, and these are the known ones."""

MISSING = {"type": "preference", "source": None, "evidence": ()}
"""Fields of a record that a candidate lacks."""

RUNS = 5
"""Maximum number of runs linked from a row."""

IN_USE = "active"
"""The state that is listed where none is named."""


@view
async def memory(request: Request, workspace: Workspace) -> Response:
    """All that is remembered, or what else the tab is about."""
    query = request.query_params
    tab = query.get("tab") if query.get("tab") in TABS else LIST
    if tab == LIST:
        values = await _remembered(workspace, query)
    elif tab == "profile":
        values = {"profile": await ask(workspace, "profile:get")}
    else:
        values = await _sessions(workspace, query.get("session"))
    return render(request, "memory", workspace, tab=tab, **values)


async def _remembered(workspace: Workspace, query: Mapping[str, str]) -> dict[str, Any]:
    """A page of the list, as it is filtered."""
    asked = {name: text for name in ("words", *FILTERS) if (text := query.get(name, "").strip())}
    asked.setdefault("state", IN_USE)
    page = await ask(workspace, "memory:list", {**asked, "limit": PAGE, "cursor": query.get("cursor")})
    after = page["nextCursor"]
    found = {"items": page["items"], "next": urlencode({**asked, "cursor": after}) if after else None}
    ledger = (await _ledger(workspace))["items"]
    _add_entries(found["items"], ledger)
    settings = await ask(workspace, "memory:settings:get")
    first = asked == {"state": IN_USE} and "cursor" not in query
    return found | {
        "waiting": await _waiting(workspace, ledger) if first else [],
        "asked": asked,
        "filters": FILTERS,
        "injected": settings["injectionEnabled"],
        "reader": reader_of(workspace.config),
    }


async def _ledger(workspace: Workspace) -> dict[str, Any]:
    """Ask for the ledger, and mark the changes of each edit."""
    ledger: dict[str, Any] = await ask(workspace, "memory:preferences:list")
    for entry in ledger["items"]:
        for span in entry["spans"]:
            span["pieces"] = diff_pieces(span["before"], span["after"])
    return ledger


def _add_entries(items: list[dict[str, Any]], entries: list[dict[str, Any]]) -> None:
    """Put beside each record what it rests on, where that is known, and whether learning hears of the writer's answer."""
    by_id = {entry["id"]: entry for entry in entries}
    for item in items:
        item["entry"] = by_id.get(item["id"])
        runs = [one.get("runId") for one in item["evidence"] if isinstance(one, dict)]
        item["runs"] = list(filter(None, runs))[-RUNS:]
        item.setdefault("scene", None)


async def _waiting(workspace: Workspace, ledger: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Collect what waits for the writer's decision; candidates have no record yet."""
    found = await ask(workspace, "memory:list", {"state": "proposed", "limit": WAITING})
    waiting: list[dict[str, Any]] = found["items"]
    _add_entries(waiting, ledger)
    candidates = [entry for entry in ledger if entry["state"] == "candidate"][:WAITING]
    return waiting + [
        {**MISSING, **one, "content": one["statement"], "scene": one["sceneType"], "entry": one}
        for one in candidates
    ]


async def _sessions(workspace: Workspace, session: str | None) -> dict[str, Any]:
    """Collect the summaries of sessions, and one session in full."""
    summaries = await ask(workspace, "summary:list", {"limit": PAGE})
    talk = None
    if session:
        asked = {"sessionId": session, "limit": TALK}
        talk = (await ask(workspace, "conversation:list", asked))["items"]
    return {"items": summaries["items"], "talk": talk}


@view
async def history(request: Request, workspace: Workspace) -> Response:
    """Every version of a memory, each with what it changed."""
    id_ = request.path_params["id"]
    revisions = (await ask(workspace, "memory:history", {"id": id_}))["revisions"]
    for revision in revisions:
        before = revision["before"]["content"] if revision["before"] else ""
        revision["pieces"] = diff_pieces(before, revision["after"]["content"])
    return render(request, "history", workspace, id=id_, revisions=list(reversed(revisions)))
