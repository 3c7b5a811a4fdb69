"""How long a start takes, as whole processes, in processor time and by the clock: a bare Python, imports, commands.

The commands run offline on the sample novel, with a store that exists. Run: ``python benchmarks/startup.py``
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _figures import header, percentiles
from _workloads import NOVEL, environment_in, processor_ms

CHAPTER = NOVEL / "chapters" / "01-the-ferry.md"
ASKED = ["polish", "-C", str(NOVEL), "-d", str(CHAPTER), "--select", "300:420", "-i", "改得更紧。"]
CASES = {
    "python -c pass": ["-c", "pass"],
    "import click, rich": ["-c", "import click, rich.console"],
    "import underdraft": ["-c", "import underdraft"],
    "underdraft --help": ["-m", "underdraft", "--help"],
    "underdraft skills": ["-m", "underdraft", "skills", "-C", str(NOVEL)],
    "underdraft preview": ["-m", "underdraft", "preview", *ASKED],
    "underdraft run": ["-m", "underdraft", "run", *ASKED],
}
TIMES = 15


def main() -> None:
    """Print the medians of each case, and the ratio of its processor time to a bare interpreter's."""
    header("Start-up")
    bare = 0.0
    with tempfile.TemporaryDirectory() as home:
        environment = environment_in(Path(home))
        for name, arguments in CASES.items():
            used, passed = [], []
            for _ in range(TIMES + 2):
                begin, spent = time.perf_counter(), processor_ms()
                subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)
                used.append(processor_ms() - spent)
                passed.append((time.perf_counter() - begin) * 1_000)
            median = percentiles(used[2:])[0]
            bare = bare or median
            clock = f"by the clock {percentiles(passed[2:])[0]:6.0f} ms"
            print(f"{name:20} processor {median:6.0f} ms   {median / bare:5.1f} x a bare start   {clock}")


if __name__ == "__main__":
    main()
