"""Exceptions of plugins in the log: without their words while a workspace in privacy mode is open."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextvars import Context
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

Owner = TypeVar("Owner")

_asked: WeakKeyDictionary[Any, Callable[[Any], bool]] = WeakKeyDictionary()


def log_without_words_if(owner: Owner, private: Callable[[Owner], bool]) -> None:
    """Ask ``private``, as long as the owner lives, whether words may not be logged now."""
    _asked[owner] = private


class WithoutWords(logging.Filter):
    """Puts names and places in the stead of a traceback, whose last line and source lines may hold what was handed in."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the words away where a workspace wants it; every record passes."""
        error = record.exc_info[1] if record.exc_info else None
        # A context of its own: the code that logs may hold a connection for its reader.
        if error is not None and any(
            Context().run(private, owner) for owner, private in list(_asked.items())
        ):
            record.exc_info, record.exc_text = None, "\n".join(places(error))
        return True


def places(error: BaseException) -> Iterator[str]:
    """One line an exception of the chain and one a frame, the first cause first."""
    origin = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if origin is not None:
        yield from places(origin)
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield type(error).__name__


def logger_of(name: str) -> logging.Logger:
    """A logger of Underdraft's that keeps to this."""
    log = logging.getLogger(name)
    if not any(isinstance(one, WithoutWords) for one in log.filters):
        log.addFilter(WithoutWords())
    return log
