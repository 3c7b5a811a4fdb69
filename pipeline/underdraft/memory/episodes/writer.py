"""The background writer: takes operations at once, writes them behind, retries, and loses none.

*Accepted* means that an operation stands in the journal: it survives the end of this process.
*Acknowledged*, which is when its :class:`Receipt` is settled, means that it stands in the store or,
with ``MEMORY_EPISODE_WRITE_FAILED``, in the journal on the disk, to be written at the next chance:
both survive a power cut.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import deque
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import StoreError
from underdraft.memory.episodes.apply import forget_journal
from underdraft.memory.episodes.journal import Entry, Journal, left_behind
from underdraft.memory.episodes.operations import target
from underdraft.memory.episodes.pending_write import Receipt, write_failed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from underdraft.memory.episodes.apply import Applied, Applier
    from underdraft.memory.episodes.operations import Operation


log = logging.getLogger("underdraft.memory")

RETRIES = 3
"""How often a failed write is tried again before its caller hears of it; docs/contract.md, section 6."""

PAUSES_SECONDS = (0.05, 0.2, 0.8)
"""Pause before each retry."""

NEXT_CHANCE_SECONDS = 15.0
"""After this time what still failed is tried again, when nothing else comes first."""

RECALL_LINGER_SECONDS = 0.25
"""How long recalls wait for company: a series of queries is counted in one transaction, behind them all."""

BATCH = 64
"""Operations in one transaction: one flush of the disk serves them all."""

CLOSE_SECONDS = 10.0
HOPELESS = frozenset({"constraint", "too_big"})
"""Reasons of a failed write that no retry changes; they lie in one operation, not in the store."""


@attrs.frozen
class Waiting:
    """An operation that does not stand in the store yet."""

    entry: Entry
    receipt: Receipt


@attrs.frozen
class Recalls:
    """Episodes that were brought back at one time, and what to call when that is counted or given up."""

    ids: tuple[str, ...]
    at: str
    done: Callable[[], None]


class EpisodeWriter:
    """Writes operations of one process in the order in which they came; safe between threads.

    Args:
        applier: Writes into the store.
        new_id: Names the journal.
        sleep: Waits between retries, in seconds; ``None`` waits for real, and closing ends the wait.
        written: Called after each committed batch.
    """

    def __init__(
        self,
        applier: Applier,
        *,
        new_id: Callable[[], str],
        sleep: Callable[[float], object] | None = None,
        written: Callable[[], None] = lambda: None,
    ) -> None:
        self._applier = applier
        self._new_id = new_id
        self._closing = threading.Event()
        self._sleep = sleep or self._closing.wait
        self._written = written
        self._condition = threading.Condition()
        self._waiting: deque[Waiting] = deque()
        self._recalls: deque[Recalls] = deque()
        self._chores: dict[str, Callable[[], object]] = {}
        self._journal: Journal | None = None
        self._thread: threading.Thread | None = None
        self._busy = False
        self._hurry = False  # somebody waits for all to be written
        self._failing = False  # the store failed, and nothing has happened since that calls for a new try
        self._orphans = True  # whether other processes' journals are to be looked for

    # --- taking in ----------------------------------------------------------------------------

    def submit(self, operation: Operation) -> Receipt:
        """Take an operation; returns at once."""
        with self._condition:
            if self._closing.is_set():
                refused = Receipt(target(operation), durable=False)
                refused.settle(write_failed("closed", durable=False))
                return refused
            number = self._append(operation)
            receipt = Receipt(target(operation), durable=number > 0)
            self._waiting.append(Waiting(Entry(number, operation), receipt))
            self._failing = False
            self._wake()
        return receipt

    def recalled(self, ids: tuple[str, ...], at: str, done: Callable[[], None] = lambda: None) -> None:
        """Count recalls behind the answer; a count that fails is logged and given up."""
        with self._condition:
            self._recalls.append(Recalls(ids, at, done))
            self._wake()

    def later(self, name: str, chore: Callable[[], object]) -> None:
        """Do something behind everything else, once, however often it is asked for until then."""
        with self._condition:
            self._chores[name] = chore
            self._wake()

    def waiting(self) -> list[Operation]:
        """The operations that do not stand in the store yet, in order."""
        with self._condition:
            return [w.entry.operation for w in self._waiting]

    def drain(self) -> None:
        """Try again what is waiting, and take over what other processes have left; returns at once."""
        with self._condition:
            self._orphans = True
            self._failing = False
            self._wake()

    def start(self) -> None:
        """Begin with what other processes have left, if anything; returns at once."""
        if self._thread is None and left_behind(self._applier.database.path):
            with self._condition:
                self._wake()

    def flush(self, timeout_seconds: float = CLOSE_SECONDS) -> bool:
        """Wait until all that was taken is written or has failed; whether it stands in the store."""

        def settled() -> bool:
            return self._thread is None or not (self._busy or self._due())

        with self._condition:
            self._hurry = True
            self._condition.notify_all()
            done = self._condition.wait_for(settled, timeout_seconds)
            self._hurry = False
            return done and not self._waiting

    def close(self, timeout_seconds: float = CLOSE_SECONDS) -> bool:
        """Write what is waiting and stop; whether all of it stands in the store. Again is allowed."""
        self._closing.set()
        with self._condition:
            thread = self._thread
            self._failing = False  # closing is a chance, the last one here
            self._condition.notify_all()
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout_seconds)
            if thread.is_alive():
                log.warning("episodes are still being written; what is not will be at the next start")
                return False
        with self._condition:
            self._thread = None
            left, journal, self._journal = list(self._waiting), self._journal, None
            self._waiting.clear()
        for waiting in left:
            waiting.receipt.settle(write_failed("closed", durable=waiting.receipt.durable))
        if journal is not None:
            self._close_journal(journal, empty=not left)
        return not left

    def _close_journal(self, journal: Journal, *, empty: bool) -> None:
        with contextlib.suppress(OSError):
            if not empty:
                journal.sync()
            journal.close(remove=empty)
        if empty and journal.last:
            with contextlib.suppress(StoreError):
                forget_journal(self._applier.database, journal.id)

    def _append(self, operation: Operation) -> int:
        """The operation's number in the journal; 0 when it cannot be kept there."""
        try:
            if self._journal is None:
                self._journal = Journal.create(self._applier.database.path, self._new_id())
            return self._journal.append(operation)
        except OSError as error:
            log.warning("an episode is in memory only: no journal can be written (%s)", type(error).__name__)
            return 0

    def _wake(self) -> None:
        if self._thread is None and not self._closing.is_set():
            self._thread = threading.Thread(target=self._work, name="underdraft-episodes", daemon=True)
            self._thread.start()
        self._condition.notify_all()

    # --- writing behind -----------------------------------------------------------------------

    def _due(self) -> bool:
        return (
            bool(self._recalls)
            or bool(self._chores)
            or (not self._failing and (self._orphans or bool(self._waiting)))
        )

    def _work(self) -> None:
        while self._next():
            try:
                self._turn()
            except Exception:
                log.exception("the episode writer met an unexpected fault")
                self._put_off(StoreError("an unexpected fault", details={"reason": "unknown"}))

    def _next(self) -> bool:
        """Wait for work; ``False`` when there will be none any more."""
        with self._condition:
            self._busy = False
            self._condition.notify_all()
            while not self._due():
                if self._closing.is_set():
                    return False
                if not self._condition.wait(NEXT_CHANCE_SECONDS if self._failing else None):
                    self._failing = False
            self._condition.wait_for(lambda: not self._may_linger(), RECALL_LINGER_SECONDS)
            self._busy = True
        return True

    def _may_linger(self) -> bool:
        """Whether nothing but recalls is to be counted, and nobody waits for that."""
        other = self._chores or (not self._failing and (self._orphans or self._waiting))
        return not other and not self._hurry and not self._closing.is_set()

    def _turn(self) -> None:
        if self._orphans and not self._failing:
            self._orphans = False
            self._adopt()
        with self._condition:
            batch = [self._waiting[n] for n in range(min(BATCH, len(self._waiting)))]
            recalls = list(self._recalls)
            self._recalls.clear()
            chores, self._chores = self._chores, {}
        if batch:
            self._write(batch)
        if recalls:
            self._count(recalls)
        for name, chore in chores.items():
            self._do(name, chore)

    def _write(self, batch: Sequence[Waiting]) -> None:
        try:
            self._settle(batch, self._with_retries(batch))
        except StoreError as error:
            if reason_of(error) not in HOPELESS:
                self._put_off(error)
            elif len(batch) == 1:
                log.error("an episode cannot be stored (%s) and is dropped", reason_of(error))  # noqa: TRY400
                batch[0].receipt.settle(write_failed(reason_of(error), durable=False))
                self._settle(batch, None)
            else:
                for waiting in batch:
                    self._write([waiting])

    def _with_retries(self, batch: Sequence[Waiting]) -> Applied:
        entries = [waiting.entry for waiting in batch]
        journal_id = self._journal.id if self._journal is not None else ""
        for pause in (*PAUSES_SECONDS, None):
            try:
                return self._applier.write(journal_id, entries)
            except StoreError as error:
                log.warning("%d episode(s) could not be written (%s)", len(entries), reason_of(error))
                if pause is None or reason_of(error) in HOPELESS:
                    raise
                self._sleep(pause)
        raise AssertionError

    def _settle(self, batch: Sequence[Waiting], done: Applied | None) -> None:
        """Take a written batch, which stands first, from the queue, and say so to those who wait."""
        with self._condition:
            for _ in batch:
                self._waiting.popleft()
            if not self._waiting and self._journal is not None:
                with contextlib.suppress(OSError):
                    self._journal.clear()
        for place, waiting in enumerate(batch):
            refused = done.refused.get(place) if done is not None else None
            if refused is not None:
                log.warning("an episode found no room: %s", refused.message)
            waiting.receipt.settle(refused)
        if done is not None:
            self._written()

    def _put_off(self, error: StoreError) -> None:
        """Leave all that waits in the journal, on the disk, and tell those who wait."""
        with self._condition:
            self._failing = True
            synced = self._journal is not None
            try:
                if self._journal is not None:
                    self._journal.sync()
            except OSError:
                synced = False
            left = list(self._waiting)
        log.error("%d episode(s) wait for a better time (%s)", len(left), reason_of(error))
        for waiting in left:
            waiting.receipt.settle(write_failed(reason_of(error), durable=synced and waiting.receipt.durable))

    def _count(self, recalls: Sequence[Recalls]) -> None:
        try:
            self._applier.recalled([(recall.ids, recall.at) for recall in recalls])
        except StoreError as error:
            log.warning("%d recall(s) not counted (%s)", len(recalls), reason_of(error))
        finally:
            for recall in recalls:
                recall.done()

    def _do(self, name: str, chore: Callable[[], object]) -> None:
        if self._closing.is_set():
            return
        try:
            chore()
        except StoreError as error:
            log.warning("%s: put off (%s)", name, reason_of(error))

    def _adopt(self) -> None:
        """Write what processes that are gone have left; what fails is left for the next chance."""
        for path in left_behind(self._applier.database.path):
            if self._journal is not None and path == self._journal.path:
                continue
            journal = Journal.adopt(path)
            if journal is None:
                continue
            try:
                written = self._take_over(journal)
            except (StoreError, OSError) as error:
                log.warning("left-over episodes could not be written (%s)", type(error).__name__)
                self._orphans = self._failing = True
                journal.close(remove=False)
                return
            log.info("%d left-over episode operation(s) written", written)
            self._close_journal(journal, empty=True)
            self._written()

    def _take_over(self, journal: Journal) -> int:
        """Write another process's entries; returns how many there were."""
        entries = list(journal.entries())
        for start in range(0, len(entries), BATCH):
            batch = entries[start : start + BATCH]
            try:
                self._applier.write(journal.id, batch)
            except StoreError as error:
                if reason_of(error) not in HOPELESS:
                    raise
                for entry in batch:
                    self._write_alone(journal, entry)
        return len(entries)

    def _write_alone(self, journal: Journal, entry: Entry) -> None:
        try:
            self._applier.write(journal.id, [entry])
        except StoreError as error:
            if reason_of(error) not in HOPELESS:
                raise
            log.error("a left-over episode cannot be stored (%s) and is dropped", reason_of(error))  # noqa: TRY400


def reason_of(error: StoreError) -> str:
    """The stable word for what is wrong with the store."""
    return str((error.details or {}).get("reason", "unknown"))
