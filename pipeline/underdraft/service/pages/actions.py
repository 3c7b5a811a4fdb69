"""Buttons: a form names a channel and its payload; then the view is shown again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from underdraft.errors import MODEL_NOT_ASKED
from underdraft.service.pages.asking import Refusal, ask, view
from underdraft.service.pages.rendering import base_of, go_to, render
from underdraft.service.status import status_of
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


FEEDBACK = "ai:skill:feedback"
ACTIONS = {
    FEEDBACK: "judged",
    "knowledge:propose": "done",
    "knowledge:settle": "done",
    "memory:create": "added",
    "memory:delete": "deleted",
    "memory:episode:settle": "done",
    "memory:maintenance:run": "done",
    "memory:preferences:settle": "done",
    "memory:purge": "purged",
    "memory:restore": "restored",
    "memory:settings:update": "saved",
    "memory:tidy:judge": "done",
    "memory:tidy:settle": "done",
    "memory:update": "saved",
    "profile:update": "saved",
    "summary:update": "deleted",
}
"""The channels that a form may name, and the word for what was done."""

DONE = {
    "confirm": "confirmed",
    "drop": "deleted",
    "forget": "purged",
    "keep": "confirmed",
    "merge": "deleted",
    "rebuildIndex": "reindexed",
    "refuse": "refused",
    "reject": "refused",
}
"""The word for what was done, where a channel does one of several things."""

PATCH = "patch."
DIGITS = 10
"""No number of a form is as long."""

WHOLE = frozenset({"expectedVersion", "selectedIndex", "toVersion"})
SPLIT = frozenset({"refs"})
TRUTH = frozenset({"confirm", "delete"})
EDITS = frozenset({"memory:update", "profile:update"})
"""Channels that change a text; two windows can do so at the same time."""

RECALLED = "recalled"
"""The type of a new memory that is a fact: no part of every prompt, but recalled where it fits."""

WRITTEN = ("patch.content", "markdown", "content", "finalText")
"""The fields that hold what the writer has written."""


@view
async def act(request: Request, workspace: Workspace) -> Response:
    """Do what a form says, and go back to where it stood."""
    channel = request.path_params["channel"]
    form = {key: str(value) for key, value in (await request.form()).items()}
    back = _own_path(form.pop("back", ""), base_of(workspace))
    if channel not in ACTIONS:
        raise Refusal({"code": "NOT_FOUND", "message": "there is no such action"})
    payload = payload_of(form)
    if channel == "memory:tidy:settle":
        payload = _answer_of(payload)
    if channel == "memory:create" and payload.get("type") == RECALLED:
        channel, payload = "atomic:create", _fact_of(payload)
    try:
        answer = await ask(workspace, channel, payload)
    except Refusal as refusal:
        return await _refused(request, workspace, refusal, form, back)
    if channel == "memory:purge" and answer["left"]:
        return render(request, "left", workspace, left=answer["left"], back=back)
    failed = any(str(warning).startswith(MODEL_NOT_ASKED) for warning in answer.get("warnings", ()))
    return go_to(_with_word(back, "not_asked" if failed else done_by(channel, payload)))


def done_by(channel: str, payload: Mapping[str, Any]) -> str:
    """The word for what a call has done."""
    if "toVersion" in payload or channel == FEEDBACK:
        return "undone" if "toVersion" in payload else ACTIONS[FEEDBACK]
    return DONE.get(str(payload.get("action") or payload.get("trigger")), ACTIONS.get(channel, "added"))


def payload_of(form: Mapping[str, str]) -> dict[str, Any]:
    """A payload from a form: numbers and truths by their names, ``patch.x`` as a field of ``patch``."""
    payload: dict[str, Any] = {}
    patch: dict[str, Any] = {}
    for key, text in form.items():
        if key.startswith(PATCH):
            name = key.removeprefix(PATCH)
            patch[name] = _setting(name, text)
        elif key in SPLIT:
            payload[key] = text.split()
        elif key in WHOLE:
            payload[key] = int(text) if text.isdecimal() and len(text) < DIGITS else text
        else:
            payload[key] = text == "true" if key in TRUTH else text
    return {**payload, "patch": patch} if patch else payload


def _answer_of(payload: dict[str, Any]) -> dict[str, Any]:
    """Drop the fields of the form that the pressed button does not use."""
    unused = {"keep_both": {"keep", "content"}, "drop": {"content"}}.get(payload.get("action", ""), set())
    if not str(payload.get("content", "")).strip():
        unused = unused | {"content"}
    return {key: value for key, value in payload.items() if key not in unused}


def _fact_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """A memory that is to be made, as a fact."""
    place = {} if payload.get("scope") == "project" else {"projectId": None}
    return {"content": payload.get("content", ""), **place}


def _setting(name: str, text: str) -> Any:
    """A value of a patch: content is text whatever it looks like."""
    if name == "content":
        return text
    if name == "tags":
        return text.split()
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdecimal() and len(text) < DIGITS else text


async def _refused(
    request: Request, workspace: Workspace, refusal: Refusal, form: Mapping[str, str], back: str
) -> Response:
    """The error, with what the writer has written; beside what is stored where somebody else has changed it."""
    channel = request.path_params["channel"]
    error, mine = refusal.error, next((form[key] for key in WRITTEN if key in form), None)
    stored = None
    if error["code"] == "CONFLICT" and channel in EDITS:
        stored = await _stored(workspace, channel, form)
    if stored is None or stored.get("deletedAt"):
        status = status_of(error["code"])
        return render(request, "error", workspace, status=status, error=error, mine=mine, back=back)
    return render(
        request,
        "conflict",
        workspace,
        status=409,
        channel=channel,
        form=form,
        mine=mine,
        stored=stored,
        back=back,
    )


async def _stored(workspace: Workspace, channel: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The text and version that are stored now."""
    if channel == "profile:update":
        found = await ask(workspace, "profile:get")
        return {"content": found["markdown"], "version": found["version"]}
    found = await ask(workspace, "memory:history", {"id": form["id"]})
    return dict(found["revisions"][-1]["after"])


def _own_path(back: str, base: str) -> str:
    """Return where to go back to: a path of this project's pages, never of another site."""
    parts = urlsplit(back)
    inside = not parts.scheme and not parts.netloc and parts.path.startswith(f"{base}/")
    return back if inside else f"{base}/memory"


def _with_word(path: str, word: str) -> str:
    parts = urlsplit(path)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] != "done"]
    return f"{parts.path}?{urlencode([*query, ('done', word)])}"
