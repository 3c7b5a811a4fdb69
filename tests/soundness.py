"""Asks SQLite whether a store's file is in order."""

from __future__ import annotations

from contextlib import closing

from underdraft.memory.db.sqlite import driver


def integrity(path) -> str:
    """``"ok"``, or what is wrong; asked on a connection of its own.

    SQLite 3.53 raises a false alarm on a connection whose full-text index another connection has
    changed since it last searched (a search on it, and the check after that, are right).
    """
    with closing(driver().connect(str(path))) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]
