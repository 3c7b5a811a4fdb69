"""An index by which the signals of a topic are counted without being read."""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """By topic and stance; on a server the writer comes first, as in all indexes there."""
    columns = ["kind_id", "stance", "seq"]
    if op.get_bind().dialect.name == "postgresql":
        columns = ["writer", *columns]
    op.create_index("ix_preference_signal_kind_id_stance_seq", "preference_signal", columns)
