"""PostgreSQL's errors in a store's words, and how to fix them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from underdraft.errors import StoreError

FAULTS: Mapping[str, str] = {
    "unsupported_url": "its URL cannot be read; expected postgresql://user:password@host:port/database, each of "
    "@ : / ? # % in a password as % and its number",
    "unknown_option": "its URL has an option behind the ? that nobody knows; docs/postgresql.md lists ours, all others "
    "are libpq's",
    "away": "the server cannot be reached; see that PostgreSQL runs, and that host and port are right",
    "refused": "the server refuses the login; see that role, password and pg_hba.conf are right",
    "no_database": "the server has no database of this name; make it: createdb NAME",
    "permission": "the role lacks a right in the schema underdraft; the role that made it can give it, as docs/postgresql.md says",
    "role_above_security": "the role is a superuser or has BYPASSRLS, so that writers would see each other's rows; use "
    "one that has neither: CREATE ROLE underdraft LOGIN PASSWORD '...'; GRANT CREATE ON DATABASE ... TO underdraft",
    "unprotected": "a table does not hide the rows of other writers as it was made to; nothing is served until its "
    "row-level security and the policy own_rows are as in docs/postgresql.md",
    "version_too_old": "the server is too old; PostgreSQL 14 or later is needed",
    "extension_missing": "pgvector is missing in this database; an administrator installs it with: CREATE EXTENSION "
    "vector; where the server does not know it, first with: apt install postgresql-18-pgvector",
    "extension_too_old": "pgvector is too old; install 0.7 or later, then: ALTER EXTENSION vector UPDATE",
    "driver_missing": "the driver is missing; install it: pip install 'underdraft[postgres]'",
    "disk_full": "the server's disk is full; free some room there",
    "locked": "somebody else is writing for too long; try again",
    "timeout": "the server took too long (statement_timeout_ms); try again",
    "too_many_connections": "the server has no connection left; raise max_connections, or lower pool_size in the URL",
    "out_of_memory": "the server is out of memory",
    "read_only": "the server takes no writes (a replica?); name the primary",
    "constraint": "the store refused a row that breaks a rule of the schema",
    "too_big": "a text is too large for the store, or has a character (NUL) that it cannot hold",
    "corrupt": "the server reports damaged data; restore a backup",
    "schema_missing": "the tables are gone or are not what they should be; open the store anew",
    "unknown": "the database reported an error",
}
"""Reasons, with what is said about each: what is wrong, and how to fix it."""

CLASSES = {
    "08": "away",
    "22": "too_big",
    "23": "constraint",
    "28": "refused",
    "54": "too_big",
    "58": "corrupt",
    "XX": "corrupt",
}
STATES = {
    "25006": "read_only",
    "3D000": "no_database",
    "3F000": "schema_missing",
    "40001": "locked",
    "40P01": "locked",
    "42501": "permission",
    "42P01": "schema_missing",
    "42703": "schema_missing",
    "53100": "disk_full",
    "53200": "out_of_memory",
    "53300": "too_many_connections",
    "55P03": "locked",
    "57014": "timeout",
    "57P01": "away",
    "57P02": "away",
    "57P03": "away",
    "58030": "disk_full",
}
"""By SQLSTATE; https://www.postgresql.org/docs/current/errcodes-appendix.html."""

LOGIN = (
    ("password authentication", "refused"),
    ("pg_hba.conf", "refused"),
    ("no password supplied", "refused"),
    ("too many", "too_many_connections"),  # for a role or a database, too
    ("remaining connection slots", "too_many_connections"),
    ("no more connections", "too_many_connections"),  # PgBouncer
    ("database", "no_database"),
    ("role", "refused"),
)
"""Messages of libpq for a failed login, which has no SQLSTATE; the first that fits counts."""


def reason_of(error: BaseException | None) -> tuple[str, str]:
    """Reason and sentence for a driver's error; none of its own words, which may hold an address or a row."""
    state = getattr(error, "sqlstate", None)
    if state is None:
        reason = _of_words(type(error).__name__, str(error))
    else:
        reason = STATES.get(state) or CLASSES.get(state[:2], "unknown")
    return reason, FAULTS[reason]


def _of_words(kind: str, message: str) -> str:
    """An error without SQLSTATE comes from the driver: there is no connection, or a value cannot be sent."""
    if kind == "DataError":
        return "too_big"
    if kind == "ProgrammingError" and re.match("invalid .*(option|parameter)", message):
        return "unknown_option"
    if kind not in {"OperationalError", "ConnectionTimeout", "InterfaceError"}:
        return "unknown"
    fatal = message.partition("FATAL:")[2]
    return next((reason for words, reason in LOGIN if words in fatal), "away")


def fault(reason: str, busy: str, **details: object) -> StoreError:
    """A fault of this kind; ``busy`` is what was being done."""
    return StoreError(
        f"the store could not be {busy}: {FAULTS[reason]}", details={"reason": reason, **details}
    )
