"""The same prompt assembled by other libraries, by plain Python and by Underdraft, in one run.

2,000 characters of rules, 20 preferences, 5 of 1,000 notes recalled by vector, a window of 10 messages and a
selection of 2,000 characters; no model is called, and every text's vector is at hand, so that only
assembling is timed; first with another passage in each request (for Underdraft another query, too), as writers ask, then with
the same one. What is cached: each library's own index and templates, Underdraft's prefix, the sizes of texts. Every
prompt is checked for the right contents. The libraries come with the extra ``bench``; one that is not installed is named and passed over.

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
) -> dict[str, list[tuple[float, float]]]:
    """Milliseconds of each adapter, passed and of processor time; they take turns, each round's last prompt is checked."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in adapters}
    each = times // ROUNDS
    for turn in range(ROUNDS):
        works = [work_of(turn * each + number) for number in range(each)]
        for name, adapter in adapters.items():
            for work in works:
                adapter.work = work
                begin, used = time.perf_counter(), time.process_time()
                prompt = adapter.assemble()
                spent = time.process_time() - used
                taken[name].append(((time.perf_counter() - begin) * 1_000, spent * 1_000))
            check(works[-1], prompt)
    return taken


def show(what: str, taken: Mapping[str, list[tuple[float, float]]]) -> None:
    """Print one table."""
    figures = {}
    for name, values in taken.items():
        passed, used = zip(*values, strict=True)
        figures[name] = (*percentiles(list(passed))[:2], percentiles(list(used))[0])
    base, _, base_used = figures["plain Python"]
    print(f"\n{what}\n{'':14}{'p50':>9}{'p95':>9}{'x plain':>9}{'processor':>12}{'x plain':>9}")
    for name, (median, high, used) in sorted(figures.items(), key=lambda item: item[1]):
        ratios = f"{median / base:9.1f}{used:12.2f}{used / base_used:9.1f}"
        print(f"{name:14}{median:9.2f}{high:9.2f}{ratios}")


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
