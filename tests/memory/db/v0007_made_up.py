"""A revision that no release has, with all that a revision may do; the tests put it after the last real one.

``UNDERDRAFT_TEST_STOP`` names the step at which it dies by a signal, or with an error.
"""

from __future__ import annotations

import os
import signal

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import each_writer, keep_apart, run

revision = "0007"
down_revision = "0006"

ROWS = 400
"""Rows of the new table, of 4 kB each: more than a connection holds in memory before it writes."""


def stop_at(step: str) -> None:
    """End here, if the test says so."""
    if os.environ.get("UNDERDRAFT_TEST_STOP") == step:
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ.get("UNDERDRAFT_TEST_STOP") == f"error at {step}":
        raise RuntimeError("power cut")


def upgrade() -> None:
    """A table made, one made anew, a column added, and rows rewritten."""
    link = op.get_bind()
    shared = link.dialect.name == "postgresql"
    stop_at("begin")
    op.create_table(
        "shelf",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
    )
    if shared:
        keep_apart(link, ("shelf",))
    op.add_column("memory_item", sa.Column("mood", sa.String, nullable=False, server_default=""))
    stop_at("tables")
    for _ in each_writer(link):
        op.bulk_insert(
            sa.table("shelf", sa.column("id", sa.Integer), sa.column("title", sa.Text)),
            [{"id": number, "title": f"{number:04d}" * 1_000} for number in range(ROWS)],
        )
        stop_at("rows")
        run(link, "UPDATE memory_item SET mood = substr(content, 1, 1)")
    if not shared:
        op.rename_table("setting", "old_setting")
        op.create_table(
            "setting",
            sa.Column("key", sa.String, nullable=False),
            sa.Column("value", sa.Text, nullable=False),
            sa.Column("updated_at", sa.String, nullable=False),
            sa.PrimaryKeyConstraint("key", name="pk_setting"),
        )
        run(link, "INSERT INTO setting SELECT key, value, updated_at FROM old_setting")
        stop_at("moved")
        op.drop_table("old_setting")
    stop_at("end")
