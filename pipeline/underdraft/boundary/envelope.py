"""The envelope: every call of a channel ends in one, whatever happens."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
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


async def answer(
    channel: Channel,
    workspace: object,
    payload: object,
    *,
    own_project: str | None = None,
    on_event: Callable[[Any], None] | None = None,
) -> dict[str, Any]:
    """Call the channel and wrap its answer; never raises but for a cancelled task.

    ``{"ok": True, "data": ...}`` or ``{"ok": False, "error": {"code", "message", "details"?}}``. ``workspace`` is the
    handler's first argument, ``own_project`` what a missing ``projectId`` means.
    """
    try:
        given, named = channel.signature.read(payload, own_project=own_project)
        if channel.signature.streams:
            named[LISTENER] = on_event
        call = partial(channel.handle, workspace, *given, **named)
        own = isinstance(channel.source, str)
        limit = asyncio.timeout(None if own else PLUGIN_LIMIT_S)
        try:
            async with limit:
                result = await _call(channel, call, own=own)
        except TimeoutError as error:
            if not limit.expired():
                raise
            details = {"timeoutMs": 1000 * PLUGIN_LIMIT_S}
            raise Timeout("the channel took too long", details=details) from error
        return {"ok": True, "data": to_json(result)}
    except Exception as error:  # noqa: BLE001 - what would end more than the call is an ordinary error by now
        return failure(error)


async def _call(channel: Channel, call: Callable[[], Any], *, own: bool) -> Any:
    """What the handler gives; a plugin's may have to be left behind."""
    if inspect.iscoroutinefunction(inspect.unwrap(channel.handle)):
        return await (awaited(call()) if own else await_apart(call, known_by=channel.handle))
    if own:
        return await asyncio.to_thread(guarded, call)
    return await call_apart(call, known_by=channel.handle)


def failure(error: BaseException) -> dict[str, Any]:
    """The envelope of an error; anything unexpected becomes ``INTERNAL`` without its text."""
    if not isinstance(error, UnderdraftError):
        log.error("unexpected %s at the boundary", name_of(error))
        log.debug("where it came from", exc_info=error)
        error = UnderdraftError("an unexpected fault; see the log")
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.details:
        body["details"] = to_json(error.details)
    return {"ok": False, "error": body}
