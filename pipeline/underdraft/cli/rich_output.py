"""What is drawn with rich, on terminals only: imported when the first line or spinner is needed."""

from __future__ import annotations

import threading

from rich.console import Console
from rich.rule import Rule
from rich.text import Text


def rule(title: str) -> None:
    """A line across with a title."""
    _console().print(Rule(Text(title, style="bold"), align="left", style="blue"))


def spin(what: str, stopped: threading.Event) -> None:
    """Show a spinner on stderr until the event is set."""
    with Console(stderr=True).status(what):
        stopped.wait()


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
