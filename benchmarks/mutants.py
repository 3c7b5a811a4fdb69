"""Whether the tests notice small faults: a sample of mutants a room, each judged by its mirrored test file alone.

Cosmic Ray makes the mutants, in a copy of the tree; ``pipeline/underdraft/run/trim.py`` is judged by
``tests/run/test_trim.py``. A mutant is caught if a test fails, or if the tests do not end in time; it survives if all
pass, or if there is no such test file. The rates must not fall: ``mutants.json`` has those of the last look.
Run it on a tree whose tests pass (``nox -s mutants``); it takes most of an hour.
"""

from __future__ import annotations

import argparse
import compileall
import json
import math
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _mutants import Mutant, sample

ROOT = Path(__file__).parents[1]
ROOMS = ("run", "memory", "learning", "service")
SEED = 1
LIMIT_S = 75
"""Most seconds for the tests of one mutant; the slowest of these files takes 10 s alone."""

WARM = (
    *("pytest", "hypothesis.strategies", "schemathesis.pytest.plugin", "anyio.pytest_plugin", "xdist.plugin"),
    *("syrupy", "time_machine", "uvicorn", "httpx", "cattrs", "yaml", "toktok", "pysqlite3"),
    *("rapidfuzz.distance", "rapidfuzz.fuzz", "sqlalchemy.dialects.sqlite", "underdraft.testing"),
    *("underdraft.workspace", "underdraft.channels", "underdraft.memory.store", "underdraft.service.app"),
)
"""What each test process finds imported; the package itself is imported again from the copy."""

TABLE = re.compile(r"(<!-- mutants -->\n).*?(\n<!-- /mutants -->)", re.DOTALL)
"""Where README.md has the rates."""

NOTHING = {"rate": 0.0, "of": 1}
"""The rate of a room that was never looked at."""

RATES, README = (Path(__file__).with_name(name) for name in ("mutants.json", "README.md"))


def mirrored(tree: Path, path: Path) -> Path:
    """Return the test file that mirrors a source file; that of a folder's ``__init__`` has the folder's name."""
    inner = path.relative_to(tree / "pipeline/underdraft")
    if inner.parent.name == "schema":  # tables without a line of logic
        return tree / "tests/memory/db/test_migrate.py"
    name = inner.parent.name if inner.stem == "__init__" else inner.stem
    return tree / "tests" / inner.parent / f"test_{name}.py"


def run_tests(tree: Path, file: str) -> None:
    """Run a test file in this process, which ends with pytest's exit status; nothing of the package is imported yet."""
    os.setsid()
    os.chdir(tree)
    # Not from the checkout, and not beside this script, where there is another `service`.
    known = [folder for folder in sys.path if not folder.startswith(str(ROOT))]
    sys.path[:] = [f"{tree}/pipeline", f"{tree}/plugins", *known]
    for name in [name for name in sys.modules if name.split(".")[0] in {"underdraft", "underdraft_plugins"}]:
        del sys.modules[name]
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - a device
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    import pytest

    # Rewritten assertions would be compiled anew each time, and those of the package with them.
    os._exit(pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", "--assert=plain", file]))


def exit_status(tree: Path, test: Path) -> int | None:
    """The exit status of pytest for this file; None if it was killed at its time limit."""
    process = multiprocessing.get_context("forkserver").Process(target=run_tests, args=(tree, str(test)))
    process.start()
    process.join(LIMIT_S)
    late = process.exitcode is None
    with suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)  # also what the tests started
    process.join()
    return None if late else process.exitcode


def survives(tree: Path, mutant: Mutant) -> tuple[bool, str]:
    """Whether the mirrored test file passes with the mutant, and the changed line or the reason."""
    test, source = mirrored(tree, mutant.path), mutant.path.read_text(encoding="utf-8")
    changed = mutant.changed() or ""
    pairs = zip(source.splitlines(), changed.splitlines(), strict=False)
    words = next((f"{old.strip()} -> {new.strip()}" for old, new in pairs if old != new), mutant.operator)
    if not test.exists():
        return True, f"{words} (no {test.relative_to(tree)})"
    mutant.path.write_text(changed, encoding="utf-8")
    try:
        status = exit_status(tree, test)
    finally:
        mutant.path.write_text(source, encoding="utf-8")
    if status not in {0, 1, None} and exit_status(tree, test) != 0:
        sys.exit(f"{test.relative_to(tree)} does not pass as it is")
    return status == 0, words


def copied(folder: Path) -> Path:
    """A copy of the tree as it stands, from which every process imports the package."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith("benchmarks/data"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    compileall.compile_dir(folder, quiet=2)  # or each process would, where no bytecode is written
    os.environ |= {"PYTHONPATH": f"{folder}/pipeline:{folder}/plugins", "OPENBLAS_NUM_THREADS": "1"}
    return folder


def share_caught(tree: Path, room: str, size: int, seed: int) -> float:
    """The share of a room's sample that is caught, 0 to 1; prints each mutant with its fate."""
    mutants, caught = sample(tree, room, size, seed), 0
    for mutant in mutants:
        alive, words = survives(tree, mutant)
        caught += not alive
        place = f"{mutant.path.relative_to(tree)}:{mutant.line}"
        print("survived" if alive else "caught", f"{place}: {words}", flush=True)
    return caught / len(mutants)


def write_table(rates: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the rates into README.md of this folder."""
    rows = [
        f"| `{room}` | {at['rate']:.0%} of {at['of']} | {at['date']} | {at['seed']} |"
        for room, at in rates.items()
    ]
    table = "\n".join(("| room | caught | date | seed |", "| --- | --- | --- | --- |", *rows))
    text = README.read_text(encoding="utf-8")
    README.write_text(TABLE.sub(lambda found: found[1] + table + found[2], text), encoding="utf-8")


def main() -> None:
    """Judge the sample of each room; fail if a room fell by more than two standard errors of its kept rate."""
    options = argparse.ArgumentParser(description="Judge the tests by small faults.")
    options.add_argument("rooms", nargs="*", default=ROOMS)
    options.add_argument("--sample", type=int, default=60, help="mutants a room")
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--write", action="store_true", help="keep rates that are no lower than before")
    chosen = options.parse_args()
    kept, fallen = json.loads(RATES.read_text(encoding="utf-8")), []
    multiprocessing.get_context("forkserver").set_forkserver_preload([*WARM])
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(Path(folder))
        for room in chosen.rooms:
            rate, last = share_caught(tree, room, chosen.sample, chosen.seed), kept.get(room, NOTHING)
            error = 2 * math.sqrt(last["rate"] * (1 - last["rate"]) / last["of"])
            print(f"== {room}: {rate:.2f} of {chosen.sample}; kept {last['rate']:.2f}, error {error:.2f}")
            if rate < last["rate"] - error:
                fallen.append(room)
            elif rate >= last["rate"]:
                today = datetime.now(UTC).date().isoformat()
                kept[room] = {"rate": round(rate, 3), "of": chosen.sample, "seed": chosen.seed, "date": today}
    if chosen.write:
        RATES.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
        write_table(kept)
    if fallen:
        sys.exit(f"fewer mutants are caught than before in: {', '.join(fallen)}")


if __name__ == "__main__":
    main()
