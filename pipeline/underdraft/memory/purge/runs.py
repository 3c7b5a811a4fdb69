"""The purge of run records: they lose every text in which a purged memory was."""

from __future__ import annotations

import json

from sqlalchemy import Connection, delete, select

from underdraft.memory.db.dialect import select_in
from underdraft.memory.db.schema.runs import BLOB, RUN, RUN_BLOB, RUN_SOURCE
from underdraft.memory.purge.scope import PurgeScope
from underdraft.memory.runs.texts import only_facts


def purge_runs(connection: Connection, scope: PurgeScope) -> int:
    """Remove or empty the runs that the scope touches; returns 0, as runs are no memories."""
    if scope.everything:
        for table in (RUN_SOURCE, RUN_BLOB, RUN, BLOB):
            connection.execute(delete(table))
        return 0
    if scope.project_id is not None:
        connection.execute(delete(RUN).where(RUN.c.project_id == scope.project_id))
    hashes = scope.find_texts(connection, BLOB.c.sha256, BLOB.c.text)
    touched = select_in(connection, select(RUN_SOURCE.c.run_seq), RUN_SOURCE.c.item_id, scope.item_ids)
    touched |= select_in(connection, select(RUN_BLOB.c.run_seq), RUN_BLOB.c.sha256, hashes)
    for seq in sorted(touched):
        strip_run(connection, seq)
    connection.execute(delete(BLOB).where(BLOB.c.sha256.not_in(select(RUN_BLOB.c.sha256))))
    return 0


def strip_run(connection: Connection, seq: int) -> None:
    """Take a run's texts away and leave what privacy mode would have kept."""
    record = connection.scalar(select(RUN.c.record).where(RUN.c.seq == seq))
    facts = json.dumps(only_facts(json.loads(record or "{}")), separators=(",", ":"))
    connection.execute(RUN.update().where(RUN.c.seq == seq).values(record=facts))
    connection.execute(delete(RUN_BLOB).where(RUN_BLOB.c.run_seq == seq))
