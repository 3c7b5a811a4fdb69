"""The way in: the token begins a session, whose id is the cookie."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from underdraft.service.guard import COOKIE
from underdraft.service.pages.rendering import base_of, go_to, render
from underdraft.service.projects import projects_of

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def start(request: Request) -> Response:
    """The first view of the first project."""
    return go_to(f"{base_of(projects_of(request).named(None))}/write")


async def log_in(request: Request) -> Response:
    """Ask for the token, or take it."""
    if request.method == "GET":
        return render(request, "login", wrong=False)
    form = await request.form()
    given = str(form.get("token", "")).strip()
    if not await _is_known(request, given):
        await request.app.state.logins.pause()
        return render(request, "login", status=401, wrong=True)
    session = secrets.token_urlsafe(32)
    request.app.state.logins.tokens[session] = given
    response = go_to("/")
    response.set_cookie(
        COOKIE, session, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return response


async def _is_known(request: Request, token: str) -> bool:
    """Whether it is the server's token, or a writer's."""
    state = request.app.state
    if hmac.compare_digest(token.encode(), state.settings.token.encode()):
        return True
    return bool(state.door and token and await state.door.open(token))
