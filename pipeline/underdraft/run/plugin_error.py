"""Exceptions of plugins, as they may be shown: the exception's name and place, never its words."""

from __future__ import annotations

import traceback
from pathlib import Path, PurePath

from underdraft.errors import UnderdraftError
from underdraft.text.clean import one_line

PACKAGE = Path(__file__).parents[1]


class WrongResultError(TypeError):
    """A plugin returned a value of the wrong type; the message names types, never contents."""


def describe_error(error: BaseException) -> str:
    """Return ``KeyError at weather/__init__.py:41``; of an error of Underdraft's own its message.

    An exception's words may hold what was handed in; they are in the debug log, and in what the testing kit raises.
    """
    if isinstance(error, UnderdraftError):
        return one_line(error.message)
    if isinstance(error, WrongResultError):
        return one_line(str(error), 200)
    origin = error.__cause__ or error
    frames = traceback.extract_tb(origin.__traceback__)
    place = f" at {_short(frames[-1].filename, frames[-1].lineno)}" if frames else ""
    return f"{type(origin).__name__}{place}"


def describe_load_error(error: BaseException) -> str:
    """``TypeError at weather/__init__.py:17``: the last line outside this package; a module's own name where it is missing."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{kind} at {_short(error.filename, error.lineno)}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        kind = f"{kind}: {one_line(error.name, 80)}"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [f for f in frames if PACKAGE not in Path(f.filename).parents and "importlib" not in f.filename]
    return f"{kind} at {_short(theirs[-1].filename, theirs[-1].lineno)}" if theirs else kind


def _short(filename: str, line: int | None) -> str:
    return f"{'/'.join(PurePath(filename).parts[-2:])}:{line or 1}"
