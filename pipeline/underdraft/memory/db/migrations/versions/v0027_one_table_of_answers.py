"""What a model judged about memories is kept beside the writer's answers, and asked for only by the writer."""

from __future__ import annotations

from alembic import op

from underdraft.memory.db.migrations.writers import run

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Drop the table of verdicts, and the work that waited for one; near pairs are judged when the writer asks."""
    link = op.get_bind()
    op.drop_table("memory_tidy_verdict")
    shared = link.dialect.name == "postgresql"
    if shared:
        run(link, "ALTER TABLE background_job NO FORCE ROW LEVEL SECURITY")
    run(link, "DELETE FROM background_job WHERE kind = 'judge'")
    if shared:
        run(link, "ALTER TABLE background_job FORCE ROW LEVEL SECURITY")
