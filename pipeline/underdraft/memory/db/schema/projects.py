"""Projects: the folders that the writer confirmed for an id, and the files of those that are in no folder.

A folder's path leaves the store for the command line alone.
"""

from __future__ import annotations

from sqlalchemy import Column, Table, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords, TextWords

PROJECT_FOLDER = Table(
    "project_folder",
    METADATA,
    Column("project_id", NoWords, primary_key=True),
    Column("folder", NoWords, primary_key=True),
    Column("name", NoWords, nullable=False),
    Column("marker", NoWords),
)

PROJECT_FILE = Table(
    "project_file",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("project_id", NoWords, nullable=False),
    Column("path", NoWords, nullable=False),
    Column("version", NUMBER, nullable=False),
    Column("text", TextWords),  # null: removed
    Column("at", NoWords, nullable=False),
    UniqueConstraint("project_id", "path", "version"),
)
"""Every version of a file; the newest is the file."""
