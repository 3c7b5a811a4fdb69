"""Views ask channels, as every other front end does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from underdraft.boundary.envelope import failure
from underdraft.errors import UnderdraftError
from underdraft.service.pages.rendering import render
from underdraft.service.projects import projects_of
from underdraft.service.status import JSON, envelope_response, status_of
from underdraft.workspace import Workspace

View = Callable[[Request, "Workspace"], Awaitable[Response]]


class Refusal(UnderdraftError):
    """A channel answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"], details=error.get("details"))
        self.code = error["code"]  # type: ignore[misc]


async def ask(workspace: Workspace, channel: str, payload: dict[str, Any] | None = None) -> Any:
    """The data that a channel answers with; an error is raised as ``Refusal``."""
    envelope = await workspace.invoke(channel, payload or {})
    if not envelope["ok"]:
        raise Refusal(envelope["error"])
    return envelope["data"]


def view(function: View) -> Callable[[Request], Awaitable[Response]]:
    """A route of one project; an error is a page with its sentence, for a script an envelope."""

    async def answer(request: Request) -> Response:
        """Find the workspace, show the view or the error."""
        workspace = None
        try:
            name = request.path_params["project"]
            workspace = projects_of(request).named(None if name == "-" else name)
            return await function(request, workspace)
        except UnderdraftError as raised:
            error = failure(raised)["error"]
        if JSON in (request.headers.get("content-type"), request.headers.get("accept")):
            return envelope_response({"ok": False, "error": error})
        return render(request, "error", workspace, status=status_of(error["code"]), error=error)

    return answer
