"""Replies: runs that are under way, and finished ones that wait for the writer's verdict."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any

from sse_starlette import ServerSentEvent

from underdraft.service.ipc import stream_of
from underdraft.service.live_runs import LiveRun, flaw_of, server_event
from underdraft.service.pages.asking import Refusal, ask, view
from underdraft.service.status import envelope_response, read_json
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

SHOWN = 10
"""Maximum number of waiting replies listed."""

LEAD = 40
"""Code points before the passage by which its place is found again."""


@view
async def begin(request: Request, workspace: Workspace) -> Response:
    """Begin a run that goes on whatever becomes of the window."""
    asked = read_json(await request.body(), request.headers.get("content-type", ""))
    run = await request.app.state.runs.start(workspace, asked)
    return envelope_response({"ok": True, "data": {"runId": run.id}} if run.id else run.answer)


@view
async def follow(request: Request, workspace: Workspace) -> Response:
    """The events of a run from its beginning, or after ``Last-Event-ID``; of one that is over its record."""
    id_, seen = request.path_params["id"], request.headers.get("last-event-id", "")
    live = next((run for run in request.app.state.runs.of(workspace) if run.id == id_), None)
    record = None
    if live is None or (live.answer or {}).get("ok"):
        try:
            record = await ask(workspace, "ai:run:get", {"runId": id_, "lines": True})
        except Refusal:
            if live is None:
                raise
    if live is None or (record and record["complete"]):
        events = _of_record(record)
    else:  # it is under way, it failed, or the store keeps no text of it
        events = _of_live(live, int(seen) if seen.isdecimal() and len(seen) < LEAD else 0)
    return stream_of(request, events, ServerSentEvent(comment="goes on after the next connection"))


async def _of_live(run: LiveRun, seen: int) -> AsyncGenerator[ServerSentEvent, None]:
    text, marks = run.payload.get("document", ""), run.payload.get("selection", {})
    start, end = marks.get("start", len(text)), marks.get("end", len(text))
    opened = {"lead": text[max(0, start - LEAD) : start], "before": text[start:end]}
    yield server_event("opened", {**opened, "documentId": run.payload.get("documentId")})
    async for number, name, value in run.watch(seen):
        yield server_event(name, _with_flaw(value) if name == "result" else value, id=str(number))


async def _of_record(run: Any) -> AsyncGenerator[ServerSentEvent, None]:
    parts = {line["source"]: line["text"] for line in run.pop("lines")}
    del run["messages"]
    lead, before = parts.get("document:before", "")[-LEAD:], parts.get("document:selection", "")
    told = {name: run[name] for name in ("documentId", "verdict")}
    yield server_event("opened", {"lead": lead, "before": before, **told})
    yield server_event("result", _with_flaw({"ok": True, "data": run}))


def _with_flaw(answer: dict[str, Any]) -> dict[str, Any]:
    return {**answer, "flaw": flaw_of(answer["data"]) if answer["ok"] else "truncated"}


async def replies_of(request: Request, workspace: Workspace) -> list[dict[str, Any]]:
    """The replies that are being written, then those that wait, the newest first."""
    live = [run for run in request.app.state.runs.of(workspace) if run.answer is None]
    found = [{"runId": run.id, "skillId": run.payload["skillId"], "state": "running"} for run in live]
    for one in (await ask(workspace, "ai:run:list", {"waiting": True, "limit": SHOWN}))["items"]:
        run = await ask(workspace, "ai:run:get", {"runId": one["id"]})
        found.append({**run, "state": flaw_of(run) or "done"})
    return found
