"""Prints for people: headings, tables and colours on a terminal, plain aligned text everywhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from itertools import cycle
from typing import Any

import click

from underdraft.cli.language import in_words, translated
from underdraft.cli.table import INDENT, cell_len, lay_out, wrapped
from underdraft.errors import REPLY_EMPTY, REPLY_TRUNCATED, page_of
from underdraft.text import clean

PLAIN_WIDTH = 78
"""Columns of a heading where there is no terminal to ask."""
RULE = "── "
"""How a line across begins."""
PROGRESS_AFTER_S = 0.5
"""Quick work shows nothing; a spinner appears well before the second in which people wonder."""
SIGNS, TURN_S = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", 0.1
"""Frames of a spinner, and the seconds that each is shown."""
TO_END = "\x1b[K"
"""Clears a terminal's line from the cursor on."""


_shown: ContextVar[bool] = ContextVar("shown", default=False)
"""Whether something shows progress already."""


def on_terminal() -> bool:
    """Whether stdout is a terminal."""
    return sys.stdout.isatty()


def escaped(body: str) -> str:
    """Return the text with characters that steer a terminal or turn the order of letters as JSON writes them."""
    if body.isprintable():
        return body
    return clean.STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", body.replace("\r\n", "\n"))


def show(body: str = "", *, newline: bool = True, err: bool = False, **style: Any) -> None:
    """Print a text of whatever origin; each print of the command line goes through here."""
    click.echo(click.style(escaped(body), **style) if style else escaped(body), nl=newline, err=err)


def text(body: str = "", *, newline: bool = True, colour: str | None = None) -> None:
    """Print somebody's text: as it is into a pipe, escaped on a terminal."""
    style: dict[str, Any] = {"fg": colour} if colour else {}
    if on_terminal():
        show(body, newline=newline, **style)
    else:
        click.echo(body, nl=newline)


def print_json(data: Any) -> None:
    """Print a value as JSON, for programs."""
    text(json.dumps(data, ensure_ascii=False, indent=2))


def agree(question: str) -> None:
    """Ask on stderr whether to go on; ``click.Abort`` for no, which is the default."""
    click.confirm(escaped(translated(question)), default=False, abort=True, err=True)


def one_line(body: str, limit: int) -> str:
    """Return the text on one line, cut to ``limit`` code points, with nothing left out of it unseen."""
    return clean.one_line(escaped(body), limit)


def sentence(message: str, **values: object) -> str:
    """A sentence in the user's language, with its values put in; a message that has them already is found by wording."""
    return translated(message).format(**values) if values else translated(message)


def fitted(body: str) -> str:
    """The text with lines that fit the screen."""
    return "\n".join(part for line in body.split("\n") for part in wrapped(line, screen_width()))


def say(message: str, **values: object) -> None:
    """A :func:`sentence`, in lines that fit the screen."""
    show(fitted(sentence(message, **values)))


def chapters(count: int) -> str:
    """So many chapters, in words."""
    return counted(count, "1 chapter", "{count} chapters")


def counted(count: int, one: str, more: str) -> str:
    """So many of something, in words: those for one, or those for any other number."""
    return translated(one) if count == 1 else sentence(more, count=count)


def entry(title: str, body: str) -> None:
    """Something of a list: its title, and a text indented below."""
    show(fitted(title))
    width = screen_width()
    for line in wrapped(body, width and width - len(INDENT)) if body else ():
        show(INDENT + line)


def command_line(command: str, remark: str = "", *, err: bool = False) -> None:
    """A command to copy, on one line however narrow the screen is, with a remark after it."""
    show(f"{command}  # {translated(remark)}" if remark else command, err=err)


def rule(title: str) -> None:
    """A line across that begins a part; the title is translated already."""
    width = screen_width() or PLAIN_WIDTH
    *above, last = (f"{RULE}{part}" for part in wrapped(title, width - len(RULE) - 1))
    for part in (*above, f"{last} {'─' * (width - cell_len(last) - 1)}"):
        show(part, fg="blue", bold=True)


def heading(title: str) -> None:
    """A line above a list."""
    show()
    show(fitted(translated(title)), bold=True)


def when(moment: str | None) -> str:
    """A stored time (ISO 8601) as a clock on the wall shows it here, to the minute; nothing for ``None``."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}" if moment else ""


def day(moment: str | None) -> str:
    """The day of a stored time, here."""
    return when(moment)[:10]


def words(key: str) -> str:
    """A key or code of an answer as people write it: ``updatedAt`` -> ``updated at``, ``timed_out`` -> ``timed out``."""
    return key if key.isupper() else re.sub(r"[A-Z]", lambda m: f" {m[0].lower()}", key.replace("_", " "))


def explained(warning: str) -> str:
    """A warning in the user's language, with the page of the docs that explains its code; of a reply in words, too."""
    code = warning.partition(":")[0]
    if code in {REPLY_EMPTY, REPLY_TRUNCATED}:
        return f"{code}: {in_words('warning', warning)} ({page_of(code)})"
    return f"{translated(warning)} ({page_of(code)})"


def warning(said: str) -> None:
    """A warning on stderr; see :func:`explained`."""
    note(explained(said))


def note(message: str, **values: object) -> None:
    """A sentence on stderr, next to a result that goes to stdout; see :func:`say`."""
    show(fitted(sentence(message, **values)), err=True, dim=True)


def more(page: Any) -> None:
    """Say that the list is longer than what was shown."""
    if page["nextCursor"]:
        note("there are more; a larger --limit shows them")


def pairs(rows: Sequence[tuple[str, str]]) -> None:
    """Names and values, aligned."""
    table(None, [(translated(name), value) for name, value in rows])


def table(headers: Sequence[str] | None, rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """Aligned columns, those of ``right`` (from 0) to the right, as wide as the screen; see :func:`lay_out`."""
    headers = headers and [translated(header) for header in headers]
    rows = [[escaped(cell) for cell in row] for row in rows]
    for number, line in enumerate(lay_out(headers, rows, right, screen_width())):
        show(line, **({"dim": True} if headers and number == 0 else {}))


def screen_width() -> int | None:
    """Columns of the terminal, or of what stands in for one (``COLUMNS``); ``None`` for a pipe."""
    if on_terminal() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return None


@contextmanager
def progress(what: str = "working") -> Iterator[Callable[[int, int], None]]:
    """Show on stderr that something is under way, if it takes long and somebody can see it; inside another, nothing.

    The function takes what is done and what there is in all, and shows both.
    """
    if _shown.get():
        yield lambda done, total: None  # noqa: ARG005 - nothing is shown
        return
    spinner = Spinner(what := translated(what))

    def advance(done: int, total: int) -> None:
        spinner.what = f"{what} {done:,} / {total:,}"

    token = _shown.set(True)
    try:
        yield advance
    finally:
        _shown.reset(token)
        spinner.stop()


class Spinner:
    """Appears on stderr after :data:`PROGRESS_AFTER_S`, where stderr is a terminal, and goes when stopped."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._show, name="underdraft-progress", daemon=True)
        if sys.stderr.isatty():
            self._thread.start()

    def _show(self) -> None:
        if self._stopped.wait(PROGRESS_AFTER_S):
            return
        for sign in cycle(SIGNS):
            click.echo(f"\r{sign} {self.what}{TO_END}", nl=False, err=True)
            if self._stopped.wait(TURN_S):
                break
        click.echo(f"\r{TO_END}", nl=False, err=True)

    def stop(self) -> None:
        """Take it away; stopping twice is allowed."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
