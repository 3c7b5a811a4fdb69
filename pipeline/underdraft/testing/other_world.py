"""Another world for a fetcher to run in: later, in another folder, environment and process, about another passage."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from unittest import mock

import attrs

from underdraft.types.request import Selection
from underdraft.types.run_inputs import RunInputs

LATER = dt.timedelta(days=40, hours=5, minutes=7)
"""How much later it is: another minute, hour, weekday, day of the month and month."""

KEPT = ("LD_", "PATH", "PYTHON", "SSL_", "SYSTEM", "UNDERDRAFT_", "VIRTUAL_ENV")
"""Beginnings of the environment variables that stay, without which Python itself would not run."""

ASIDE = "It rained. 下雨了。\n"
"""A sentence that names nobody: it changes the passage and not the content."""


@contextlib.contextmanager
def other_world(fetch: Callable[..., object]) -> Iterator[None]:
    """Change what no stable fetcher may depend on, for this process.

    A name that the fetcher's module has for :class:`datetime.datetime` is changed there, too.
    """
    own = getattr(fetch, "__globals__", {})
    taken = {name: LaterMoment for name, value in own.items() if value is _MOMENT}
    here = os.getcwd()  # noqa: PTH109 - the same call takes it back
    with (
        contextlib.ExitStack() as stack,
        tempfile.TemporaryDirectory() as folder,
    ):
        for module, name in ((time, "time"), (time, "time_ns"), (time, "localtime"), (time, "gmtime")):
            stack.enter_context(mock.patch.object(module, name, _shifted(getattr(module, name))))
        stack.enter_context(mock.patch.object(dt, "datetime", LaterMoment))
        stack.enter_context(mock.patch.dict(own, taken))
        stack.enter_context(mock.patch.object(os, "getpid", return_value=4_194_303))
        changed = {name: f"{value}x" for name, value in os.environ.items() if not name.startswith(KEPT)}
        stack.enter_context(mock.patch.dict(os.environ, changed))
        stack.callback(os.chdir, here)
        os.chdir(folder)
        yield


def other_passage(run: RunInputs) -> RunInputs:
    """The same run about a passage with one more sentence, behind its first line and at its end."""
    document = run.request.document
    if not document:
        return run
    place = document.find("\n") + 1
    selection = run.request.selection
    if selection is not None and selection.start >= place:
        selection = Selection(selection.start + len(ASIDE), selection.end + len(ASIDE))
    words = f"{document[:place]}{ASIDE}{document[place:]}\n{ASIDE}"
    return attrs.evolve(run, request=attrs.evolve(run.request, document=words, selection=selection))


def _shifted(function: Callable[..., object]) -> Callable[..., object]:
    """One of the clock's functions, later; given a time it says what it always says."""

    def later(*given: object) -> object:
        if given and given[0] is not None:
            return function(*given)
        seconds = LATER.total_seconds()
        if function.__name__ in {"localtime", "gmtime"}:
            return function(_NOW() + seconds)
        return function() + (int(seconds * 1e9) if function.__name__.endswith("_ns") else seconds)  # type: ignore[operator]

    return later


_NOW, _MOMENT = time.time, dt.datetime


class LaterMoment(dt.datetime):
    """A moment whose now is later; ``today()`` asks :func:`time.time`, as that of a day does."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> dt.datetime:  # type: ignore[override]
        """Later than now."""
        return _MOMENT.now(tz) + LATER

    @classmethod
    def utcnow(cls) -> dt.datetime:  # type: ignore[override]
        """Later than now, in UTC without saying so."""
        return _MOMENT.now(dt.UTC).replace(tzinfo=None) + LATER
