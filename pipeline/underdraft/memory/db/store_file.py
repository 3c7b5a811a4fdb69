"""Checks of a file before it is opened as a store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from underdraft.errors import StoreError
from underdraft.memory.db.sqlite import break_off, driver

OWN_TABLES = frozenset({"alembic_version", "memory_item", "run"})
"""Tables of every store, made in one transaction."""


def is_store(path: Path) -> bool:
    """Whether a file has the tables of a store."""
    return path.is_file() and tables_of(path) >= OWN_TABLES


def check_own_tables(path: Path) -> None:
    """Refuse another application's database, and leave it as it is: nothing is made beside it either."""
    tables = tables_of(path) if path.is_file() else set()
    if tables and not tables >= OWN_TABLES:
        raise StoreError(
            f"{path.name}: this database belongs to another application; name another file as the store",
            details={"reason": "foreign"},
        )


def tables_of(path: Path) -> set[str]:
    """The names of a file's tables; none where it is no database, or cannot be read."""
    # Without a log beside it the file says all, and reading it as unchanging makes neither log nor index.
    way = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    try:
        with closing(driver().connect(f"{path.absolute().as_uri()}?{way}", uri=True)) as link:
            break_off(link, path)
            return {name for (name,) in link.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (driver().Error, UnicodeDecodeError):  # the driver cannot decode a damaged name in its own message
        return set()  # opening it will say what is wrong with it
