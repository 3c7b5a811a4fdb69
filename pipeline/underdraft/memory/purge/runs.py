"""The purge of transcripts: run records lose every text in which a purged memory stood."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select

from underdraft.memory.db.schema.runs import BLOB, RUN, RUN_BLOB, RUN_SOURCE
from underdraft.memory.runs.texts import only_facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from underdraft.memory.purge.scope import PurgeScope


LEAST_MATCH = 8
"""Code points from which a content is searched for in all texts: a shorter one is a mere word, found
through the runs that carried the memory, not in every chapter that happens to use it."""

IDS_AT_ONCE = 500
"""Values of one ``IN``: SQLite has a limit, and old builds a low one."""


def purge_runs(connection: Connection, scope: PurgeScope) -> int:
    """Remove or empty the runs that the scope touches; returns 0, as runs are no memories."""
    if scope.everything:
        for table in (RUN_SOURCE, RUN_BLOB, RUN, BLOB):
            connection.execute(delete(table))
        return 0
    if scope.project_id is not None:
        connection.execute(delete(RUN).where(RUN.c.project_id == scope.project_id))
    touched = set(runs_with(connection, scope.item_ids))
    for text in scope.texts:
        if len(text) >= LEAST_MATCH:
            hashes = list(connection.scalars(select(BLOB.c.sha256).where(func.instr(BLOB.c.text, text) > 0)))
            for part in parts(hashes):
                touched.update(
                    connection.scalars(select(RUN_BLOB.c.run_seq).where(RUN_BLOB.c.sha256.in_(part)))
                )
    for seq in sorted(touched):
        empty(connection, seq)
    connection.execute(delete(BLOB).where(BLOB.c.sha256.not_in(select(RUN_BLOB.c.sha256))))
    return 0


def runs_with(connection: Connection, item_ids: Iterable[str]) -> Iterable[int]:
    """The runs in whose prompt one of these memories stood."""
    for part in parts(sorted(item_ids)):
        yield from connection.scalars(select(RUN_SOURCE.c.run_seq).where(RUN_SOURCE.c.item_id.in_(part)))


def empty(connection: Connection, seq: int) -> None:
    """Take a run's texts away and leave what privacy mode would have kept."""
    record = connection.scalar(select(RUN.c.record).where(RUN.c.seq == seq))
    facts = json.dumps(only_facts(json.loads(record or "{}")), separators=(",", ":"))
    connection.execute(RUN.update().where(RUN.c.seq == seq).values(record=facts))
    connection.execute(delete(RUN_BLOB).where(RUN_BLOB.c.run_seq == seq))


def parts(values: list[str]) -> Iterable[list[str]]:
    """The values, :data:`IDS_AT_ONCE` at a time."""
    return (values[start : start + IDS_AT_ONCE] for start in range(0, len(values), IDS_AT_ONCE))
