"""The envelope: every call of a channel ends in one, whatever happens."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from underdraft.boundary.channel import LISTENER, Channel
from underdraft.boundary.json import to_json
from underdraft.boundary.plugin_calls import await_apart, awaited, call_apart, guarded, name_of
from underdraft.boundary.private_logging import logger_of
from underdraft.errors import Timeout, UnderdraftError

PLUGIN_LIMIT_S = 600
"""Limit of a plugin's channel; the engine's own keep the limits of what they do."""

log = logger_of("underdraft")
log.addHandler(logging.NullHandler())  # the application decides what is shown


async def enveloped(work: Awaitable[Any]) -> dict[str, Any]:
    """Await a call and wrap what it gives; never raises but for a cancelled task.

    ``{"ok": True, "data": ...}`` or ``{"ok": False, "error": {"code", "message", "details"?}}``.
    """
    try:
        return {"ok": True, "data": to_json(await awaited(work))}
    except Exception as error:  # noqa: BLE001 - what would end more than the call is an ordinary error by now
        return failure(error)


async def answer(
    channel: Channel,
    workspace: object,
    payload: object,
    *,
    on_event: Callable[[Any], None] | None = None,
) -> Any:
    """Call the channel with a payload in JSON's types, and return what its handler gives.

    ``workspace`` is the handler's first argument.
    """
    given, named = channel.signature.read(payload)
    if channel.signature.streams:
        named[LISTENER] = on_event
    call = partial(channel.handle, workspace, *given, **named)
    own = isinstance(channel.source, str)
    limit = asyncio.timeout(None if own else PLUGIN_LIMIT_S)
    try:
        async with limit:
            return await _call(channel, call, own=own)
    except TimeoutError as error:
        if not limit.expired():
            raise
        details = {"timeoutMs": 1000 * PLUGIN_LIMIT_S}
        raise Timeout(
            f"the channel took longer than its limit of {PLUGIN_LIMIT_S} s", details=details
        ) from error


async def _call(channel: Channel, call: Callable[[], Any], *, own: bool) -> Any:
    """Call the handler; a plugin's may have to be abandoned."""
    if inspect.iscoroutinefunction(inspect.unwrap(channel.handle)):
        return await (awaited(call()) if own else await_apart(call, known_by=channel.handle))
    if own:
        return await asyncio.to_thread(guarded, call)
    return await call_apart(call, known_by=channel.handle)


def failure(error: BaseException) -> dict[str, Any]:
    """The envelope of an error; anything unexpected becomes ``INTERNAL`` without its text."""
    if isinstance(error, UnderdraftError):
        try:
            body: dict[str, Any] = {"code": error.code, "message": error.message}
            if error.details:
                body["details"] = to_json(error.details)
        except Exception as fault:  # noqa: BLE001 - a plugin's error may hold anything
            return failure(fault)
        return {"ok": False, "error": body}
    log.error("unexpected %s at the boundary", name_of(error))
    log.debug("where it came from", exc_info=error)
    return failure(UnderdraftError("an unexpected fault; see the log"))
