"""Loads what models need before their first call, in the background and charged to no run."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Annotated

import attrs

from underdraft.boundary.private_logging import logger_of
from underdraft.types.model_call import Model, Preparable

log = logger_of("underdraft")


@attrs.define(eq=False)
class Preparation:
    """Has each model prepared once; safe to share between threads."""

    find: Annotated[Callable[[str], Model], "Who answers to a model's name."]
    _begun: dict[str, Future[None]] = attrs.field(factory=dict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def begin(self, name: str) -> Future[None] | None:
        """Begin to prepare a model in a daemon thread; ``None`` for one that needs nothing."""
        with self._lock:
            if name in self._begun:
                return self._begun[name]
            try:
                model = self.find(name)
            except Exception:  # noqa: BLE001 - the call to the model reports it
                return None
            if not isinstance(model, Preparable):
                return None
            future = self._begun[name] = Future()
            future.set_running_or_notify_cancel()  # from here on nobody who waits can cancel it
        threading.Thread(target=_prepare, args=(model, future), name="underdraft-model", daemon=True).start()
        return future

    async def wait(self, name: str) -> None:
        """Wait until a model is prepared; one that cannot be is left to say so when it is asked."""
        future = self.begin(name)
        if future is not None:
            await asyncio.wrap_future(future)


def _prepare(model: Preparable, future: Future[None]) -> None:
    try:
        model.prepare()
    except BaseException as error:  # noqa: BLE001 - a stranger's code; the call itself will fail and tell
        log.warning("a model could not be prepared (%s)", type(error).__name__)
    future.set_result(None)
