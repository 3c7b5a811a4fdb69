"""Which folders the writer confirmed for a project's id; a path leaves the store for the command line alone."""

from __future__ import annotations

from sqlalchemy import Column, String, Table

from underdraft.memory.db.schema import METADATA

PROJECT_FOLDER = Table(
    "project_folder",
    METADATA,
    Column("project_id", String, primary_key=True),
    Column("folder", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("marker", String),
)
