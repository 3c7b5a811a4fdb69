"""The door: who may call, from where, and how much and how slowly they may send."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection

from underdraft.boundary.permission import Permission, permission
from underdraft.errors import InvalidArgument, Timeout, Unauthorized, UnderdraftError
from underdraft.service.settings import ServiceSettings
from underdraft.service.status import refusal
from underdraft.types.model_call import MemoryUse
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from underdraft.service.writer_door import StoreDoor


LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this machine. A page of another site that had its own name resolved to 127.0.0.1 sends that
name as ``Host`` (DNS rebinding), and is refused by it."""

COOKIE = "underdraft"
"""Name of the cookie with the page's session id."""

WRONG_S = 0.1
"""Seconds between the answers to two wrong tokens: nobody tries more than ten a second."""

LOGIN = "/login"
"""Where a browser is asked for the token."""

OPEN = ("/healthz", LOGIN, "/static/")
"""Paths that need no token: they tell nothing about the writer."""

BY_CHANNEL = ("/ipc/", "/mcp", "/p/")
"""Beginnings of paths that do nothing but call channels."""

OPENED_BY: Mapping[MemoryUse, tuple[str, ...]] = {"on": ("/",), "read": ("/v1/", "/mcp"), "off": ("/v1/",)}
"""Beginnings of the paths that a key opens, by what its chats see of the memory."""

HEADERS = {
    "cache-control": "no-store",
    "referrer-policy": "same-origin",  # with "no-referrer" a browser would hide a form's own origin
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every response, unless it sets its own."""


@frozen
class HostGuard:
    """Refuses requests that were made for another host, or by a page of a foreign site."""

    app: Annotated[ASGIApp, "What is guarded."]
    settings: Annotated[ServiceSettings, "Which hosts and origins are allowed."]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            answer = self._refused(Headers(scope=scope), scope["path"]) or self.app
            await answer(scope, receive, _with_headers(send))
        # There is no WebSocket here: the server refuses the handshake by itself.

    def _refused(self, headers: Headers, path: str) -> Response | None:
        hosts = headers.getlist("host")
        name = _name_of(hosts[0]) if len(hosts) == 1 else None
        if name not in LOOPBACK | {self.settings.host, *self.settings.hosts}:
            return refusal(Unauthorized("host: this server does not answer to that name"), path, status=421)
        origin = headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return None
        if origin.partition("://")[2].lower() == hosts[0].lower():
            return None
        return refusal(Unauthorized("origin: pages of that site may not call"), path, status=403)


def _name_of(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


@frozen
class Logins:
    """The page's sessions, which end with the process, and the pause after each wrong token."""

    tokens: Annotated[dict[str, str], "The token of each session, by the session's id."] = attrs.field(
        factory=dict
    )
    _wrong: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)

    def token_of(self, request: HTTPConnection) -> str:
        """The token that a request brings, itself or by its session; empty where it has none."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        return given if scheme.lower() == "bearer" else self.tokens.get(request.cookies.get(COOKIE, ""), "")

    async def pause(self) -> None:
        """Wait until a wrong token may be answered."""
        async with self._wrong:
            await asyncio.sleep(WRONG_S)


@frozen
class TokenGuard:
    """Lets in callers with the token, or with one of a writer's own."""

    app: Annotated[ASGIApp, "What is guarded."]
    token: Annotated[str, "What callers send as `Authorization: Bearer`, or a browser by its session."]
    logins: Annotated[Logins, "The page's sessions."]
    open_paths: Annotated[tuple[str, ...], "Beginnings of paths that need none."] = ()
    door: Annotated[
        StoreDoor | None, "Who knows other tokens; the request's state gets `projects` of it."
    ] = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] != "http" or scope["path"].startswith(self.open_paths):
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        given = self.logins.token_of(request)
        if hmac.compare_digest(given.encode(), self.token.encode()):
            await self.app(scope, receive, send)
            return
        try:
            opened = await self.door.open(given) if self.door and given else None
        except UnderdraftError as error:
            await refusal(error, scope["path"])(scope, receive, send)
            return
        if opened is None:
            if given:
                await self.logins.pause()
            await self._turn_away(request)(scope, receive, send)
            return
        async with opened as projects:
            if not may_pass(permission.get(), scope):
                why = Unauthorized("the key is not for this: it may only read, or is for chats alone")
                await refusal(why, scope["path"])(scope, receive, send)
                return
            scope.setdefault("state", {})["projects"] = projects
            await self.app(scope, receive, send)

    def _turn_away(self, request: HTTPConnection) -> Response:
        answer = refusal(Unauthorized("the bearer token is missing or wrong"), request.url.path)
        if LOGIN in self.open_paths and "text/html" in request.headers.get("accept", ""):
            answer.status_code = 303
            answer.headers["location"] = LOGIN
        else:
            answer.headers["www-authenticate"] = "Bearer"
        return answer


@frozen
class LimitGuard:
    """Takes in the body, so that what is behind it waits for no caller, and ends what takes too long."""

    app: Annotated[ASGIApp, "What is guarded."]
    settings: Annotated[ServiceSettings, "The limits."]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with the whole body."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = await self._read_body(scope, receive)
        if body is None:
            return  # the caller went away
        if not isinstance(body, bytes):
            await body(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with asyncio.timeout(self.settings.request_timeout_s):
                await self.app(scope, _replay(body, receive), sending)
        except TimeoutError:
            if not begun:  # else the connection breaks off, so that nobody takes the part for the whole
                await refusal(Timeout("the request took too long"), scope["path"])(scope, receive, send)

    async def _read_body(self, scope: Scope, receive: Receive) -> bytes | Response | None:
        """The body, or the refusal of one that is too long or too slow; ``None`` if the caller went away."""
        limit = self.settings.body_limit_bytes
        too_long = refusal(InvalidArgument(f"body: longer than {limit} bytes"), scope["path"], status=413)
        if int(Headers(scope=scope).get("content-length", "0")) > limit:
            return too_long
        parts = bytearray()
        try:
            async with asyncio.timeout(self.settings.body_timeout_s):
                while (message := await receive())["type"] != "http.disconnect":
                    parts += message.get("body", b"")
                    if len(parts) > limit:
                        return too_long
                    if not message.get("more_body", False):
                        return bytes(parts)
        except TimeoutError:
            return refusal(Timeout("the body did not arrive in time"), scope["path"], status=408)
        return None


def may_pass(limits: Permission | None, scope: Scope) -> bool:
    """Whether a key may ask for this at all; which channel it calls is looked at when it is called."""
    if limits is None:
        return True
    by_channel = scope["path"].startswith(BY_CHANNEL)
    reads = not limits.read_only or scope["method"] in {"GET", "HEAD"} or by_channel
    return bool(reads and scope["path"].startswith(OPENED_BY[limits.memory]))


def _replay(body: bytes, receive: Receive) -> Receive:
    """The body in one piece, then whatever else comes: the news that the caller went away."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
