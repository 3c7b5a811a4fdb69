"""Compact summaries in the store: made past a threshold, listed, and traced back to the full record."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, or_, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import COMPACT
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.notes.rows import packed
from underdraft.memory.runs.extract import compact_of
from underdraft.memory.runs.store import RunStore
from underdraft.memory.settings import privacy_enabled, read_settings
from underdraft.types.checks import check_limit
from underdraft.types.copies import copied
from underdraft.types.run import RunRecord
from underdraft.types.sessions import Compact
from underdraft.types.values import frozen

PENDING, WRITTEN = "pending", "extract"
"""The ``origin`` of a summary that does not stand for its run yet, and of one that does."""

EMPTY = "{}"
"""The body of one that was not extracted with its run, by a version before 0.2: it is when it is read."""

LIST_MAXIMUM = 500
TEXTS = ("task", "given", "result")
KEPT = ("run_id", "project_id", "skill_id", "at", "full_tokens")


@frozen
class Compacts:
    """The summaries of one store; safe between threads."""

    database: Database
    runs: RunStore

    def register(self, connection: Connection, record: RunRecord, *, privacy: bool = False) -> None:
        """Keep a new run's summary, in the transaction that keeps it; past the threshold they stand for their runs."""
        compact = compact_of(record, texts=not privacy)
        row = {name: getattr(compact, name) for name in KEPT} | _said(compact)
        connection.execute(_NEW, {**row, "of_run": record.id, "created_at": record.created_at})
        count, tokens = connection.execute(_WAITING, {"project": record.project_id}).one()
        settings = read_settings(connection)
        runs_most, tokens_most = (int(settings[f"memory.compaction_{name}"]) for name in ("runs", "tokens"))
        if count >= runs_most or tokens >= tokens_most:
            self._write(connection, record.project_id)

    def compact(self, project_id: str | None) -> int:
        """Let the summary of every run of a project that has none stand for it; returns how many.

        The full records stay as they are. In privacy mode what was said before it waits until it is off.
        """
        with self.database.write() as connection:
            return self._write(connection, project_id)

    def _write(self, connection: Connection, project_id: str | None) -> int:
        c = COMPACT.c
        pending = [is_value(c.project_id, project_id), c.origin == PENDING]
        connection.execute(delete(COMPACT).where(*pending, c.run_id.not_in(select(RUN.c.id))))
        if privacy_enabled(connection):
            pending.append(c.run_id.in_(select(RUN.c.id).where(RUN.c.privacy)))
        written = COMPACT.update().where(*pending).values(origin=WRITTEN, created_at=self.database.clock())
        return connection.execute(written).rowcount

    def recent(self, project_id: str | None, limit: int) -> tuple[Compact, ...]:
        """The summaries of a project's last runs, oldest first."""
        return tuple(reversed(self.list(project_id, limit=min(limit, LIST_MAXIMUM)))) if limit > 0 else ()

    def list(self, project_id: str | None, *, limit: int = 50) -> tuple[Compact, ...]:
        """The summaries of a project's runs (``None``: of runs without one), newest first."""
        check_limit(limit, LIST_MAXIMUM)
        c = COMPACT.c
        shown = or_(c.origin != PENDING, c.run_id.in_(select(RUN.c.id)))
        query = select(COMPACT).where(is_value(c.project_id, project_id), shown)
        with self.database.read() as connection:
            rows = connection.execute(query.order_by(c.run_seq.desc()).limit(limit)).all()
        return tuple(self._of(row) for row in rows)

    def _of(self, row: Row[Any]) -> Compact:
        if row.body == EMPTY:
            return self._extract(row.run_id)
        with translated("read"):
            body = json.loads(row.body)
            texts = {name: body.get(name, "") for name in TEXTS}
            return copied(Compact, row, ref=f"run:{row.run_id}", tags=tuple(body.get("tags", ())), **texts)

    def _extract(self, run_id: str) -> Compact:
        stored = self.runs.get(run_id)
        return compact_of(stored.record, texts=not stored.privacy)


_WAITING = select(func.count(), func.coalesce(func.sum(COMPACT.c.full_tokens), 0)).where(
    is_value(COMPACT.c.project_id, bindparam("project")), COMPACT.c.origin == PENDING
)
_NEW = COMPACT.insert().values(
    run_seq=select(RUN.c.seq).where(RUN.c.id == bindparam("of_run")).scalar_subquery()
)


def _said(compact: Compact) -> dict[str, Any]:
    body = {name: getattr(compact, name) for name in TEXTS} | {"tags": list(compact.tags)}
    return {"origin": PENDING, "body": packed(body), "tokens": compact.tokens}
