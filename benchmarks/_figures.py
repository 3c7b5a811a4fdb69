"""Shared by the benchmarks: time a call many times, count shares, and say what came out."""

from __future__ import annotations

import platform
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Share(NamedTuple):
    """So many of so many; those of several hands are added count by count."""

    part: float = 0
    whole: float = 0

    def __add__(self, other: object) -> Share:
        """Both together."""
        assert isinstance(other, Share)
        return type(self)(self.part + other.part, self.whole + other.whole)

    def __str__(self) -> str:
        return f"{self.part / self.whole:.2f} ({self.part:g}/{self.whole:g})" if self.whole else "-"


class Mean(Share):
    """So much over so many."""

    def __str__(self) -> str:
        return f"{self.part / self.whole:.1f}" if self.whole else "-"


def table(rows: Mapping[str, Mapping[str, int | Share]]) -> str:
    """The rows by hand as a table with a last row of sums."""
    *_, first = rows.values()
    lines = [["", *first]]
    lines += [[hand, *map(str, row.values())] for hand, row in rows.items()]
    lines.append(["all", *(str(added([row[name] for row in rows.values()])) for name in first)])
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    return "\n".join("  ".join(c.rjust(w) for c, w in zip(line, widths, strict=True)) for line in lines)


def added(figures: Sequence[int | Share]) -> int | Share:
    """The sum of one column."""
    total = figures[0]
    for figure in figures[1:]:
        total = total + figure
    return total


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
