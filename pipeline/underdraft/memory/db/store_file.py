"""What a file is, before it is opened as a store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from underdraft.errors import StoreError
from underdraft.memory.db.faults import translated
from underdraft.memory.db.sqlite import driver

FIRST_BYTES = b"SQLite format 3\0"


def is_database(path: Path) -> bool:
    """Whether a file begins as a database does."""
    with path.open("rb") as file:
        return file.read(len(FIRST_BYTES)) == FIRST_BYTES


def has_our_tables(path: Path) -> bool:
    """Whether a database was made by Underdraft; a damaged one is a ``StoreError``."""
    with translated("opened"), closing(driver().connect(str(path))) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise StoreError("the backup's file is damaged", details={"reason": "corrupt"})
        ours = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
        return connection.execute(ours).fetchone() is not None
