"""The store and what lives in it: run records, user memory, settings, vectors, lexical index.

Nothing heavy is imported here; SQLAlchemy comes in when a store is first read or written.
"""

from __future__ import annotations

from underdraft.boundary.private_logging import logger_of

log = logger_of("underdraft.memory")
