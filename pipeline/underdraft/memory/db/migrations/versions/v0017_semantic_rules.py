"""Rules that were distilled from past runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart, run

revision = "0017"
down_revision = "0016"

COUNT = "UPDATE store_change SET value = value + 1 WHERE area = 'rules';"
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table, and count what is written to it."""
    op.create_table(
        "semantic_rule",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("scene_type", sa.String, nullable=False),
        sa.Column("topic_id", sa.String, nullable=False),
        sa.Column("pole", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("support", NUMBER, nullable=False),
        sa.Column("against", NUMBER, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_semantic_rule"),
    )
    op.create_index("ix_semantic_rule_project_id", "semantic_rule", ["project_id", "state"])
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        keep_apart(link, ("semantic_rule",))
        run(
            link,
            "CREATE TRIGGER changed_semantic_rule AFTER INSERT OR UPDATE OR DELETE ON semantic_rule "
            "FOR EACH ROW EXECUTE FUNCTION underdraft.note_change('rules', '')",
        )
        return
    op.execute("INSERT INTO store_change (area, value) VALUES ('rules', 0)")
    for event in ("insert", "update", "delete"):
        name = f"changed_semantic_rule_{event}"
        op.execute(f"CREATE TRIGGER {name} AFTER {event.upper()} ON semantic_rule BEGIN {COUNT} END")
