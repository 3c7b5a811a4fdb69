"""Which folders the writer confirmed for a project's id; a path leaves the store for the command line alone."""

from __future__ import annotations

from sqlalchemy import Column, Table

from underdraft.memory.db.schema import METADATA
from underdraft.memory.db.word_types import NoWords

PROJECT_FOLDER = Table(
    "project_folder",
    METADATA,
    Column("project_id", NoWords, primary_key=True),
    Column("folder", NoWords, primary_key=True),
    Column("name", NoWords, nullable=False),
    Column("marker", NoWords),
)
