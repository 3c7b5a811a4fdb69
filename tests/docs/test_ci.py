"""What ``.ci/run`` looks at a part of, and what it says at its end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from parts_and_times import in_part

TIMES = Path(__file__).parents[2] / ".ci" / "times.py"


def test_each_test_belongs_to_one_part():
    """On as many days as there are parts each test has its turn, once; of a file with several each day has some."""
    days = [
        {n for n in range(10) if in_part(n, "tests/memory/db/test_jobs.py", f"{day}/4")}
        for day in range(800, 804)
    ]
    assert sorted(n for day in days for n in day) == list(range(10))
    assert min(map(len, days)) == 2
    firsts = {in_part(0, f"tests/test_{name}.py", "0/4") for name in "abcdefgh"}
    assert firsts == {True, False}


def test_the_end_of_a_run_names_times_and_skipped_tests(tmp_path):
    """Each part and session with its seconds, the longest test once, and the reason of each that was skipped."""
    (tmp_path / "parts").write_text("README: tests\t0\nthe sessions\t290\nthe end\t901\n", "utf-8")
    session = {"signatures": ["newcomer-3.12"], "duration": 61.4}
    (tmp_path / "nox.json").write_text(json.dumps({"sessions": [session]}), "utf-8")
    noted = [
        {"test": "a.py::slow", "seconds": 4.25, "skipped": None},
        {"test": "a.py::absent", "seconds": 0, "skipped": "needs PgBouncer"},
    ]
    (tmp_path / "tests").write_text("".join(json.dumps(one) + "\n" for one in noted * 2), "utf-8")
    command = [sys.executable, TIMES, tmp_path]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.split("\n")
    assert said[2:7] == [
        "     290  README: tests",
        "     611  the sessions",
        "      61    nox -s newcomer-3.12",
        "     901  all: more than 900",
        "",
    ]
    assert said[7:] == [
        " seconds  the longest of 2 tests",
        "     4.2  a.py::slow",
        "     0.0  a.py::absent",
        "",
        "1 skipped",
        "  needs PgBouncer",
        "    a.py::absent",
        "",
    ]
