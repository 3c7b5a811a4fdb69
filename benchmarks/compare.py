"""Processor time of two commits side by side, in one run: a regression is seen before it lands.

Each commit works in a process of its own on the same workloads (``_workloads.py``, this checkout's); the two take turns, a batch
each, so that a machine that slows down slows both. Printed are the medians of the batches, in milliseconds of processor
time a request, and the median of the ratios of batches that ran side by side, with its quartiles. ``.`` is the
checkout as it is.

Run: ``python benchmarks/compare.py BEFORE [AFTER] [--only peers,run]``
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from _figures import header
from _workloads import WORKLOADS, EmbedderClock, processor_ms

ROOT = Path(__file__).parents[1]
BATCH, WARM, TURNS = 10, 12, 21
OF_PROCESSES = 1
"""Requests in a batch of commands, each of which is a process."""


def work(name: str) -> None:
    """The child: answer a batch for each line that comes, and print what a request took."""
    batch = OF_PROCESSES if name.endswith("command") else BATCH
    turn = 0
    embedder = EmbedderClock()
    with tempfile.TemporaryDirectory() as folder, WORKLOADS[name](Path(folder)) as ask:
        for turn in range(WARM if batch > 1 else 1):
            ask(turn)
        print("ready", flush=True)
        for _ in sys.stdin:
            begin, embedded = processor_ms(), embedder.taken_ms
            for _ in range(batch):
                turn += 1
                ask(turn)
            taken = (processor_ms() - begin) / batch
            print(taken, (embedder.taken_ms - embedded) / batch, flush=True)


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """A checkout of the commit."""
    if commit == ".":
        yield ROOT
        return
    git = ["git", "-C", str(ROOT), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run([*git, "add", "--detach", "--quiet", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextmanager
def worker(tree: Path, name: str) -> Iterator[subprocess.Popen[str]]:
    """A process that works with the package of a checkout."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((f"{tree}/pipeline", f"{tree}/plugins"))}
    command = [sys.executable, __file__, "--work", name]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.stdin.close()  # type: ignore[union-attr]


def batch_of(process: subprocess.Popen[str]) -> tuple[float, float]:
    """Milliseconds of one batch, and of them the embedder's."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    whole, embedder = map(float, process.stdout.readline().split())
    return whole, embedder


def compare(name: str, trees: list[Path], turns: int) -> None:
    """Print one workload's line."""
    with ExitStack() as stack:
        workers = [stack.enter_context(worker(tree, name)) for tree in trees]
        taken: list[list[tuple[float, float]]] = [[] for _ in workers]
        for turn in range(turns):
            for place in (range(len(workers)), reversed(range(len(workers))))[turn % 2]:
                taken[place].append(batch_of(workers[place]))
    own = [[whole - embedder for whole, embedder in batches] for batches in taken]
    line = "".join(f"{statistics.median(values):10.2f}" for values in own)
    ratios = sorted(after / before for before, after in zip(own[0], own[-1], strict=True))
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    embedder_ms = statistics.median(embedder for _, embedder in taken[-1])
    print(f"{name:16}{line}   x{middle:.2f} ({low:.2f} to {high:.2f}){embedder_ms:10.2f}", flush=True)


def main() -> None:
    """Compare, or work for another process that does."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("commits", nargs="*", default=["."])
    asked.add_argument("--only", default=",".join(WORKLOADS))
    asked.add_argument("--turns", type=int, default=TURNS)
    asked.add_argument("--work", help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.work:
        work(options.work)
        return
    commits = options.commits if len(options.commits) > 1 else [*options.commits, "."]
    header("Processor time of a request, in ms, each another one; that of the embedder apart")
    print(f"{'':16}" + "".join(f"{commit[:8]:>10}" for commit in commits) + f"{'ratio':>24}{'embedder':>14}")
    with ExitStack() as stack:
        trees = [stack.enter_context(tree_of(commit)) for commit in commits]
        for name in options.only.split(","):
            compare(name, trees, options.turns)


if __name__ == "__main__":
    main()
