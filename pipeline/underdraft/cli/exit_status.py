"""Turns whatever ends a command into one line, one stable code and an exit status."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Any, TextIO

import click

from underdraft.cli.language import translated
from underdraft.cli.output import escaped, fitted, one_line, print_json, show
from underdraft.errors import (
    Canceled,
    Conflict,
    ContextOverflow,
    InvalidArgument,
    NotFound,
    Unauthorized,
    UnderdraftError,
    page_of,
)

MISTAKE = 2
"""Exit status of the user's mistakes."""
FAILURE = 1
"""Exit status of failures that are not the user's."""
CANCELED = 130
"""Exit status after Ctrl-C (128 and the number of SIGINT)."""
TERMINATED = 143
"""Exit status after the program was told to end (128 and the number of SIGTERM)."""
BROKEN_PIPE = 141
"""Exit status when the reader of the output went away (128 and the number of SIGPIPE)."""

DEBUG_VARIABLE = "UNDERDRAFT_DEBUG"
"""Environment variable; ``1`` shows the stack trace of an unexpected fault."""

_WHERE = f"{DEBUG_VARIABLE}=1 shows where"
_MISTAKES = {e.code for e in (InvalidArgument, NotFound, Conflict, Unauthorized, ContextOverflow)}
_LINE_LIMIT = 1_000
_FIELD = re.compile(r"^[a-zA-Z]+(?=[:.])")
_TYPED_AS = {
    "content": "CONTENT", "evidenceRef": "--evidence", "finalText": "--final", "id": "ID",
    "beforeId": "EARLIER", "patch": "KEY=VALUE", "path": "PATH", "projectId": "--project", "runId": "RUN_ID",
    "selection": "--select", "sessionId": "SESSION", "skillId": "SKILL",
    "type": "--type", "documentId": "--document",
}  # fmt: skip
"""Options that stand for a field of a channel, where the command has no option or argument of its name."""
_typed: ContextVar[Mapping[str, str]] = ContextVar("typed", default={})  # noqa: B039 - nobody changes it


class ChannelFault(Exception):
    """The error that a channel answered with."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["code"])
        self.error = error


def report(fault: BaseException, *, as_json: bool) -> int:
    """Tell the user, on stderr or as the error envelope on stdout, and give the exit status."""
    if isinstance(fault, BrokenPipeError):
        quiet_stdout()
        return BROKEN_PIPE
    error = _error(fault)
    try:
        if as_json:
            print_json({"ok": False, "error": error})
        else:
            show(fitted(_line(error)), err=True)
    except BrokenPipeError:
        quiet_stdout()
    return TERMINATED if _terminated and error["code"] == Canceled.code else status_of(error["code"])


_terminated: list[int] = []
"""Signals other than Ctrl-C that have stopped the program."""


def take_termination_for_interrupt() -> None:
    """Let SIGTERM do what Ctrl-C does: what is under way is put away in good order, and the status says which it was."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        _terminated.append(number)
        stop = signal.getsignal(signal.SIGINT)
        if not callable(stop):  # where Ctrl-C is ignored
            raise KeyboardInterrupt
        stop(number, frame)

    signal.signal(signal.SIGTERM, interrupt)


def debugging() -> bool:
    """Whether the user wants to see the inside of faults."""
    return os.environ.get(DEBUG_VARIABLE) == "1"


class ShownHandler(logging.StreamHandler[TextIO]):
    """Shows the log on stderr, escaped like all that is printed."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's line."""
        return escaped(super().format(record))


@contextmanager
def log_shown() -> Iterator[None]:
    """Show Underdraft's own log on stderr while debugging; channels tell there what they keep to themselves."""
    if not debugging():
        yield
        return
    log = logging.getLogger("underdraft")
    before, shown = log.level, ShownHandler()
    log.addHandler(shown)
    log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(shown)
        log.setLevel(before)


def status_of(code: str) -> int:
    """The exit status that belongs to an error's code."""
    if code == Canceled.code:
        return CANCELED
    return MISTAKE if code in _MISTAKES else FAILURE


def quiet_stdout() -> None:
    """Nobody reads any more: let what is still buffered go nowhere, without a complaint at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # not a real file: nothing will complain either
        return


def _error(fault: BaseException) -> dict[str, Any]:
    if isinstance(fault, ChannelFault):
        internal = fault.error["code"] == UnderdraftError.code
        return {**fault.error, "message": f"an unexpected fault; {_WHERE}"} if internal else fault.error
    if isinstance(fault, UnderdraftError):
        details = {"details": fault.details} if fault.details else {}
        return {"code": fault.code, "message": fault.message, **details}
    if isinstance(fault, click.ClickException):
        return {"code": InvalidArgument.code, "message": _usage(fault)}
    if isinstance(fault, (KeyboardInterrupt, click.Abort)):
        return {"code": Canceled.code, "message": "stopped"}
    if debugging():
        traceback.print_exception(fault)
    return {
        "code": UnderdraftError.code,
        "message": f"an unexpected fault ({type(fault).__name__}); {_WHERE}",
    }


def _usage(fault: click.ClickException) -> str:
    message = fault.format_message().rstrip(".")
    path = fault.ctx.command_path if isinstance(fault, click.UsageError) and fault.ctx else None
    return f"{message} (see {path} --help)" if path else message


def _line(error: dict[str, Any]) -> str:
    """Return the error in one line with its page: fields as the command calls them, in the user's language."""
    typed = _typed.get()
    message = error["message"].removeprefix("patch.") if typed else error["message"]
    message = _FIELD.sub(lambda m: typed.get(m[0], m[0]), message)
    said = one_line(f"{error['code']}: {translated(message)}", _LINE_LIMIT)
    return said if error["code"] == Canceled.code else f"{said} ({page_of(error['code'])})"


def speak_as(command: click.Command) -> None:
    """Call fields as the command that runs does: by its options and arguments."""
    names = dict(_TYPED_AS)
    for parameter in command.params:
        name = re.sub(r"_(.)", lambda m: m[1].upper(), parameter.name or "")
        option = isinstance(parameter, click.Option)
        names[name] = (
            max(parameter.opts, key=len)
            if option
            else (parameter.metavar or str(parameter.name).upper()).strip("[]")
        )
    _typed.set(names)


def speak_as_channel() -> None:
    """Call fields as the channel does, which is what was typed."""
    _typed.set({})
