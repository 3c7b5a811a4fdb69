"""Errors of the databases and of SQLAlchemy as :class:`StoreError`: a reason, a sentence, how to fix it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from underdraft.errors import StoreError
from underdraft.memory import log
from underdraft.memory.db import sqlite

OF_VALUES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Errors that a value of another kind raises, such as a damaged page gives; arguments have been checked before."""


@contextmanager
def translated(busy: str = "used") -> Iterator[None]:
    """Turn errors of a database, of SQLAlchemy and of values into :class:`StoreError` with a reason, or ``"unknown"``.

    ``busy`` is what was being done. No SQL, no path, no address and no password gets into the message.
    """
    try:
        yield
    except DBAPIError as error:
        raise store_error(error.orig, busy) from error
    except PoolTimeout as error:
        raise StoreError(
            f"the store could not be {busy}: too many connections are in use", details={"reason": "locked"}
        ) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the store could not be {busy}", details={"reason": "unknown"}) from error
    except Exception as error:
        if isinstance(error, sqlite.driver().Error) or hasattr(error, "sqlstate"):
            raise store_error(error, busy) from error
        if not isinstance(error, OF_VALUES):
            raise
        log.error("unexpected %s while the store was %s", type(error).__name__, busy)  # noqa: TRY400 - its text may be private
        log.debug("where it came from", exc_info=error)
        raise StoreError(
            f"the store could not be {busy}: it holds what cannot be read", details={"reason": "corrupt"}
        ) from error


def store_error(error: BaseException | None, busy: str) -> StoreError:
    """The clean form of a driver's error."""
    if hasattr(error, "sqlstate"):
        from underdraft.memory.db.postgresql_errors import reason_of

        reason, sentence = reason_of(error)
    else:
        reason, sentence = sqlite.reason_of(error)
    return StoreError(f"the store could not be {busy}: {sentence}", details={"reason": reason})
