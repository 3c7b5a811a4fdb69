"""How long a warm preview of the sample takes, each time of another request, stage by stage, against the floor.

A request has another place, instruction and query (``_workloads.py``); files, the stable prefix and the sizes of old texts are
cached, and the store holds no memories: ``compare.py`` measures previews with them. The floor is what nobody can do without: joining the same pieces, encoding them as UTF-8 and hashing
them, measured in the same run. Run: ``python benchmarks/assemble.py``
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import time
from pathlib import Path

from _figures import header, percentiles, repeat
from _workloads import request_of

import underdraft

SAMPLE = Path(__file__).parents[1] / "examples" / "novel"
TIMES = 300


def floor(preview: underdraft.Preview) -> float:
    """Median milliseconds of join + UTF-8 + SHA-256 over the prompt's own pieces."""
    pieces = [chunk.body for section in preview.prompt.sections for chunk in section.chunks]

    def work() -> str:
        return hashlib.sha256("\n\n".join(pieces).encode()).hexdigest()

    return percentiles(repeat(work, 2_000))[0]


async def measure(workspace: underdraft.Workspace, skill: str) -> None:
    """Print one skill's figures."""
    taken: list[float] = []
    used: list[float] = []
    stages: dict[str, list[float]] = {}
    for turn in range(TIMES + 20):
        begin, spent = time.perf_counter(), time.process_time()
        preview = await workspace.preview(skill, **request_of(turn))
        if turn >= 20:
            taken.append((time.perf_counter() - begin) * 1000)
            used.append((time.process_time() - spent) * 1000)
            for name, ms in preview.timings.items():
                stages.setdefault(name, []).append(ms)
    median, p95, p99 = percentiles(taken)
    base = floor(preview)
    print(
        f"{skill:18} p50 {median:6.2f} ms   p95 {p95:6.2f} ms   p99 {p99:6.2f} ms   processor {percentiles(used)[0]:6.2f} ms   "
        f"{preview.tokens:5} tokens   floor {base:.4f} ms   ratio {median / base:6.0f}"
    )
    for name, values in stages.items():
        middle, high, _ = percentiles(values)
        print(f"    {name:28} p50 {middle:6.3f}   p95 {high:6.3f}")


def main() -> None:
    """Measure four skills on the sample novel, with an open store."""
    header("Warm preview of the sample novel")
    with tempfile.TemporaryDirectory() as folder:
        workspace = underdraft.Workspace.open(SAMPLE, store=Path(folder) / "store.db")
        for skill in ("polish", "continue", "chat", "consistency-check"):
            asyncio.run(measure(workspace, skill))
        workspace.close()


if __name__ == "__main__":
    main()
