"""Shared by the benchmarks: time a call many times and say what came out."""

from __future__ import annotations

import platform
import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["header", "percentiles", "repeat"]


def repeat(work: Callable[[], object], times: int, *, warm: int = 5) -> list[float]:
    """Milliseconds of each of ``times`` calls, after ``warm`` that do not count."""
    for _ in range(warm):
        work()
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begin) * 1000)
    return taken


def percentiles(taken: list[float]) -> tuple[float, float, float]:
    """Median, 95th and 99th percentile of the milliseconds."""
    ranked = sorted(taken)
    return (
        statistics.median(ranked),
        ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))],
        ranked[min(len(ranked) - 1, int(len(ranked) * 0.99))],
    )


def header(title: str) -> None:
    """Say what is measured and where."""
    print(f"{title}\nPython {platform.python_version()}, {platform.system()} {platform.machine()}\n")
