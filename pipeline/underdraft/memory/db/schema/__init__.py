"""The store's tables, one module an area.

How to add an area, or change one:

1. Write the tables as they are to be into ``schema/<area>.py``, on :data:`METADATA`
   (``from underdraft.memory.db.schema import METADATA``), and add the module to :data:`AREAS`.
2. Write ``migrations/versions/vNNNN_<what>.py`` with the next free number, ``revision = "NNNN"``,
   ``down_revision`` the one before, and an ``upgrade()`` that creates or alters in literal terms: it
   never imports ``schema``, because it must still do the same when the schema has moved on. It runs for stores of
   before alone (a new one is made as the modules say), without triggers and views (see ``memory/db/triggers.py``). There is
   no downgrade; a copy of the file is made before every migration.
3. ``tests/memory/db/test_migrate.py`` compares what the revisions make of each release's store with a new one.

What a purge and a copy do with a table its area declares in a module ``area.py``, see ``memory/areas/area.py``; a
table whose texts are recalled by meaning stands in ``memory/index/vectors.py``, too.

Types are kept to what SQLite and PostgreSQL both have: text, integer, float, boolean, binary. Times
are text in ISO 8601 UTC with milliseconds, JSON is text. What only SQLite has is said in
``memory/db/`` and ``memory/index/`` and nowhere else.
"""

from __future__ import annotations

from importlib import import_module

from sqlalchemy import BigInteger, Integer, MetaData

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)
"""The tables of all areas that have been imported; ``schema.metadata()`` imports them all."""

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""The type of whole numbers: 64 bits, which SQLite calls integer."""

AREAS = (
    "runs",
    "user_memory",
    "settings",
    "recall",
    "conversations",
    "knowledge",
    "feedback",
    "episodes",
    "projects",
    "tokens",
    "tidy",
    "questions",
)
"""The modules of this package that define tables."""


def metadata() -> MetaData:
    """All tables."""
    for area in AREAS:
        import_module(f"underdraft.memory.db.schema.{area}")
    return METADATA
