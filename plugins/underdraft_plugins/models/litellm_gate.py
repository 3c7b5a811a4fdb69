"""The one way out through litellm: every completion and every embedding of the built-in plugins passes here.

Where a call leads was decided before (the engine lets no name through that nobody trusted named). Here it is held to:
a server that sends a request on to another host is refused, since what was written, and often the key, would go along.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

from underdraft_plugins.models.litellm_loading import load_litellm

ASKED = "underdraft.asked"
"""The extension of a request that says where its call was to go."""

_held: ContextVar[bool] = ContextVar("held", default=False)
"""Whether the code that runs is inside a call; other users of the HTTP client in this process are not touched."""


class Redirected(Exception):
    """A server sent a request on to another host."""

    def __init__(self, asked: str, other: str) -> None:
        super().__init__(f"{asked} sends the request on to {other}")
        self.asked, self.other = asked, other


async def complete(**request: Any) -> Any:
    """``litellm.acompletion``, once litellm is loaded; a stream is to be read by :func:`pieces`."""
    litellm = _loaded()
    with _hold():
        return await litellm.acompletion(**request)


def embed(**request: Any) -> Any:
    """``litellm.embedding``. Blocks."""
    litellm = _loaded()
    with _hold():
        return litellm.embedding(**request)


async def pieces(stream: Any) -> AsyncIterator[Any]:
    """The pieces of a stream; some providers are asked only when the first is taken."""
    while True:
        try:
            with _hold():
                piece = await anext(stream)
        except StopAsyncIteration:
            return
        yield piece


@contextmanager
def _hold() -> Iterator[None]:
    token = _held.set(True)
    try:
        yield
    finally:
        _held.reset(token)


def _loaded() -> Any:
    """litellm, its HTTP clients held. They all send through these two methods."""
    litellm = load_litellm()
    import httpx

    clients: tuple[tuple[Any, Any], ...] = ((httpx.Client, _check), (httpx.AsyncClient, _check_async))
    for client, check in clients:
        if not hasattr(client.send, "underdraft"):
            client.send = _holding(client.send, check)
    return litellm


def _holding(send: Any, check: Any) -> Any:
    """``send`` of a client, which inside a call has each request checked, those of redirects too."""

    @wraps(send)
    def held(self: Any, request: Any, **options: Any) -> Any:
        if _held.get():
            request.extensions.setdefault(ASKED, request.url)  # a redirect's request takes it over
            hooks = self.event_hooks
            if check not in hooks["request"]:
                self.event_hooks = {**hooks, "request": [*hooks["request"], check]}
        return send(self, request, **options)

    held.underdraft = True  # type: ignore[attr-defined]
    return held


def _check(request: Any) -> None:
    """Refuse what a redirect asks for of another host, or by plain HTTP."""
    asked, other = request.extensions.get(ASKED, request.url), request.url
    upgraded = (asked.scheme, other.scheme) == ("http", "https") and asked.host == other.host
    if (asked.scheme, asked.netloc) != (other.scheme, other.netloc) and not upgraded:
        raise Redirected(asked.netloc.decode(), other.netloc.decode())


async def _check_async(request: Any) -> None:
    _check(request)
