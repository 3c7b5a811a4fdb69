"""Which folder uses a project's id; the path leaves the store only to look whether it still does."""

from __future__ import annotations

from sqlalchemy import Column, String, Table

from underdraft.memory.db.schema import METADATA

PROJECT_FOLDER = Table(
    "project_folder",
    METADATA,
    Column("project_id", String, primary_key=True),
    Column("folder", String, nullable=False),
    Column("name", String, nullable=False),
)
