"""The end of a run of .ci/run: what took how long, the longest tests, and each that was skipped with its reason.

``python .ci/times.py FOLDER``: FOLDER has ``parts`` (name, tab, second at which it began), ``nox.json`` (nox's report) and
``tests`` (see ``tests/parts_and_times.py``).
"""

from __future__ import annotations

import itertools
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

LIMIT_S = 900
"""Most seconds of a whole run on two quiet cores."""

LONGEST = 12
"""How many of the longest tests are named."""


def parts(folder: Path) -> list[tuple[str, float]]:
    """Each part of the run with its seconds; those of nox one by one."""
    begun = [line.split("\t") for line in (folder / "parts").read_text("utf-8").splitlines()]
    found = [(name, float(end) - float(start)) for (name, start), (_, end) in itertools.pairwise(begun)]
    if (folder / "nox.json").exists():
        sessions = json.loads((folder / "nox.json").read_text("utf-8"))["sessions"]
        found += [(f"  nox -s {one['signatures'][0]}", one["duration"]) for one in sessions]
    return found


def tests(folder: Path) -> list[dict[str, Any]]:
    """What is noted of each test, once."""
    if not (folder / "tests").exists():
        return []
    lines = map(json.loads, (folder / "tests").read_text("utf-8").splitlines())
    return list({one["test"]: one for one in lines}.values())


def show(folder: Path) -> None:
    """Print the tables."""
    total = float((folder / "parts").read_text("utf-8").split()[-1])
    print(f"\n{'seconds':>8}  what")
    for name, taken in [*parts(folder), ("all" if total <= LIMIT_S else f"all: more than {LIMIT_S}", total)]:
        print(f"{taken:8.0f}  {name}")
    noted = tests(folder)
    print(f"\n{'seconds':>8}  the longest of {len(noted)} tests")
    for one in sorted(noted, key=lambda one: -one["seconds"])[:LONGEST]:
        print(f"{one['seconds']:8.1f}  {one['test']}")
    skipped: dict[str, list[str]] = defaultdict(list)
    for one in noted:
        if one["skipped"]:
            skipped[one["skipped"]].append(one["test"])
    print(f"\n{sum(map(len, skipped.values()))} skipped")
    for reason, names in skipped.items():
        print(f"  {reason}", *(f"\n    {name}" for name in sorted(names)), sep="")


if __name__ == "__main__":
    show(Path(sys.argv[1]))
