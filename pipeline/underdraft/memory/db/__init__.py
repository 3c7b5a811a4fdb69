"""The database: connection, schema, migrations, paging, work in the background."""

LIBRARIES = ("sqlalchemy", "sqlite-vec")
"""What the store is built on, by the names of the distributions."""
