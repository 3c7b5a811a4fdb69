"""Writing: a text, a selection, a skill, and the reply as a change in the text."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from underdraft.learning.edits.text_diff import diff_pieces
from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.chapters import paths_of
from underdraft.service.pages.rendering import POLICY, environment, language_of, render
from underdraft.service.pages.replies import replies_of
from underdraft.text.strings import words
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@view
async def write(request: Request, workspace: Workspace) -> Response:
    """The desk; the text stays in the browser."""
    skills = (await ask(workspace, "skill:list"))["items"]
    info = await ask(workspace, "workspace:info")
    usable = [skill for skill in skills if skill["error"] is None]
    said = words(language_of(request, workspace), "page")
    desk = {key: text for key, text in said.items() if key.startswith(("write.", "error."))}
    values = {"skills": usable, "model": info["model"], "words": {**said.get("sentences", {}), **desk}}
    values["chapters"] = await asyncio.to_thread(paths_of, workspace)
    values |= {"replies": await replies_of(request, workspace), "run": request.query_params.get("run", "")}
    return render(request, "write", workspace, **values)


@view
async def difference(request: Request, workspace: Workspace) -> Response:
    """Two texts as one with marks; for the script of the desk."""
    del workspace
    form = await request.form()
    pieces = diff_pieces(str(form.get("before", "")), str(form.get("after", "")))
    html = environment().get_template("_diff.html").render(pieces=pieces)
    return HTMLResponse(html, headers={"content-security-policy": POLICY})
