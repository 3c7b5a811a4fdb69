"""Vectors in half precision: half the bytes, and three of them on a page instead of one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import run

revision = "0018"
down_revision = "0017"

AT_ONCE = 500
TRIGGER = "changed_embedding_update"


def upgrade() -> None:
    """Convert what there is; what is not of its dimension goes, and is made anew in the background."""
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        run(link, "ALTER TABLE embedding ALTER COLUMN vector TYPE halfvec USING vector::halfvec")
        return
    # Nobody holds vectors in memory now: a line in the log for each would push the others out.
    noted = link.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (TRIGGER,)).scalar_one()
    run(link, f"DROP TRIGGER {TRIGGER}")
    run(link, "DELETE FROM embedding WHERE length(vector) <> 4 * dimension")
    convert(link)
    run(link, noted)


def convert(link: sa.Connection) -> None:
    """Halve the vectors of a file, some at a time."""
    import numpy as np

    some = sa.text("SELECT id, vector FROM embedding WHERE id > :last ORDER BY id LIMIT :many")
    write = sa.text("UPDATE embedding SET vector = :vector WHERE id = :id")
    last = -1
    while rows := link.execute(some, {"last": last, "many": AT_ONCE}).all():
        half = [(row.id, np.frombuffer(row.vector, "<f4").astype("<f2").tobytes()) for row in rows]
        link.execute(write, [{"id": number, "vector": vector} for number, vector in half])
        last = rows[-1].id
