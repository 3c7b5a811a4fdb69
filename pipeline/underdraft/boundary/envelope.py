"""The envelope: every call of a channel ends in one, whatever happens."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

from underdraft.boundary.channel import LISTENER, Channel
from underdraft.boundary.json import to_json
from underdraft.errors import UnderdraftError

log = logging.getLogger("underdraft")
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
        if inspect.iscoroutinefunction(channel.handle):
            result = await channel.handle(workspace, *given, **named)
        else:
            result = await asyncio.to_thread(channel.handle, workspace, *given, **named)
        return {"ok": True, "data": to_json(result)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - nothing but the envelope leaves here
        return failure(error)


def failure(error: BaseException) -> dict[str, Any]:
    """The envelope of an error; anything unexpected becomes ``INTERNAL`` without its text."""
    if not isinstance(error, UnderdraftError):
        log.error("unexpected %s at the boundary", type(error).__name__)
        log.debug("where it came from", exc_info=error)
        error = UnderdraftError("an unexpected fault; see the log")
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.details:
        body["details"] = to_json(error.details)
    return {"ok": False, "error": body}
