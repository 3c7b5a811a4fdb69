"""Runs coroutines for callers that are not async, on one event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

if TYPE_CHECKING:
    from collections.abc import Coroutine

__all__ = ["Portal"]

Result = TypeVar("Result")


@attrs.define
class Portal:
    """An event loop that starts with the first call; it also serves callers that run a loop themselves."""

    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _loop: asyncio.AbstractEventLoop | None = attrs.field(default=None, init=False)
    _thread: threading.Thread | None = attrs.field(default=None, init=False)

    def call(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run the coroutine to its end and give its result; Ctrl-C cancels it first."""
        future = asyncio.run_coroutine_threadsafe(work, self._started())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="underdraft-loop", daemon=True)
                self._thread.start()
            return self._loop

    def close(self) -> None:
        """Cancel what is running and stop the loop; closing twice is allowed."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _cancel_others() -> None:
    others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
    await asyncio.get_running_loop().shutdown_default_executor()
