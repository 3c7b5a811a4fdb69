"""What is drawn with rich, on terminals only: imported when the first line or spinner is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule
from rich.text import Text


def rule(title: str) -> None:
    """A line across with a title."""
    _console().print(Rule(Text(title, style="bold"), align="left", style="blue"))


TOLD_EVERY_S = 0.1
"""How often a spinner asks what it is to say."""


def spin(told: Callable[[], str], stopped: threading.Event) -> None:
    """Show a spinner on stderr until the event is set."""
    with Console(stderr=True).status(told()) as shown:
        while not stopped.wait(TOLD_EVERY_S):
            shown.update(told())


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
