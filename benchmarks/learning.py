"""What the learner makes of scripted writers: tastes found, false ones, and after how many runs.

Five writers have hidden, consistent tastes; each edits what the model wrote by rule, on the text alone. The
random writers edit too (swap words, split and join sentences, change marks), each time differently, and judge
by the toss of a coin. The learner sees the two texts, the action and, where a writer gives one, a label.

    python benchmarks/learning.py [--runs 40] [--random 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from learning_writers import WRITERS, RandomWriter, Writer, draft

from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from underdraft import Model, ModelCall

CONFIG = 'locale = "{locale}"\nmodel = "drafts"\nembedder = "none"\n\n[project]\nid = "p"\nname = "p"\n'


class Drafts:
    """The model: a fresh draft each run, from a bank of sentences, without regard to the prompt."""

    def __init__(self, language: str, rng: random.Random) -> None:
        self.language, self.rng = language, rng

    @hookimpl
    def underdraft_model(self, name: str) -> Model | None:
        """Answer to the name ``drafts``."""
        return self if name == "drafts" else None

    async def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """One draft."""
        text = draft(self.language, self.rng)
        yield TextDelta(text=text)
        yield Reply(texts=(text,), usage=Usage(), model="drafts")


def follow(
    writer: Writer, language: str, seed: int, runs: int
) -> tuple[dict[str, int], set[str], list[float]]:
    """Let a writer work; returns {statement: run of learning}, what was retired again, and seconds a feedback."""
    rng = random.Random(seed)
    found: dict[str, int] = {}
    gone: set[str] = set()
    spent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".underdraft").mkdir()
        (root / ".underdraft" / "config.toml").write_text(CONFIG.format(locale=language), "utf-8")
        ids = itertools.count()
        with Workspace.open(
            root,
            store=root / "s.db",
            plugins=[Drafts(language, rng)],
            new_id=lambda: f"r{next(ids)}",
            trusted=True,
        ) as ws:
            for number in range(1, runs + 1):
                run = ws.run_sync("polish", document="x")
                action, final, label = writer.judge(run.text, rng)
                begin = time.perf_counter()
                ws.feedback_sync(run.id, action, final_text=final, evidence_ref=label)
                spent.append(time.perf_counter() - begin)
                live = {i.content for i in ws.store.memory.preview_injection("p").items}
                for statement in live:
                    found.setdefault(statement, number)
                gone |= set(found) - live
    return found, gone, spent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=40)
    options.add_argument("--random", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    spent = []
    print(f"{'writer':<26}{'tastes':>7}{'found':>7}{'false':>7}   learned after runs")
    hits = tastes = 0
    for make in WRITERS:
        writer = make()
        found, _, took = follow(writer, writer.language, given.seed, given.runs)
        spent += took
        wanted = writer.tastes
        right = {s: n for s, n in found.items() if s in wanted}
        wrong = {s: n for s, n in found.items() if s not in wanted}
        hits, tastes = hits + len(right), tastes + len(wanted)
        when = ", ".join(str(n) for n in sorted(right.values()))
        print(f"{writer.name:<26}{len(wanted):>7}{len(right):>7}{len(wrong):>7}   {when}")
        for statement in sorted(wanted - right.keys()):
            print(f"    missed: {statement}")
        for statement, number in wrong.items():
            print(f"    false:  {statement} (run {number})")
    for labels in (False, True):
        wrong, teachers, left = [], 0, 0
        for seed in range(given.random):
            language = ("zh", "en")[seed % 2]
            found, gone, took = follow(RandomWriter(labels=labels), language, 1000 + seed, given.runs)
            spent += took
            wrong += found
            teachers += bool(found)
            left += len(found.keys() - gone)
        name = "random, coin-toss labels" if labels else "random, edits only"
        print(
            f"{name + f' x{given.random}':<26}{0:>7}{0:>7}{len(wrong):>7}   by {teachers} of {given.random} writers; {left} never retired"
        )
        for statement in sorted(set(wrong)):
            print(f"    false:  {statement} x{wrong.count(statement)}")
    spent.sort()
    p95 = spent[int(len(spent) * 0.95)] * 1000
    print(
        f"\ntastes found: {hits} of {tastes}; one feedback with its learning: median "
        f"{statistics.median(spent) * 1000:.1f} ms, p95 {p95:.1f} ms ({len(spent)} feedbacks)"
    )


if __name__ == "__main__":
    main()
