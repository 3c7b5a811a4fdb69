"""On PostgreSQL: who is known, and since when work in the background is due, without a look at all writers' rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import run

revision = "0020"
down_revision = "0019"

KNOW = """
CREATE FUNCTION underdraft.know_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO underdraft.known_writer (owner) VALUES (NEW.writer) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$
"""

NOTE = """
CREATE FUNCTION underdraft.note_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO underdraft.known_writer AS known (owner, due)
  SELECT current_setting('underdraft.writer'), min(not_before) FROM underdraft.background_job WHERE NOT failed
  ON CONFLICT (owner) DO UPDATE SET due = excluded.due WHERE known.due IS DISTINCT FROM excluded.due;
  RETURN NULL;
END
$$
"""

FILL = """
INSERT INTO known_writer (owner, due)
SELECT writer, (SELECT min(not_before) FROM background_job j WHERE j.writer = c.writer AND NOT failed)
FROM (SELECT DISTINCT writer FROM store_change) c
"""

LOCKED = ("store_change", "background_job")


def upgrade() -> None:
    """A table that is no writer's own, kept by triggers; a policy that made each read of the counters one of all."""
    op.create_table(
        "known_writer",
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("due", sa.String),
        sa.PrimaryKeyConstraint("owner", name="pk_known_writer"),
    )
    op.create_index("ix_known_writer_due", "known_writer", ["due"])
    link = op.get_bind()
    if link.dialect.name != "postgresql":
        return
    for column in ("owner", "due"):
        run(link, f'ALTER TABLE known_writer ALTER COLUMN {column} TYPE text COLLATE "C"')
    run(link, "DROP POLICY listed ON store_change")
    for table in LOCKED:
        run(link, f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
    run(link, FILL)
    for table in LOCKED:
        run(link, f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    run(link, KNOW)
    run(link, NOTE)
    run(
        link,
        "CREATE TRIGGER known AFTER INSERT ON store_change FOR EACH ROW EXECUTE FUNCTION underdraft.know_writer()",
    )
    run(
        link,
        "CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON background_job "
        "FOR EACH STATEMENT EXECUTE FUNCTION underdraft.note_work()",
    )
