"""Alembic's environment; it travels inside the package."""
