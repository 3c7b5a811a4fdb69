"""What ``.ci/run`` asks of a run of tests: a part of them, and a note of what each took or why it was skipped.

``--part 2/4`` keeps each fourth test of a file; which one comes first follows from the file's name, so that each day has
some of the long ones. ``UNDERDRAFT_TEST_NOTES`` names the file that notes are added to, a line of JSON a test.
"""

from __future__ import annotations

import json
import os
import zlib
from collections import defaultdict
from pathlib import Path

import pytest

NOTES = "UNDERDRAFT_TEST_NOTES"
seconds: dict[str, float] = defaultdict(float)
"""What each test has taken in this process, set-up and clearing away counted."""

reasons: dict[str, str] = {}
"""Why tests, or files of tests, were skipped."""


def in_part(place: int, file: str, part: str) -> bool:
    """Whether a file's test at this place, from 0, belongs to a part such as ``2/4``."""
    number, of = (int(one) for one in part.split("/"))
    return (place + zlib.crc32(file.encode())) % of == number % of


@pytest.hookimpl(trylast=True)  # of those that are left by -m and -k
def pytest_collection_modifyitems(config, items):
    """Leave out what is not in this part."""
    places: dict[str, int] = defaultdict(int)
    kept, left = [], []
    for item in items:
        file = item.nodeid.partition("::")[0]
        (kept if in_part(places[file], file, config.option.part) else left).append(item)
        places[file] += 1
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def note(report):
    """Keep what a report says."""
    if report.skipped and isinstance(report.longrepr, tuple):
        reasons[report.nodeid] = report.longrepr[2].removeprefix("Skipped: ")
    seconds[report.nodeid] += getattr(report, "duration", 0.0)


pytest_runtest_logreport = pytest_collectreport = note


def pytest_sessionfinish():
    """Write down what was kept; each process adds its own tests, and the one above them all."""
    if place := os.environ.get(NOTES):
        lines = [
            json.dumps({"test": test, "seconds": round(taken, 2), "skipped": reasons.get(test)}) + "\n"
            for test, taken in seconds.items()
            if "::" in test or test in reasons
        ]
        with Path(place).open("a", encoding="utf-8") as notes:
            notes.write("".join(lines))
