"""How long a start takes, as whole processes: ``import underdraft``, ``--help``, ``skills``, a bare Python.

Run: ``python benchmarks/startup.py``
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from _figures import header, percentiles, repeat

CASES = {
    "python -c pass": ["-c", "pass"],
    "import underdraft": ["-c", "import underdraft"],
    "import click, rich": ["-c", "import click, rich.console"],
    "underdraft --help": ["-m", "underdraft", "--help"],
    "underdraft skills": ["-m", "underdraft", "skills"],
}


def main() -> None:
    """Print the median of each case and its ratio to a bare interpreter."""
    header("Start-up")
    bare = 0.0
    for name, arguments in CASES.items():
        work = partial(subprocess.run, [sys.executable, *arguments], check=True, capture_output=True)
        median, p95, _ = percentiles(repeat(work, 15, warm=2))
        bare = bare or median
        print(f"{name:20} p50 {median:6.0f} ms   p95 {p95:6.0f} ms   {median / bare:4.1f} x a bare start")


if __name__ == "__main__":
    main()
