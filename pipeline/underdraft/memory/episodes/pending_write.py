"""The promise that an operation will be written, for those who want to wait."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from concurrent.futures import Future

from underdraft.errors import EpisodeWriteFailed
from underdraft.memory.db.write_ahead_queue import SpoolEntry
from underdraft.memory.episodes.operations import target


class PendingWrite(Future[str]):
    """One operation that is to be written: wait for its episode's id with ``result()``, or ``await`` it.

    Either raises ``EpisodeWriteFailed`` where it could not be written, also after its retries, and ``CapacityExceeded``
    where there is no room that may be freed.
    """

    def __init__(self, entry: SpoolEntry) -> None:
        super().__init__()
        self.entry = entry

    @property
    def durable(self) -> bool:
        """Whether the operation is in the spool."""
        return self.entry.number > 0

    def settle(self, error: BaseException | None = None) -> None:
        """Tell those who wait how it ended; only the first call counts."""
        if self.done():
            return
        if error is None:
            self.set_result(target(self.entry.operation))
        else:
            self.set_exception(error)

    def __await__(self) -> Generator[object, None, str]:
        return asyncio.shield(asyncio.wrap_future(self)).__await__()


def write_failed(reason: str, *, durable: bool) -> EpisodeWriteFailed:
    """The error for those who wait; ``reason`` is a word as in ``StoreError.details``."""
    then = "it waits on the disk and will be written later" if durable else "it is lost when the program ends"
    return EpisodeWriteFailed(
        f"the episode could not be written; {then}", details={"reason": reason, "durable": durable}
    )
