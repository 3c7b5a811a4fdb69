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
    """Return ``KeyError at weather/__init__.py:41``, the last line outside this package; a missing module by its name.

    Of an error of Underdraft's own it is the message. Other words may hold what was handed in; they are in the debug
    log, and in what the testing kit raises.
    """
    if isinstance(error, UnderdraftError):
        return one_line(error.message)
    if isinstance(error, WrongResultError):
        return one_line(str(error), 200)
    origin = error.__cause__ or error
    kind = type(origin).__name__
    if isinstance(origin, SyntaxError) and origin.filename:
        return f"{kind} at {_short(origin.filename, origin.lineno)}"
    if isinstance(origin, ModuleNotFoundError) and origin.name:
        kind = f"{kind}: {one_line(origin.name, 80)}"
    frames = traceback.extract_tb(origin.__traceback__)
    theirs = [f for f in frames if PACKAGE not in Path(f.filename).parents and "importlib" not in f.filename]
    return f"{kind} at {_short(theirs[-1].filename, theirs[-1].lineno)}" if theirs else kind


def _short(filename: str, line: int | None) -> str:
    return f"{'/'.join(PurePath(filename).parts[-2:])}:{line or 1}"
