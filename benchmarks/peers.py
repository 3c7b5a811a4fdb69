"""The same prompt assembled by other libraries, by plain Python and by Underdraft, in one run.

2,000 characters of rules, 20 preferences, 5 of 1,000 notes recalled by vector, a window of 10 messages and a
selection of 2,000 characters; no model is called, and every text's vector is at hand, so that only
assembling is timed; first with another passage in each request, as writers ask, then with the same one. Every prompt is checked for the right contents. The libraries come with the extra
``bench``; one that is not installed is named and passed over.

Run: ``python benchmarks/peers.py [--notes 1000] [--times 200]``
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from _figures import header, percentiles
from _peer_adapters import BanksTemplate, HaystackPipeline, LangChainLCEL, LlamaIndexChat, Mem0Search
from _peer_own import PlainPython, UnderdraftPreview
from _peer_work import Adapter, Work, check, make

ADAPTERS: tuple[tuple[str, str, Callable[[Work, Path], Adapter]], ...] = (
    ("plain Python", "pluggy", PlainPython),
    ("Underdraft", "underdraft", UnderdraftPreview),
    ("banks", "banks", BanksTemplate),
    ("mem0", "mem0", Mem0Search),
    ("LangChain", "langchain_core", LangChainLCEL),
    ("LlamaIndex", "llama_index", LlamaIndexChat),
    ("Haystack", "haystack", HaystackPipeline),
)
ROUNDS = 4
"""The adapters take turns, so that a machine that slows down slows all of them."""


def time_by_turns(
    adapters: Mapping[str, Adapter], times: int, work_of: Callable[[int], Work]
) -> dict[str, list[float]]:
    """Milliseconds of each adapter, which take turns; the last prompt of each round is checked."""
    taken: dict[str, list[float]] = {name: [] for name in adapters}
    each = times // ROUNDS
    for turn in range(ROUNDS):
        works = [work_of(turn * each + number) for number in range(each)]
        for name, adapter in adapters.items():
            for work in works:
                adapter.work = work
                begin = time.perf_counter()
                prompt = adapter.assemble()
                taken[name].append((time.perf_counter() - begin) * 1_000)
            check(works[-1], prompt)
    return taken


def show(what: str, taken: Mapping[str, list[float]]) -> None:
    """Print one table."""
    base = percentiles(taken["plain Python"])[0]
    print(f"\n{what}\n{'':14}{'p50':>9}{'p95':>9}{'x plain':>9}")
    for name, values in sorted(taken.items(), key=lambda item: percentiles(item[1])[0]):
        median, high, _ = percentiles(values)
        print(f"{name:14}{median:9.2f}{high:9.2f}{median / base:9.1f}")


def main() -> None:
    """Assemble, check, time, print one table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--notes", type=int, default=1_000)
    asked.add_argument("--times", type=int, default=200)
    options = asked.parse_args()
    work = make(options.notes)
    header(f"One prompt with {options.notes} notes: milliseconds to assemble")
    with tempfile.TemporaryDirectory() as folder:
        adapters: dict[str, Adapter] = {}
        for name, module, start in ADAPTERS:
            if importlib.util.find_spec(module) is None:
                print(f"{name}: not installed, passed over (pip install underdraft[bench])")
                continue
            place = Path(folder) / name.replace(" ", "-")
            place.mkdir()
            adapters[name] = start(work, place)
            check(work, adapters[name].assemble())
        show("another passage each time", time_by_turns(adapters, options.times, work.of_request))
        show("the same request each time", time_by_turns(adapters, options.times, lambda _: work))
        for adapter in adapters.values():
            adapter.close()


if __name__ == "__main__":
    main()
