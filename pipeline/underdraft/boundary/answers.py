"""What each channel answers, for type checkers: ``answers.pyi``, written by ``docs/write_channels_page.py``."""

from __future__ import annotations

from typing import Any


def typed(method: Any) -> Any:
    """The method as it is; type checkers know from it what the built-in channels answer."""
    return method


typed_sync = typed
