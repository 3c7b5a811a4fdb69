"""The database: connection, schema, migrations, paging, work in the background."""
