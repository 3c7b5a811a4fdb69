"""Imports litellm: once, late, without a network, and as quietly and quickly as it can be had."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from underdraft import ModelError

_lock = threading.Lock()
_LOGGERS = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router")
_SAID_MAXIMUM = 500
MISSING = "this model is asked through litellm, which is not installed; run: pip install litellm"
log = logging.getLogger("underdraft.litellm")

if hasattr(os, "register_at_fork"):  # its holder is not in the child
    os.register_at_fork(after_in_child=lambda: globals().update(_lock=threading.Lock()))


def load_litellm() -> Any:
    """The library, set up; takes seconds the first time, and nothing after that. Blocks.

    Raises:
        ModelError: It is not installed.
    """
    with _lock:
        if _Clean.is_set:
            return sys.modules["litellm"]
        own = "litellm" not in sys.modules  # else the application's: its log stays where it put it
        # A quarter of the import would be spent on looking for garbage among classes that stay.
        collecting = gc.isenabled()
        gc.disable()
        try:
            with _frozen_environment():
                import litellm
        except ImportError as error:
            if error.name != "litellm":  # a part of its own is missing: said as it is
                raise
            raise ModelError(MISSING, details={"package": "litellm"}) from None
        finally:
            if collecting:
                gc.enable()
        # pydantic says this of litellm's own types at the first call, on the user's terminal.
        warnings.filterwarnings("ignore", message="Items? .* on TypedDict class", category=UserWarning)
        litellm.suppress_debug_info = True
        litellm.telemetry = False  # pyright: ignore[reportAttributeAccessIssue]  # gone in newer versions
        _quieten(own=own)
        return litellm


@contextmanager
def _frozen_environment() -> Iterator[None]:
    """No ``.env`` of the working folder is read, no price list fetched, and no variable set that stays."""
    before = dict(os.environ)
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    try:
        yield
    finally:
        for name in os.environ.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)


def _quieten(*, own: bool) -> None:
    """Have what litellm logs cleaned, since it may hold a server's words, and said through Underdraft's log."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.addFilter(_Clean())
        if own:
            logger.handlers, logger.parent = [], log
    _Clean.is_set = True


class _Clean(logging.Filter):
    """Makes one printable line of each record."""

    is_set = False

    def filter(self, record: logging.LogRecord) -> bool:
        said = "".join(c if c.isprintable() else " " for c in record.getMessage())
        record.msg, record.args = said[:_SAID_MAXIMUM], ()
        return True
