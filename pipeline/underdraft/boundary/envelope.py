"""The envelope: every call of a channel ends in one, whatever happens."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import attrs

from underdraft.boundary.channel import LISTENER, Channel
from underdraft.boundary.json import to_json
from underdraft.errors import Timeout, UnderdraftError

PLUGIN_LIMIT_S = 600
"""Limit of a plugin's channel; the engine's own keep the limits of what they do."""

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
        call = partial(channel.handle, workspace, *given, **named)
        own = isinstance(channel.source, str)
        async with asyncio.timeout(None if own else PLUGIN_LIMIT_S):
            if inspect.iscoroutinefunction(channel.handle):
                result = await call()
            else:
                result = await (asyncio.to_thread(caught, call) if own else in_own_thread(call))
        if isinstance(result, _Raised):
            return failure(result.error)
        return {"ok": True, "data": to_json(result)}
    except TimeoutError:
        return failure(Timeout("the channel took too long", details={"timeoutMs": 1000 * PLUGIN_LIMIT_S}))
    except asyncio.CancelledError:
        raise
    except BaseException as error:
        if isinstance(error, GeneratorExit):
            raise
        return failure(error)


@attrs.frozen
class _Raised:
    """What a sync handler raised: some exceptions cannot pass from a thread to a loop."""

    error: BaseException


def caught(call: Callable[[], Any]) -> Any:
    """What a sync handler answers, or what it raised."""
    try:
        return call()
    except BaseException as error:  # noqa: BLE001 - a stranger's code may end anything
        return _Raised(error)


async def in_own_thread(call: Callable[[], Any]) -> Any:
    """Call a plugin's sync handler in a daemon thread: one that hangs holds up neither closing nor the exit."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Any) -> None:
        """Give the result to whoever still waits."""
        if not done.done():
            done.set_result(result)

    def work() -> None:
        """Call, and hand the result over to the loop."""
        result = context.run(caught, call)
        with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result)

    threading.Thread(target=work, name="underdraft-channel", daemon=True).start()
    return await done


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
