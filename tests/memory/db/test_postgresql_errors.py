"""What PostgreSQL's errors mean."""

from __future__ import annotations

import pytest

from underdraft.memory.db.db_errors import store_error
from underdraft.memory.db.postgresql_errors import CLASSES, FAULTS, LOGIN, STATES

psycopg = pytest.importorskip(
    "psycopg", reason="needs the extra postgres: pip install 'underdraft[postgres]'"
)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (psycopg.errors.DiskFull("could not extend file secret"), "disk_full"),
        (psycopg.errors.AdminShutdown("terminating secret"), "away"),
        (psycopg.errors.ConnectionFailure("secret"), "away"),
        (psycopg.errors.InsufficientPrivilege("permission denied for table secret"), "permission"),
        (psycopg.errors.LockNotAvailable("secret"), "locked"),
        (psycopg.errors.DeadlockDetected("secret"), "locked"),
        (psycopg.errors.QueryCanceled("secret"), "timeout"),
        (psycopg.errors.UniqueViolation("Key (id)=(secret) already exists"), "constraint"),
        (psycopg.errors.NumericValueOutOfRange("secret"), "too_big"),
        (psycopg.errors.ReadOnlySqlTransaction("secret"), "read_only"),
        (psycopg.errors.DataCorrupted("secret"), "corrupt"),
        (psycopg.errors.TooManyConnections("secret"), "too_many_connections"),
        (psycopg.errors.RaiseException("secret"), "unknown"),
        (psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes: secret"), "too_big"),
        (psycopg.OperationalError("connection to server at secret failed: Connection refused"), "away"),
        (psycopg.OperationalError('FATAL:  password authentication failed for user "secret"'), "refused"),
        (psycopg.OperationalError('FATAL:  database "secret" does not exist'), "no_database"),
        (psycopg.OperationalError('FATAL:  role "secret" does not exist'), "refused"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_mends_it(error, reason):
    """By its SQLSTATE, else by what the driver says; nothing of its words gets out."""
    found = store_error(error, "read")
    assert found.details == {"reason": reason}
    assert found.message == f"the store could not be read: {FAULTS[reason]}"
    assert "secret" not in found.message


def test_every_reason_has_a_sentence():
    """A code leads to words."""
    assert {*CLASSES.values(), *STATES.values(), *(reason for _, reason in LOGIN)} <= FAULTS.keys()
