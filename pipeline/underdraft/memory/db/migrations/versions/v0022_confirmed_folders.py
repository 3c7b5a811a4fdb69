"""Several folders may be confirmed for a project's id, each with a marker that goes with it when it is moved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """The folder becomes part of the key; folders that were noted so far count as confirmed."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE project_folder DROP CONSTRAINT project_folder_pkey")
        op.execute("ALTER TABLE project_folder ADD PRIMARY KEY (writer, project_id, folder)")
        op.execute('ALTER TABLE project_folder ADD COLUMN marker text COLLATE "C"')
        return
    op.rename_table("project_folder", "old_project_folder")
    op.create_table(
        "project_folder",
        sa.Column("project_id", sa.String, nullable=False),
        sa.Column("folder", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("marker", sa.String),
        sa.PrimaryKeyConstraint("project_id", "folder", name="pk_project_folder"),
    )
    op.execute("INSERT INTO project_folder SELECT project_id, folder, name, NULL FROM old_project_folder")
    op.drop_table("old_project_folder")
