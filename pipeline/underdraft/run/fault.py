"""What a stranger's code has raised, as it may be shown: the exception's name and place, never its words."""

from __future__ import annotations

import traceback
from pathlib import PurePath

from underdraft.errors import UnderdraftError
from underdraft.text.clean import one_line


def told(error: BaseException) -> str:
    """``KeyError at weather/__init__.py:41``; of an error of Underdraft's own its message.

    An exception's words may hold what was handed in; they are in the debug log, and in what the testing kit raises.
    """
    if isinstance(error, UnderdraftError):
        return one_line(error.message)
    origin = error.__cause__ or error
    frames = traceback.extract_tb(origin.__traceback__)
    place = f" at {'/'.join(PurePath(frames[-1].filename).parts[-2:])}:{frames[-1].lineno}" if frames else ""
    return f"{type(origin).__name__}{place}"
