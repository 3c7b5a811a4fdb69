"""Real processes that begin with the package's modules already imported.

For tests of what several processes do to one store, of kills and of full disks. Where the start itself is what is
tested (imports, hash seed, locale, the console script), a test runs a fresh interpreter instead.
"""

from __future__ import annotations

import multiprocessing
import os
import pkgutil
import queue
import time

import underdraft
import underdraft_plugins
from postgres import Places
from underdraft.memory.db import database

METHODS = multiprocessing.get_all_start_methods()
CONTEXT = multiprocessing.get_context("forkserver" if "forkserver" in METHODS else "spawn")
"""Makes processes, and the queues, events and barriers that they share."""

MODULES = [
    module.name
    for package in (underdraft, underdraft_plugins)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith("__main__") and not {"migrations", "litellm"} & set(module.name.split("."))
]

if CONTEXT.get_start_method() == "forkserver":
    CONTEXT.set_forkserver_preload(["alembic.command", "sqlalchemy.dialects.sqlite", *MODULES])


def start(target, *args):
    """Start a process that calls ``target``, a module's own function, in the environment of this test."""
    process = CONTEXT.Process(target=begin, args=(dict(os.environ), target, args))
    process.start()
    return process


def start_talking(target, *args):
    """As :func:`start`; the process has ``stdout`` and ``stderr``, text files that end with it."""
    pipes = [CONTEXT.Pipe(duplex=False) for _ in range(2)]
    process = start(talk, [writer for _, writer in pipes], target, args)
    process.stdout, process.stderr = (os.fdopen(os.dup(r.fileno()), encoding="utf-8") for r, _ in pipes)
    for end in [end for pipe in pipes for end in pipe]:
        end.close()
    return process


def begin(environment, target, args):
    """What the new process does first."""
    os.environ.clear()
    os.environ.update(environment)
    if "UNDERDRAFT_TEST_URL" in environment:
        database.backend_at = Places(database.backend_at, environment["UNDERDRAFT_TEST_URL"])
    target(*args)


def talk(pipes, target, args):
    """Say into pipes what the process says."""
    for pipe, number in zip(pipes, (1, 2), strict=True):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    target(*args)


def stop():
    """End the process that forks the others and wait for it, so that its time is counted as the tests'."""
    from multiprocessing import forkserver

    forkserver._forkserver._stop()


def ends_well(*processes, seconds=60):
    """Wait for processes; none may fail."""
    for process in processes:
        process.join(seconds)
    assert [process.exitcode for process in processes] == [0] * len(processes)


def answers(results, *processes, seconds=600):
    """One answer of each process out of their queue; a process that ends without one fails the test at once."""
    said, end = [], time.monotonic() + seconds
    while len(said) < len(processes):
        try:
            said.append(results.get(timeout=1))
        except queue.Empty:
            assert {process.exitcode for process in processes} <= {None, 0}, "a process broke off"
            assert time.monotonic() < end, "a process takes too long"
    ends_well(*processes)
    return said
