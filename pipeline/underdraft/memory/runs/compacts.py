"""Compact summaries in the store: made past a threshold, listed, and traced back to the full record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, Row, bindparam, func, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.dialect import batches, delete_in, is_value
from underdraft.memory.db.jobs import enqueue
from underdraft.memory.db.schema.conversations import COMPACT
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.notes.rows import packed
from underdraft.memory.runs.extract import compact_of, full_tokens
from underdraft.memory.runs.store import RunStore, StoredRun
from underdraft.memory.settings import privacy_enabled, read_settings
from underdraft.types.checks import check_limit
from underdraft.types.copies import copied
from underdraft.types.run import RunRecord
from underdraft.types.sessions import Compact

COMPACT_JOB = "compact"

PENDING, WRITTEN = "pending", "extract"
"""The ``origin`` of a run that has no summary yet, and of one that has."""

LIST_MAXIMUM = 500
TEXTS = ("task", "given", "result")


@attrs.frozen
class Compacts:
    """The summaries of one store; safe between threads."""

    database: Database
    runs: RunStore

    def register(self, connection: Connection, record: RunRecord) -> bool:
        """Count a new run, in the transaction that keeps it; past the threshold the work is written down.

        Gives whether it is.
        """
        c = COMPACT.c
        connection.execute(
            COMPACT.insert().values(
                run_id=record.id,
                run_seq=select(RUN.c.seq).where(RUN.c.id == record.id).scalar_subquery(),
                project_id=record.project_id,
                skill_id=record.skill_id,
                at=record.created_at,
                origin=PENDING,
                body="{}",
                full_tokens=full_tokens(record),
                tokens=0,
                created_at=record.created_at,
            )
        )
        waiting = select(func.count(), func.coalesce(func.sum(c.full_tokens), 0)).where(
            is_value(c.project_id, record.project_id), c.origin == PENDING
        )
        count, tokens = connection.execute(waiting).one()
        settings = read_settings(connection)
        runs_most, tokens_most = (int(settings[f"memory.compaction_{name}"]) for name in ("runs", "tokens"))
        if count < runs_most and tokens < tokens_most:
            return False
        enqueue(connection, COMPACT_JOB, record.project_id or "", at=self.database.clock())
        return True

    def compact(self, project_id: str | None) -> int:
        """Write the summary of every run of a project that has none; returns how many.

        The full records stay as they are. In privacy mode what was said before it waits until it is off.
        """
        c = COMPACT.c
        own = is_value(c.project_id, project_id)
        query = select(c.run_id).where(own, c.origin == PENDING).order_by(c.run_seq)
        with self.database.read() as connection:
            waiting = list(connection.scalars(query))
        return sum(self._compact(batch) for batch in batches(waiting))

    def _compact(self, run_ids: Sequence[str]) -> int:
        """The same for some runs, in one transaction."""
        made, gone = [], []
        for run_id in run_ids:
            try:
                made.append(self._extract(run_id))
            except NotFound:
                gone.append(run_id)
        with self.database.write() as connection:
            private = privacy_enabled(connection)
            rows = [_row_of(compact) for compact, stored in made if stored.privacy or not private]
            if rows:
                connection.execute(_WRITE, [row | {"now": self.database.clock()} for row in rows])
            delete_in(connection, COMPACT.c.run_id, gone)
        return len(rows)

    def recent(self, project_id: str | None, limit: int) -> tuple[Compact, ...]:
        """The summaries of a project's last runs, oldest first; those not yet written are extracted now."""
        return tuple(reversed(self.list(project_id, limit=min(limit, LIST_MAXIMUM)))) if limit > 0 else ()

    def list(self, project_id: str | None, *, limit: int = 50) -> tuple[Compact, ...]:
        """The summaries of a project's runs (``None``: of runs without one), newest first."""
        check_limit(limit, LIST_MAXIMUM)
        query = select(COMPACT).where(is_value(COMPACT.c.project_id, project_id))
        with self.database.read() as connection:
            rows = connection.execute(query.order_by(COMPACT.c.run_seq.desc()).limit(limit)).all()
        return tuple(found for row in rows if (found := self._of(row)) is not None)

    def _of(self, row: Row[Any]) -> Compact | None:
        if row.origin == PENDING:
            try:
                return self._extract(row.run_id)[0]
            except NotFound:
                return None
        with translated("read"):
            body = json.loads(row.body)
            texts = {name: body.get(name, "") for name in TEXTS}
            return copied(Compact, row, ref=f"run:{row.run_id}", tags=tuple(body.get("tags", ())), **texts)

    def _extract(self, run_id: str) -> tuple[Compact, StoredRun]:
        stored = self.runs.get(run_id)
        return compact_of(stored.record, texts=not stored.privacy), stored


_WRITE = (
    COMPACT.update()
    .where(COMPACT.c.run_id == bindparam("of_run"))
    .values(origin=WRITTEN, body=bindparam("said"), tokens=bindparam("counted"), created_at=bindparam("now"))
)


def _row_of(compact: Compact) -> dict[str, Any]:
    body = {name: getattr(compact, name) for name in TEXTS} | {"tags": list(compact.tags)}
    return {"of_run": compact.run_id, "said": packed(body), "counted": compact.tokens}
