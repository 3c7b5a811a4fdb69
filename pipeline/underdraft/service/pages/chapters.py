"""Chapters of the project's files: opened at the desk, and saved where nobody else has changed them meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from typing import TYPE_CHECKING, Any, cast

from underdraft.boundary.permission import permission
from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.project.files import DiskFiles, decoded, encoded
from underdraft.service.pages.asking import view
from underdraft.service.status import envelope_response, read_json
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

_SAVING = threading.Lock()


def paths_of(workspace: Workspace) -> list[str]:
    """The chapters that can be opened, in the order of their paths; none where the files cannot be written."""
    if not workspace.files.writable:
        return []
    return [chapter.path for chapter in workspace.knowledge.chapters().items]


@view
async def chapter(request: Request, workspace: Workspace) -> Response:
    """A chapter's text and digest (``GET``), or a text to save in place of the one with a digest (``POST``)."""
    asked: dict[str, Any] = dict(request.query_params)
    if request.method == "POST":
        if limits := permission.get():
            limits.check("file:put", {})
        asked = read_json(await request.body(), request.headers.get("content-type", ""))
    data = await asyncio.to_thread(_opened if request.method == "GET" else _saved, workspace, asked)
    return envelope_response({"ok": True, "data": data})


def _opened(workspace: Workspace, asked: dict[str, Any]) -> dict[str, str]:
    return _read(workspace, asked)[0]


def _read(workspace: Workspace, asked: dict[str, Any]) -> tuple[dict[str, str], bytes]:
    path, files = str(asked.get("path")), cast("DiskFiles", workspace.files)
    content = files.read_bytes(path) if path in paths_of(workspace) else None
    if content is None:
        raise NotFound("path: there is no such chapter")
    text = decoded(path, content).replace("\r\n", "\n")
    return {"path": path, "text": text, "digest": hashlib.sha256(content).hexdigest()}, content


def _saved(workspace: Workspace, asked: dict[str, Any]) -> dict[str, str]:
    with _SAVING:
        found, before = _read(workspace, asked)
        path = found["path"]
        if asked.get("digest") != found["digest"]:
            raise Conflict(f"{path}: the file has changed since it was opened", details=found)
        text = asked.get("text")
        if not isinstance(text, str):
            raise InvalidArgument("text: expected text")
        newline = "\r\n" if b"\r\n" in before else "\n"
        text = text.replace("\r\n", "\n").replace("\n", newline)
        cast("DiskFiles", workspace.files).write(path, [encoded(text, before)])
        return _opened(workspace, asked)
