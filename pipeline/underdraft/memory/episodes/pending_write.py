"""The promise that an operation will be written, for those who want to wait."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TYPE_CHECKING

from underdraft.errors import EpisodeWriteFailed, Timeout

if TYPE_CHECKING:
    from collections.abc import Generator


class PendingWrite:
    """The promise of one operation: wait for it with :meth:`wait`, or ``await`` it.

    Attributes:
        episode_id: The episode that it is about.
        durable: Whether the operation is in the spool.
    """

    def __init__(self, episode_id: str, *, durable: bool) -> None:
        self.episode_id = episode_id
        self.durable = durable
        self._future: Future[str] = Future()

    def wait(self, timeout_seconds: float | None = None) -> str:
        """Wait until the operation is acknowledged; gives the episode's id.

        Raises:
            EpisodeWriteFailed: It could not be written, also after its retries.
            CapacityExceeded: There is no room that may be freed.
            Timeout: That is not known yet after ``timeout_seconds``; the work goes on.
        """
        try:
            return self._future.result(timeout_seconds)
        except FutureTimeout:
            raise Timeout("the episode has not been written yet; it goes on in the background") from None

    def done(self) -> bool:
        """Whether it is acknowledged, or has failed."""
        return self._future.done()

    def settle(self, error: BaseException | None = None) -> None:
        """Tell those who wait how it ended; only the first call counts."""
        if self._future.done():
            return
        if error is None:
            self._future.set_result(self.episode_id)
        else:
            self._future.set_exception(error)

    def __await__(self) -> Generator[object, None, str]:
        return asyncio.shield(asyncio.wrap_future(self._future)).__await__()


def write_failed(reason: str, *, durable: bool) -> EpisodeWriteFailed:
    """The error for those who wait.

    Args:
        reason: A stable word, as in ``StoreError.details``.
        durable: Whether the operation waits on the disk.
    """
    then = "it waits on the disk and will be written later" if durable else "it is lost when the program ends"
    return EpisodeWriteFailed(
        f"the episode could not be written; {then}", details={"reason": reason, "durable": durable}
    )
