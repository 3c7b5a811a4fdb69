"""Runs a second of one process whose threads run at once, no two requests alike, with a stand-in for the model.

One workspace, ``polish`` on the sample novel, each run with its record and what it leaves to the background. The
threads take turns with one thread alone, so that a machine that slows down slows both.

Run: ``python benchmarks/threads.py [--threads 8] [--seconds 8]``
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
from pathlib import Path

from _figures import header
from _workloads import NOVEL, reply_to, request_of

import underdraft
from underdraft.testing import FakeModel

TURNS = 3
REPLIES = 4_000


def runs_a_second(workspace: underdraft.Workspace, threads: int, seconds: float, first: int) -> float:
    """How many runs end in a second."""
    done = [0] * threads
    begin = time.monotonic()

    def work(place: int) -> None:
        while time.monotonic() < begin + seconds:
            workspace.run_sync("polish", **request_of(first + place + threads * done[place]))
            done[place] += 1

    started = [threading.Thread(target=work, args=(place,)) for place in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    return sum(done) / (time.monotonic() - begin)


def main() -> None:
    """Print the medians."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--threads", type=int, default=8)
    asked.add_argument("--seconds", type=float, default=8.0)
    options = asked.parse_args()
    model = FakeModel(*map(reply_to, range(REPLIES)), name="gpt-4o")
    taken: dict[int, list[float]] = {1: [], options.threads: []}
    with (
        tempfile.TemporaryDirectory() as folder,
        underdraft.Workspace.open(
            NOVEL, store=Path(folder) / "store.db", plugins=[model], model="gpt-4o"
        ) as workspace,
    ):
        runs_a_second(workspace, 1, 1.0, 100_000)
        for turn in range(TURNS):
            for threads, figures in taken.items():
                figures.append(
                    runs_a_second(workspace, threads, options.seconds, 10_000 * (turn * 10 + threads))
                )
    header("Runs a second of one process")
    for threads, figures in taken.items():
        print(f"{threads:3} threads {statistics.median(figures):8.1f}")


if __name__ == "__main__":
    main()
