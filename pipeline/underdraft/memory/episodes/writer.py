"""The background writer: takes operations at once, writes them in the background, retries, and loses none.

*Accepted* means that an operation is in the spool: it survives the end of this process. *Acknowledged*,
which is when its :class:`PendingWrite` is settled, means that it is in the store or, with
``MEMORY_EPISODE_WRITE_FAILED``, in the spool on the disk, to be written at the next chance: both survive a
power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from itertools import islice

from underdraft.errors import StoreError, UnderdraftError
from underdraft.memory import log
from underdraft.memory.db.background import AGAIN, BackgroundThread
from underdraft.memory.db.write_ahead_queue import MARK, SUFFIX, Spool, SpoolEntry, left_behind
from underdraft.memory.episodes.apply import Applier, forget_spool, write_failed
from underdraft.memory.episodes.operations import RECALLED, Operation

RETRIES = 3
"""How often a failed write is tried again before its caller hears of it; docs/contract.md, section 6."""

PAUSES_SECONDS = (0.05, 0.2, 0.8)
"""Pause before each retry."""

NEXT_CHANCE_SECONDS = 15.0
"""After this time what still failed is tried again, when nothing else comes first."""

RECALL_LINGER_SECONDS = 0.25
"""How long recalls wait for company: a series of queries is counted in one transaction, after them all."""

BATCH = 64
"""Operations in one transaction: one flush of the disk serves them all."""

CLOSE_SECONDS = 10.0
HOPELESS = frozenset({"constraint", "too_big"})
"""Reasons of a failed write that no retry changes; they lie in one operation, not in the store."""


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
            self.set_result(str(self.entry.operation["id"]))
        else:
            self.set_exception(error)

    def __await__(self) -> Generator[object, None, str]:
        return asyncio.shield(asyncio.wrap_future(self)).__await__()


class EpisodeWriter(BackgroundThread):
    """Writes operations of one process in the order in which they came; safe between threads.

    ``sleep`` waits between retries (``None`` for real, until closing); ``written`` is called after each batch.
    """

    finishes = True

    def __init__(
        self,
        applier: Applier,
        *,
        new_id: Callable[[], str],
        sleep: Callable[[float], object] | None = None,
        written: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__("episodes", linger_seconds=RECALL_LINGER_SECONDS)
        self._applier = applier
        self._new_id = new_id
        self._sleep = sleep or self.closing.wait
        self._written = written
        self._waiting: deque[PendingWrite] = deque()
        self._spool_id = (
            ""  # drawn with the first operation, needed or not: the same ids over every kind of store
        )
        self._spool: Spool | None = None
        self._search = True  # whether what other processes have left is to be looked for
        self._put_off_until = 0.0  # by time.monotonic(); the store failed, and nothing calls for a new try

    def submit(self, operation: Operation) -> PendingWrite:
        """Take an operation; returns at once, or when it is written where other machines are to see it."""
        with self.condition:
            self._spool_id = self._spool_id or self._new_id()
        if self._applier.database.place.shared and (written := self._write_at_once(operation)):
            return written
        with self.condition:
            closed = self.closing.is_set()
            pending = PendingWrite(self._entry(operation, 0 if closed else self._add_to_spool(operation)))
            if closed:
                pending.settle(write_failed("closed", durable=False))
            else:
                self._waiting.append(pending)
                self._put_off_until = 0.0
                self.wake()
        return pending

    def _write_at_once(self, operation: Operation) -> PendingWrite | None:
        """Write an operation here and now; ``None`` where that fails, or where others wait before it."""
        with self.condition:
            if self._waiting or self.closing.is_set():
                return None
        pending = PendingWrite(self._entry(operation, 0))
        try:
            given_up = self._applier.write("", [pending.entry])
        except StoreError as error:
            log.info("an episode goes into the spool (%s)", error.reason)
            return None
        pending.settle(given_up.get(0))
        self._written()
        return pending

    def _entry(self, operation: Operation, number: int) -> SpoolEntry:
        return SpoolEntry(number, operation, self._applier.database.generation)

    def _add_to_spool(self, operation: Operation) -> int:
        """The operation's number in the spool; 0 when it cannot be kept there."""
        try:
            if self._spool is None:
                self._spool = Spool.create(self._applier.database.place.path, self._spool_id)
            return self._spool.add(operation, self._applier.database.generation)
        except StoreError as error:
            log.warning("an episode is in memory only: it cannot be spooled (%s)", error.reason)
            return 0

    def waiting(self) -> list[Operation]:
        """The operations that are not in the store yet, in order."""
        with self.condition:
            return [pending.entry.operation for pending in self._waiting]

    def drain(self) -> None:
        """Try again what is waiting, and take over what other processes have left; returns at once."""
        with self.condition:
            self._search = True
            self._put_off_until = 0.0
            self.wake()

    def start(self) -> None:
        """Begin with what other processes have left, if anything; returns at once."""
        if not self.started and left_behind(self._applier.database.place.path):
            self.wake()

    def flush(self, timeout_seconds: float = CLOSE_SECONDS) -> bool:
        """Wait until all that was taken is written or has failed; whether it is in the store."""
        return self.wait_idle(timeout_seconds) and not self.waiting()

    def close(self, timeout_seconds: float = CLOSE_SECONDS) -> bool:
        """Write what is waiting and stop; whether all of it is in the store. Again is allowed."""
        if not self.stop(timeout_seconds):
            log.warning("episodes are still being written; what is not will be at the next start")
            return False
        with self.condition:
            left, spool, self._spool = list(self._waiting), self._spool, None
            self._waiting.clear()
        for pending in left:
            pending.settle(write_failed("closed", durable=pending.durable))
        if spool is not None:
            if left:
                with contextlib.suppress(StoreError):
                    spool.sync()
            self._release(spool, empty=not left)
        return not left

    def _release(self, spool: Spool, *, empty: bool) -> None:
        """Close a spool; with ``empty`` all of it is in the store, and it is needed no more."""
        spool.close(empty=empty)
        if empty:
            with contextlib.suppress(StoreError):
                forget_spool(self._applier.database, spool.id)

    def may_linger(self) -> bool:
        """Recalls alone wait for company."""
        recalls = all(pending.entry.operation["op"] == RECALLED for pending in self._waiting)
        return self._is_put_off() or (recalls and not self._search)

    def _is_put_off(self) -> bool:
        return time.monotonic() < self._put_off_until

    def work(self) -> float | None:
        """Write a batch; see :class:`BackgroundThread`."""
        if self.closing.is_set() or not self._is_put_off():  # closing is a chance, the last one here
            if self._search:
                self._take_over_left()
            self._write_waiting()
        with self.condition:
            if not self._search and not self._waiting:
                return None
            return max(self._put_off_until - time.monotonic(), AGAIN)

    def on_fault(self, error: BaseException) -> float:  # noqa: ARG002 - it has been logged
        """Leave what waits in the spool, as for any other fault."""
        self._put_off(StoreError("an unexpected fault", details={"reason": "unknown"}))
        return NEXT_CHANCE_SECONDS

    def _write_waiting(self) -> None:
        """Write a batch of what waits, and tell those who wait for it."""
        with self.condition:
            batch = list(islice(self._waiting, BATCH))
            spool_id = self._spool.id if self._spool is not None else ""
        if not batch:
            return
        try:
            given_up = self._store(spool_id, [pending.entry for pending in batch])
        except StoreError as error:
            self._put_off(error)
            return
        with self.condition:
            for _ in batch:
                self._waiting.popleft()
            if not self._waiting and self._spool is not None:
                with contextlib.suppress(StoreError):
                    self._spool.clear()
        for place, pending in enumerate(batch):
            pending.settle(given_up.get(place))
        self._written()

    def _store(self, spool_id: str, entries: Sequence[SpoolEntry]) -> Mapping[int, UnderdraftError]:
        """Write operations, again where that may help; returns what was given up for good, by place."""
        for pause in (*PAUSES_SECONDS, None):
            try:
                return self._applier.write(spool_id, entries)
            except StoreError as error:
                reason = error.reason
                log.warning("%d episode(s) could not be written (%s)", len(entries), reason)
                if reason in HOPELESS and len(entries) > 1:
                    alone = [self._store(spool_id, [entry]) for entry in entries]
                    return {place: refused[0] for place, refused in enumerate(alone) if refused}
                if reason in HOPELESS:
                    log.error("an episode cannot be stored (%s) and is dropped", reason)  # noqa: TRY400
                    return {0: write_failed(reason, durable=False)}
                if pause is None:
                    raise
                self._sleep(pause)
        raise AssertionError

    def _put_off(self, error: StoreError) -> None:
        """Leave all that waits in the spool, on the disk, and tell those who wait."""
        with self.condition:
            self._put_off_until = time.monotonic() + NEXT_CHANCE_SECONDS
            synced = self._spool is not None
            try:
                if self._spool is not None:
                    self._spool.sync()
            except StoreError:
                synced = False
            left = list(self._waiting)
        log.error("%d episode(s) wait for a better time (%s)", len(left), error.reason)
        for pending in left:
            pending.settle(write_failed(error.reason, durable=synced and pending.durable))

    def _take_over_left(self) -> None:
        """Write what processes that are gone have left; what fails is left for the next chance."""
        self._search = False
        for path in left_behind(self._applier.database.place.path):
            own = path.name.endswith(f"{MARK}{self._spool_id}{SUFFIX}")  # which may be made at this moment
            left = None if own else Spool.adopt(path)
            if left is None:
                continue
            stored = False
            try:
                entries = left.entries()
                for start in range(0, len(entries), BATCH):
                    self._store(left.id, entries[start : start + BATCH])
                stored = True
            except StoreError:
                with self.condition:
                    self._search = True
                    self._put_off_until = time.monotonic() + NEXT_CHANCE_SECONDS
                return
            finally:
                self._release(left, empty=stored)
            log.info("%d left-over episode operation(s) written", len(entries))
            self._written()
