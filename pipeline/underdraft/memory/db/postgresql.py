"""PostgreSQL under SQLAlchemy: one pool a database, what each transaction sets, what the server must have.

Many writers share the tables. Each row has a ``writer``, whose default is the setting ``underdraft.writer``, and
row-level security shows a connection the rows of that writer alone: no statement names one. The setting is made for
each transaction, so that connections may be pooled, here and between here and the server.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from underdraft.boundary.forks import free_lock, leave_alone
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.dialect import SERVER_SCHEMA as SCHEMA
from underdraft.memory.db.generation import GENERATION
from underdraft.memory.db.location import user_folder
from underdraft.memory.db.migrate import due, upgrade
from underdraft.memory.db.migrations.writers import OWN_SHOWN, UNGUARDED
from underdraft.memory.db.postgresql_errors import fault
from underdraft.memory.db.vector_type import PgHalfVector
from underdraft.text.clean import sha256

if TYPE_CHECKING:
    from sqlalchemy import Connection

ischema_names["halfvec"] = PgHalfVector  # so that it is known where tables are looked at

OLDEST_SERVER = 140_000
OLDEST_VECTOR = (0, 7)
"""The oldest versions that will do: generated columns with row-level security, vectors in half precision."""

POLICY_SECONDS = 60.0
"""How often a process looks whether every table still hides the rows of other writers; the first use looks, too."""

OPTIONS: Mapping[str, int | None] = {
    "pool_size": 8,
    "max_overflow": 24,
    "pool_timeout": 5,
    "connect_timeout": 5,
    "statement_timeout_ms": 60_000,
    "lock_timeout_ms": 25_000,
    "prepare_threshold": None,
}
"""Options behind the ``?`` of a URL beside those of libpq, with their defaults.

``prepare_threshold`` is psycopg's: without one no statement is prepared, which a transaction pooler may not know of.
"""


@attrs.define(eq=False)
class _Server:
    """A database with its pool, for all stores of this process at one URL."""

    url: URL
    options: Mapping[str, int | None]
    engine: Engine = attrs.field(init=False)
    users: int = attrs.field(default=0, init=False)
    ready: bool = attrs.field(default=False, init=False)
    check_at: float = attrs.field(default=0.0, init=False)
    vector_schema: str = attrs.field(default="public", init=False)
    lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def __attrs_post_init__(self) -> None:
        self.engine = make_engine(self)


_servers: dict[str, _Server] = {}
_servers_lock = free_lock()


@attrs.define(eq=False, repr=False)
class PostgresServer:
    """The place of one writer in a database on a server; see :class:`underdraft.memory.db.sqlite_file.SqliteFile`."""

    url: str
    writer: str = attrs.field(kw_only=True)
    busy_timeout_ms: int = attrs.field(kw_only=True)
    kind: str = attrs.field(default="postgresql", init=False)
    shared: bool = attrs.field(default=True, init=False)
    path: Path = attrs.field(init=False)
    _server: _Server | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        shown = read_url(self.url)[0].set(password=None).render_as_string()
        self.path = user_folder() / f"postgresql-{sha256(f'{shown} {self.writer}')[:16]}"

    def exists(self) -> bool:
        """Whether there may be a store."""
        return True

    def turn(self) -> AbstractContextManager[None]:
        """Nothing: the server keeps the order of a writer's transactions."""
        return nullcontext()

    def compact(self) -> None:
        """Nothing: the server clears free pages of itself."""

    def checkpoint(self) -> bool:
        """Say that it cannot be done: the server's log is its own matter."""
        return False

    def remove_copies(self) -> bool:
        """Whether none is left: none are made."""
        return True

    def prepare(self) -> Engine:
        """Look at the server, and make or migrate the tables; done once for all stores at the URL."""
        with _servers_lock:
            if self._server is None:
                self._server = _servers.get(self.url) or _Server(*read_url(self.url))
                _servers[self.url] = self._server
                self._server.users += 1
            server = self._server
        engine = server.engine.execution_options(writer=self.writer)
        with server.lock:
            if not server.ready:
                with translated("opened"):
                    server.vector_schema = make_ready(engine)
                    server.check_at = 0.0
                server.ready = True
        return engine.execution_options(generation=True)

    def let_go(self, engine: Engine) -> None:
        """Close the connections that nobody uses; a forked child leaves the others alone."""
        engine.dispose()

    def after_fork(self) -> None:
        """Leave the parent's connections alone; a store that is opened anew has a pool of its own."""
        if self._server is not None:
            leave_alone(self._server.engine)
            _servers.pop(self.url, None)
        self._server = None

    def close(self) -> None:
        """Close the pool with the last store that uses it."""
        with _servers_lock:
            server, self._server = self._server, None
            if server is None:
                return
            server.users -= 1
            if server.users == 0:
                _servers.pop(self.url, None)
                server.engine.dispose()


def read_url(text: str) -> tuple[URL, dict[str, int | None]]:
    """A URL without our own options, and these."""
    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
        given = {name: int(str(url.query[name])) for name in OPTIONS if name in url.query}
    except (ArgumentError, ValueError):
        raise fault("unsupported_url", "opened") from None
    return url.difference_update_query(list(OPTIONS)), {**OPTIONS, **given}


def make_engine(server: _Server) -> Engine:
    """The engine of a database; execution options say how transactions begin.

    ``writer`` is whose rows they see; with ``immediate=True`` they wait until no other one writes that writer's rows;
    ``migrating=True`` waits for other migrations; with ``generation=True`` they know the writer's; under ``bare=True``
    there is none.
    """
    options = server.options
    try:
        engine = create_engine(
            server.url,
            pool_size=options["pool_size"],
            max_overflow=options["max_overflow"],
            pool_timeout=options["pool_timeout"],
            connect_args={
                "autocommit": True,  # a transaction begins below, with all its settings, in one go
                "connect_timeout": options["connect_timeout"],
                "prepare_threshold": options["prepare_threshold"],
                "application_name": "underdraft",
            },
        )
    except (ImportError, NoSuchModuleError) as error:
        raise fault("driver_missing", "opened") from error
    # Many rows go in one statement: the driver's own way is a message for each, which both sides pay for.
    engine.dialect.use_insertmanyvalues_wo_returning = True
    psycopg = importlib.import_module("psycopg")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        told = connection.get_execution_options()
        if told.get("bare"):
            return
        if told.get("generation") and time.monotonic() >= server.check_at:
            check_policies(link_of(connection))
            server.check_at = time.monotonic() + POLICY_SECONDS
        statement = beginning(server, told)
        try:
            done = link_of(connection).execute(statement)
        except psycopg.OperationalError:
            if not link_of(connection).closed:
                raise
            engine.dispose()  # the server was started anew: no connection of the pool is of use
            connection.invalidate()
            done = link_of(connection).execute(statement)
        while done.nextset():
            pass
        found = done.fetchone() if told.get("generation") else None
        connection.info[GENERATION] = found[0] if found else 0

    return engine


def link_of(connection: Connection) -> Any:
    """The driver's connection."""
    return connection.connection.driver_connection


def beginning(server: _Server, told: Mapping[str, Any]) -> str:
    """Word the beginning of a transaction: a read sees one state of all tables, a write the newest when its turn comes."""
    reading = not any(told.get(name) for name in ("immediate", "migrating"))
    level = "REPEATABLE READ" if reading else "READ COMMITTED"
    settings = {
        "underdraft.writer": told["writer"],
        "search_path": f'{SCHEMA}, "{server.vector_schema}"',
        "statement_timeout": str(server.options["statement_timeout_ms"]),
        "lock_timeout": str(server.options["lock_timeout_ms"]),
    }
    said = [f"BEGIN ISOLATION LEVEL {level}"]
    said.append(
        f"SELECT {', '.join(f'set_config({quoted(k)}, {quoted(v)}, true)' for k, v in settings.items())}"
    )
    if told.get("immediate") or told.get("migrating"):
        whose = "migration" if told.get("migrating") else f"writer {told['writer']}"
        said.append(f"SELECT pg_advisory_xact_lock(hashtextextended({quoted('underdraft ' + whose)}, 0))")
    if told.get("generation"):
        said.append("SELECT generation FROM known_writer WHERE owner = current_setting('underdraft.writer')")
    return "; ".join(said)


def quoted(text: str) -> str:
    """A literal; for values of our own and ids that were checked."""
    return " E'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


LOOK = """
SELECT current_setting('server_version_num')::int AS version,
  (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS above_security,
  (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = %s) AS usable,
  (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
  (SELECT nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'vector') AS home
"""
"""Asks what a server, a role and a database are like; ``usable`` is null without the schema, what is last without pgvector."""


def make_ready(engine: Engine) -> str:
    """See that the server will do and has the newest tables; the schema of pgvector.

    Refused are a server and a pgvector that are too old, and a role that row-level security does not hold for.
    """
    with engine.execution_options(bare=True).connect() as link:
        found = link.exec_driver_sql(LOOK, (SCHEMA,)).one()
    if found.version < OLDEST_SERVER:
        raise fault("version_too_old", "opened", found=found.version, known=OLDEST_SERVER)
    if found.above_security:
        raise fault("role_above_security", "opened")
    if found.usable is False:
        raise fault("permission", "opened")
    if found.vector is None:
        raise fault("extension_missing", "opened")
    if tuple(int(part) for part in found.vector.split(".")[:2]) < OLDEST_VECTOR:
        raise fault("extension_too_old", "opened", found=found.vector)
    if found.usable is None:
        with engine.execution_options(migrating=True).begin() as link:
            link.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    with engine.connect() as link:
        needed = due(link)
    if needed:
        with engine.execution_options(migrating=True).begin() as link:
            link.exec_driver_sql("SELECT set_config('statement_timeout', '0', true)")
            if due(link):
                upgrade(link)
    return str(found.home)


def check_policies(link: Any) -> None:
    """Refuse to go on where a table does not hide the rows of other writers, or a second policy shows them."""
    if link.execute(UNGUARDED, {"own": OWN_SHOWN}).fetchone()[0]:
        raise fault("unprotected", "used")
