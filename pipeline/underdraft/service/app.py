"""The web application: its routes, and the doors that every request passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route

from underdraft.boundary.json import to_json
from underdraft.errors import InvalidArgument, NotFound, UnderdraftError
from underdraft.service.chat import SESSION, complete, list_models, show_model
from underdraft.service.chat_sessions import ChatSessions
from underdraft.service.guard import OPEN, HostGuard, LimitGuard, Logins, TokenGuard
from underdraft.service.ipc import call_channel
from underdraft.service.live_runs import LiveRuns
from underdraft.service.memory_search import SearchEndpoint
from underdraft.service.openapi import describe
from underdraft.service.pages.rendering import render
from underdraft.service.pages.routes import ROUTES
from underdraft.service.projects import Projects, projects_of
from underdraft.service.settings import ServiceSettings
from underdraft.service.status import envelope_response, refusal, status_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from underdraft.service.writer_door import StoreDoor


def make_app(projects: Projects, settings: ServiceSettings, door: StoreDoor | None = None) -> ASGIApp:
    """The application, guarded; the opener of the projects closes them.

    With a ``door`` several writers share the store, each with tokens of its own.

    ::

        request ─► host and origin ─► cross-origin headers ─► token ─► body, time ─► route
    """
    app = Starlette(
        routes=[
            Route("/healthz", health),
            Route("/projects", list_projects),
            Route("/openapi.json", openapi),
            Route("/ipc/{channel}", call_channel, methods=["POST"]),
            Route("/v1/models", list_models),
            Route("/v1/models/{name:path}", show_model),
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/mcp", SearchEndpoint(), methods=["POST"]),
            *ROUTES,
        ],
        exception_handlers={HTTPException: _refused, ClientDisconnect: _gone, Exception: _fault},
    )
    app.state.projects = projects
    app.state.chats = ChatSessions()
    app.state.runs = LiveRuns()
    app.state.settings = settings
    app.state.door = door
    app.state.logins = logins = Logins()
    guarded: ASGIApp = TokenGuard(LimitGuard(app, settings), settings.token, logins, OPEN, door)
    if settings.origins:
        guarded = CORSMiddleware(
            guarded,
            allow_origins=settings.origins,
            allow_methods=("GET", "POST"),
            allow_headers=("*",),  # clients in browsers send a dozen of their own
            expose_headers=(SESSION, "retry-after"),
        )
    return HostGuard(guarded, settings)


async def health(_: Request) -> Response:
    """Answer that the server runs, and nothing else; this needs no token."""
    return envelope_response({"ok": True, "data": {}})


async def list_projects(request: Request) -> Response:
    """The open projects."""
    return envelope_response({"ok": True, "data": {"items": to_json(projects_of(request).list())}})


async def openapi(request: Request) -> Response:
    """The description of the channels."""
    return envelope_response(describe(projects_of(request).named(None).channels.values()), status=200)


async def _refused(request: Request, error: Exception) -> Response:
    """A path that there is not, a method that it does not take, or a form that is none."""
    detail = getattr(error, "detail", "")
    match getattr(error, "status_code", 0):
        case 404:
            return _said(request, NotFound("path: there is nothing here"))
        case 405:
            answer = refusal(NotFound("path: not by this method"), request.url.path, status=405)
            answer.headers.update(getattr(error, "headers", None) or {})
            return answer
    return refusal(InvalidArgument(f"body: {detail}"))


async def _gone(_: Request, __: Exception) -> Response:
    """Nobody reads this; that a caller went away is no fault."""
    return Response()


async def _fault(request: Request, _: Exception) -> Response:
    return _said(request, UnderdraftError("an unexpected fault; see the log"))


def _said(request: Request, error: UnderdraftError) -> Response:
    """An error as an envelope, or for a browser as a page."""
    if "text/html" not in request.headers.get("accept", ""):
        return refusal(error, request.url.path)
    return render(request, "error", status=status_of(error.code), error=error)
