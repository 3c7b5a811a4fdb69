"""The database: connection, schema, migrations, paging, work in the background."""

KIND = "sqlite"
"""The store's database, as a workspace names it."""

LIBRARIES = ("sqlalchemy", "sqlite-vec")
"""What the store is built on, by the names of the distributions."""
