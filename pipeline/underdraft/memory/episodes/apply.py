"""Puts spooled operations into the store: each once, in order, within the budgets."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, select

from underdraft.errors import CapacityExceeded, EpisodeWriteFailed, StoreError, UnderdraftError
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.generation import PURGED
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.episodes import EPISODE_JOURNAL as APPLIED
from underdraft.memory.db.write_ahead_queue import SpoolEntry
from underdraft.memory.episodes import rows
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.operations import RECALLED, RUN, Operation, fold, without_text
from underdraft.memory.settings import privacy_enabled
from underdraft.types.values import frozen

# Statements are made once: making one takes longer than running it.
_DONE = select(APPLIED.c.applied).where(APPLIED.c.journal_id == bindparam("spool"))
_NOTE_FIRST = APPLIED.insert().values(journal_id=bindparam("spool"), applied=bindparam("newest"))
_NOTE = APPLIED.update().where(APPLIED.c.journal_id == bindparam("spool")).values(applied=bindparam("newest"))
_RECALLED = (
    EPISODE.update()
    .where(in_json(EPISODE.c.id, "ids"))
    .values(
        recall_count=EPISODE.c.recall_count + 1,
        last_recalled_at=bindparam("at"),
        used_seq=bindparam("place"),
    )
)


@frozen(kw_only=True)
class Applier:
    """Writes entries within the limits; whether privacy mode is on is read in the writing transaction."""

    database: Database
    limits: EpisodeLimits
    keep_run: Callable[[Connection, Operation], object] = lambda *_: None

    def write(self, spool_id: str, entries: Sequence[SpoolEntry]) -> dict[int, UnderdraftError]:
        """Apply operations in one transaction, together with the note that they have been applied.

        An entry with number 0 is in no spool and is always applied, but none of an older generation of the store.
        Gives the place in ``entries``, from 0, of those that were refused for good, and the error.
        """
        try:
            return self._write(spool_id, entries)
        except StoreError as error:
            if error.reason != PURGED:
                raise
            return dict.fromkeys(range(len(entries)), write_failed(PURGED, durable=False))

    def _write(self, spool_id: str, entries: Sequence[SpoolEntry]) -> dict[int, UnderdraftError]:
        refused: dict[int, UnderdraftError] = {}
        with self.database.write() as connection:
            done = connection.scalar(_DONE, {"spool": spool_id})
            old = [n for n, e in enumerate(entries) if e.generation < self.database.generation]
            refused |= dict.fromkeys(old, write_failed(PURGED, durable=False))
            due = [
                (n, e)
                for n, e in enumerate(entries)
                if n not in refused and (e.number > (done or 0) or e.number == 0)
            ]
            bare = without_text if due and privacy_enabled(connection) else dict
            refused |= self.put(connection, {n: bare(e.operation) for n, e in due})
            newest = max((entry.number for _, entry in due), default=0)
            if newest:
                note = _NOTE_FIRST if done is None else _NOTE
                connection.execute(note, {"spool": spool_id, "newest": newest})
        return refused

    def put(self, connection: Connection, wanted: Mapping[int, Operation]) -> dict[int, UnderdraftError]:
        """Write operations into the caller's transaction, in order; gives those that find no room, with the error."""
        refused: dict[int, UnderdraftError] = {}
        for place, operation in wanted.items():
            try:
                if operation["op"] == RUN:
                    self.keep_run(connection, operation)
                elif operation["op"] == RECALLED:
                    count_recalls(connection, operation)
                else:
                    self._take(connection, operation)
            except CapacityExceeded as error:
                log.warning("an episode found no room: %s", error.message)
                refused[place] = error
        return refused

    def _take(self, connection: Connection, operation: Operation) -> None:
        """Apply an operation; one that is applied already changes nothing.

        A new episode makes room first, or is refused with ``CapacityExceeded``.
        """
        before = rows.load(connection, operation["id"])
        after = fold(before, operation)
        if after is None or after is before:
            return
        if before is None:
            kind, now = after.compressed, self.database.clock()
            plan = rows.make_room(connection, after.project_id, self.limits, now, compressed=kind, incoming=1)
            if plan.missing:
                budget = self.limits.budget(compressed=kind)
                raise CapacityExceeded(
                    f"the project's {budget} episodes are all confirmed; none may be evicted for a new one",
                    details={"limit": budget, "compressed": kind},
                )
        rows.write(connection, before, after, used_seq=rows.next_use(connection, after.project_id))


def count_recalls(connection: Connection, recall: Operation) -> None:
    """Count recalls of one project's episodes; each project has an order of use of its own."""
    place = rows.next_use(connection, recall.get("project"))
    connection.execute(_RECALLED, {"ids": json.dumps(recall["ids"]), "at": recall["at"], "place": place})


def write_failed(reason: str, *, durable: bool) -> EpisodeWriteFailed:
    """The error for those who wait; ``reason`` is a word as in ``StoreError.details``."""
    then = "it waits on the disk and will be written later" if durable else "it is lost when the program ends"
    return EpisodeWriteFailed(
        f"the episode could not be written; {then}", details={"reason": reason, "durable": durable}
    )


def forget_spool(database: Database, spool_id: str) -> None:
    """Drop the note about a spool that exists no more; one that is left does no harm."""
    with database.write() as connection:
        connection.execute(delete(APPLIED).where(APPLIED.c.journal_id == spool_id))
