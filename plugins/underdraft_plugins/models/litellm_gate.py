"""The one way out through litellm: every completion and every embedding of the built-in plugins passes here.

Where a call leads was decided before (the engine lets no name through that nobody trusted named). Here it is held to:
a server that sends a request on to another host is refused, since what was written, and often the key, would go along.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

from underdraft_plugins.models.litellm_loading import load_litellm

MAX_REDIRECTS = 3
_held: ContextVar[bool] = ContextVar("held", default=False)
"""Whether the code that runs is inside a call; other users of the HTTP client in this process are not touched."""


class Redirected(Exception):
    """A server sent a request on to another host."""

    def __init__(self, asked: str, other: str) -> None:
        super().__init__(f"{asked} sends the request on to {other}")
        self.asked, self.other = asked, other


async def complete(**request: Any) -> Any:
    """``litellm.acompletion``; a stream is to be read by :func:`pieces`."""
    litellm = await asyncio.to_thread(_loaded)
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

    clients: tuple[tuple[Any, Any], ...] = ((httpx.Client, _sent), (httpx.AsyncClient, _sent_async))
    for client, sent in clients:
        if not hasattr(client.send, "underdraft"):
            client.send = _holding(client.send, sent)
    return litellm


def _holding(send: Any, sent: Any) -> Any:
    """``send`` of a client, which inside a call follows a redirect to the same host and refuses any other."""

    @wraps(send)
    def held(self: Any, request: Any, **options: Any) -> Any:
        if not _held.get():
            return send(self, request, **options)
        return sent(send, self, request, {**options, "follow_redirects": False})

    held.underdraft = True  # type: ignore[attr-defined]
    return held


def _sent(send: Any, client: Any, request: Any, options: dict[str, Any]) -> Any:
    response = send(client, request, **options)
    for _ in range(MAX_REDIRECTS):
        if (following := _following(response)) is None:
            break
        response.close()
        response = send(client, following, **options)
    return response


async def _sent_async(send: Any, client: Any, request: Any, options: dict[str, Any]) -> Any:
    response = await send(client, request, **options)
    for _ in range(MAX_REDIRECTS):
        if (following := _following(response)) is None:
            break
        await response.aclose()
        response = await send(client, following, **options)
    return response


def _following(response: Any) -> Any:
    """The request that a redirect asks for, if there is one; to another host, or to plain HTTP, it is refused."""
    following = response.next_request
    if following is None:
        return None
    asked, other = response.request.url, following.url
    upgraded = (asked.scheme, other.scheme) == ("http", "https") and asked.host == other.host
    if (asked.scheme, asked.netloc) == (other.scheme, other.netloc) or upgraded:
        return following
    raise Redirected(asked.netloc.decode(), other.netloc.decode())
