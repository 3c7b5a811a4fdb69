"""The database: connection, schema, migrations, paging, work in the background."""

LIBRARIES = ("sqlalchemy", "sqlite-vec")
"""Libraries below the store, by the names of their distributions."""
