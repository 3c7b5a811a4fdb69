"""What is drawn with rich, on terminals only: imported when the first line, table or spinner is needed."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

NO_WRAP_COLUMNS = 39
"""Widest column before the last that is never wrapped."""


def rule(title: str) -> None:
    """A line across with a title."""
    _console().print(Rule(Text(title, style="bold"), align="left", style="blue"))


def table(headers: Sequence[str] | None, rows: Sequence[Sequence[str]], right: Sequence[int]) -> None:
    """Aligned columns, the last one wrapped; see :func:`underdraft.cli.output.table`."""
    made = Table(box=None, pad_edge=False, show_header=headers is not None, header_style="dim")
    columns = len(headers or (rows[0] if rows else ()))
    for i in range(columns):
        last = i == columns - 1
        made.add_column(
            headers[i] if headers else "",
            justify="right" if i in right else "left",
            no_wrap=not last and len(max((row[i] for row in rows), key=len, default="")) <= NO_WRAP_COLUMNS,
            overflow="fold",
            style="dim" if headers is None and i == 0 else "",
        )
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    _console().print(made)


def spin(what: str, stopped: threading.Event) -> None:
    """Show a spinner on stderr until the event is set."""
    with Console(stderr=True).status(what):
        stopped.wait()


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
