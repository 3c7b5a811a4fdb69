"""Buttons: a form names a channel and its payload; then the view is shown again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from underdraft.errors import MODEL_NOT_ASKED, NotFound
from underdraft.service.pages.asking import Refusal, ask, view
from underdraft.service.pages.rendering import ACTIONS, DONE, FEEDBACK, base_of, go_to, render
from underdraft.service.status import status_of
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


PATCH = "patch."
DIGITS = 10
"""No number of a form is as long."""

WHOLE = frozenset({"expectedVersion", "selectedIndex", "toVersion"})
TRUTH = frozenset({"confirm", "delete"})
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
        raise NotFound("there is no such action")
    payload = payload_of(form)
    fact = channel == "memory:create" and payload.get("type") == RECALLED
    call = ("atomic:create", _fact_of(payload)) if fact else (channel, payload)
    try:
        answer = await ask(workspace, *call)
    except Refusal as error:
        mine = next((form[key] for key in WRITTEN if key in form), None)
        status = status_of(error.code)
        return render(request, "error", workspace, status=status, error=error, mine=mine, back=back)
    failed = any(str(warning).startswith(MODEL_NOT_ASKED) for warning in answer.get("warnings", ()))
    return go_to(_with_word(back, "not_asked" if failed else done_by(channel, payload)))


def done_by(channel: str, payload: Mapping[str, Any]) -> str:
    """The key of what is said of a call: in ``DONE``, or its channel."""
    if "toVersion" in payload:
        return "toVersion"
    action = str(payload.get("action") or payload.get("trigger"))
    return action if action in DONE and channel != FEEDBACK else channel


def payload_of(form: Mapping[str, str]) -> dict[str, Any]:
    """A payload from a form: numbers and truths by their names, ``patch.x`` as a field of ``patch``."""
    payload: dict[str, Any] = {}
    patch: dict[str, Any] = {}
    for key, text in form.items():
        if key.startswith(PATCH):
            name = key.removeprefix(PATCH)
            patch[name] = _setting(name, text)
        elif key in WHOLE:
            payload[key] = int(text) if text.isdecimal() and len(text) < DIGITS else text
        else:
            payload[key] = text == "true" if key in TRUTH else text
    return {**payload, "patch": patch} if patch else payload


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


def _own_path(back: str, base: str) -> str:
    """Return where to go back to: a path of this project's pages, never of another site."""
    parts = urlsplit(back)
    inside = not parts.scheme and not parts.netloc and parts.path.startswith(f"{base}/")
    return back if inside else f"{base}/memory"


def _with_word(path: str, word: str) -> str:
    parts = urlsplit(path)
    query = [pair for pair in parse_qsl(parts.query) if pair[0] != "done"]
    return f"{parts.path}?{urlencode([*query, ('done', word)])}"
