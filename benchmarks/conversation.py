"""Does a 500-turn session stay as quick and as small as at its start?

Every turn is a whole run (fetch, assemble, a model that answers at once, record, transcript) with recall
by words; the work behind the replies goes on meanwhile. Printed is a line for every 50 turns. At the end
the transcript is compared with what was sent, message by message. Run: ``python benchmarks/conversation.py``
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from _figures import header

import underdraft
from underdraft.testing import FakeModel

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 500
STEP = max(1, TURNS // 10)


def said(turn: int) -> str:
    """What the writer types: mostly questions, now and then a fact or a preference."""
    if turn % 25 == 0:
        return f"记住：第{turn}号灯笼挂在{turn}号码头。"
    return f"第{turn}场戏里，沈砚走到{turn % 40}号码头，接下去该怎么写？"


def session(block: int, folder: Path) -> None:
    """Run one session and print its curve."""
    replies = [f"第{n}场可以先写雾，再写人。" + "让她停一停，听见缆绳响。" * 4 for n in range(TURNS)]
    model = FakeModel(*replies, name="gpt-4o")
    store = folder / f"{block}.db"
    with underdraft.Workspace.open(
        NOVEL, store=store, plugins=[model], model=model.name, embedder="none"
    ) as ws:
        ws.invoke_sync("memory:settings:update", {"patch": {"memory.window_block": block}})
        ws.preview_sync("chat", instruction="热身")
        taken: list[float] = []
        worked: list[float] = []
        sizes: list[int] = []
        sent: list[underdraft.Message] = []
        strange = 0
        print(
            "  turns        ms p50    ms p95   ms of CPU   prompt tokens   earlier messages   ms history   ms record   store KiB"
        )
        for turn in range(TURNS):
            begin, spent = time.perf_counter(), time.process_time()
            run = ws.run_sync("chat", instruction=said(turn), session_id="s")
            taken.append((time.perf_counter() - begin) * 1000)
            worked.append((time.process_time() - spent) * 1000)
            sizes.append(run.preview.tokens)
            history = run.preview.prompt.history
            strange += list(history) != sent[len(sent) - len(history) :]
            sent += [run.preview.messages[-1], underdraft.Message(role="assistant", content=run.text)]
            if (turn + 1) % STEP == 0:
                ranked = sorted(taken[-STEP:])
                size = sum(f.stat().st_size for f in folder.glob(f"{block}.db*")) // 1024
                print(
                    f"  {turn + 2 - STEP:4}-{turn + 1:4}   {statistics.median(ranked):8.1f}   {ranked[int(STEP * 0.95) - 1]:7.1f}"
                    f"   {statistics.median(worked[-STEP:]):9.1f}"
                    f"   {statistics.median(sizes[-STEP:]):13.0f}   {len(history):16}"
                    f"   {run.timings['fetch.conversation']:10.1f}   {run.timings['record']:9.1f}   {size:9}"
                )
        ws.store.conversation.worker.drain(whole=True)
        stored = ws.store.conversation.transcript.list("s", "lantern-harbour", limit=2_000).items
        agree = [(m.role, m.content) for m in stored] == [(m.role, m.content) for m in sent[:2_000]]
        facts = ws.invoke_sync("atomic:list", {"projectId": "lantern-harbour", "limit": 1000})["data"][
            "items"
        ]
    for name, values in (("time", taken), ("CPU time, with the work behind the replies,", worked)):
        second, last = statistics.median(values[STEP : 2 * STEP]), statistics.median(values[-STEP:])
        print(
            f"  {name} of the last {STEP} turns against turns {STEP + 1} to {2 * STEP}: x{last / second:.2f}"
        )
    print(
        f"  largest prompt of the second half against the first: x{max(sizes[TURNS // 2 :]) / max(sizes[: TURNS // 2]):.2f}"
    )
    print(
        f"  transcript and what was sent agree: {agree}; histories that were not its tail: {strange}; facts learned: {len(facts)}\n"
    )
    if not agree or strange:
        raise SystemExit("transcript and window disagree")


def main() -> None:
    """Both policies."""
    header(f"A session of {TURNS} turns, context_limit 20")
    with tempfile.TemporaryDirectory() as folder:
        for block, policy in ((0, "round"), (10, "block of 10")):
            print(f"policy {policy}")
            session(block, Path(folder))


if __name__ == "__main__":
    main()
