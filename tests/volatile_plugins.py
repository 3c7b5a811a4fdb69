"""Ten ways in which a plugin's words can depend on something else than the content, each with the world it changes in."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import os
import random
import time
import uuid
from pathlib import Path

import attrs
import pytest
import time_machine

START = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)


@attrs.define
class Volatile:
    """Words, and a world that changes from run to run."""

    words: object
    at: object = attrs.field(default=lambda _: contextlib.nullcontext())


@contextlib.contextmanager
def later(number):
    """Some days and hours later."""
    with time_machine.travel(START + dt.timedelta(days=number, hours=number), tick=False):
        yield


@contextlib.contextmanager
def elsewhere(number):
    """In another folder, environment and process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEATHER", f"w{number}")
        patch.setattr(os, "getpid", lambda: 1_000 + number)
        patch.chdir(Path(__file__).parents[number % 3])
        yield


def counter():
    """One more each time."""
    numbers = itertools.count()
    return Volatile(lambda _: f"number {next(numbers)}")


VOLATILE = {
    "the clock": lambda: Volatile(lambda _: f"at {int(time.time()) // 60}", later),
    "the date": lambda: Volatile(lambda _: f"on {dt.date.today():%A %d}", later),  # noqa: DTZ011
    "the environment": lambda: Volatile(lambda _: f"in {os.environ.get('WEATHER', '')}", elsewhere),
    "the working directory": lambda: Volatile(lambda _: f"in {Path.cwd().name}", elsewhere),
    "the process": lambda: Volatile(lambda _: f"by {os.getpid()}", elsewhere),
    "the passage": lambda: Volatile(
        lambda run: f"of {len(run.request.document)} {run.request.document[-8:]}"
    ),
    "chance": lambda: Volatile(lambda _: f"odds {random.random():.6f}"),  # noqa: S311
    "a new id": lambda: Volatile(lambda _: f"id {uuid.uuid4().hex[:6]}"),
    "a counter": counter,
    "the run": lambda: Volatile(lambda run: f"run {run.run_id[-6:]}"),
}
