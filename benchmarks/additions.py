"""What a memory that is learned in a session costs the prompt cache, and when the model first sees it.

A 60-turn session with the sample novel, 45 seconds a turn; every four turns a memory is added. Three policies: each
addition enters the prefix at once, as libraries that render memories into the system message do; the prefix is frozen
for the session, as Hermes does; and ours, where additions stand behind the prefix until its cache is cold. The providers'
rules predict what each request reads from the cache; with ``--engine`` llama.cpp (``xllamacpp``) reports it.
Run: ``python benchmarks/additions.py [--engine] [--turns N]``
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import attrs
from _figures import header
from _tiny_model import make_model
from kv import Engine

import underdraft
from cache import NOVEL, questions
from underdraft.cache.blame import family_of, sent_by
from underdraft.cache.prices import prices_of
from underdraft.cache.provider_rules import rules_for
from underdraft.cache.simulator import CacheSimulator, TextRuler
from underdraft.testing import FakeModel
from underdraft.text.tokens import counter_for
from underdraft.types.run import RunRecord

MODELS = ("claude-sonnet-4-5", "gpt-4.1", "gemini/gemini-2.5-flash", "deepseek/deepseek-chat")
POLICIES = ("at_once", "frozen", "when_cold")
EVERY, SECONDS = 4, 45
BEGIN = datetime.fromisoformat("2026-01-02T10:00:00.000+00:00")


@attrs.frozen
class Session:
    """The runs of a session, and after how many turns each addition was first sent (``None``: never)."""

    runs: Sequence[RunRecord]
    seen: Sequence[int | None]


def session(model_name: str, policy: str, turns: int, family: str = "") -> Session:
    """Run one session; with a frozen prefix the additions are made after it."""
    now = [BEGIN]
    model = FakeModel(*(f"这要看{q[:6]}怎么写。" * 12 for q in questions()), name=model_name)
    with tempfile.TemporaryDirectory() as folder:
        files = {
            path.relative_to(NOVEL).as_posix(): path.read_text(encoding="utf-8")
            for path in NOVEL.rglob("*.md")
            if path.is_file()
        }
        config = (NOVEL / ".underdraft" / "config.toml").read_text(encoding="utf-8")
        updates = "when_cold" if policy == "when_cold" else "at_once"
        extra = f'prefix_updates = "{updates}"\n' + (f'cache_family = "{family}"\n' if family else "")
        files[".underdraft/config.toml"] = extra + config
        with underdraft.Workspace.open(
            files=files,
            store=Path(folder) / "s.db",
            plugins=[model],
            model=model_name,
            clock=lambda: now[0].isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        ) as ws:
            patch = {"memory.rag_top_n": 0, "memory.enable_extraction": False}
            ws.invoke_sync("memory:settings:update", {"patch": patch})
            for number in range(7):
                ws.memory.create(type="preference", content=f"对白要短，第{number}条。")
            runs, added = [], []
            for turn, question in enumerate(questions()[:turns]):
                now[0] += timedelta(seconds=SECONDS)
                if turn and turn % EVERY == 0:
                    added.append((turn, f"少用比喻，第{turn}轮起。"))
                    if policy != "frozen":
                        ws.memory.create(type="preference", content=added[-1][1])
                runs.append(ws.run_sync("chat", instruction=question, session_id="s"))
    seen = [
        next((n - turn + 1 for n in range(turn, turns) if text in str(runs[n].preview.messages)), None)
        for turn, text in added
    ]
    return Session(runs, seen)


@attrs.frozen
class Cost:
    """What the input of a session costs after its first request."""

    share: float
    usd: float
    plain: float


def predicted(runs: Sequence[RunRecord]) -> Cost:
    """The cached share of all input, US dollars, and these as a share of the price without a cache."""
    model = runs[0].preview.model
    simulator = CacheSimulator(rules_for(model, family_of(runs[0])), TextRuler(counter_for(model).count))
    uses = [simulator.send(sent_by(run)) for run in runs][1:]
    sent, read = (sum(getattr(use, name) for use in uses) for name in ("tokens", "cached_tokens"))
    written = sum(use.written_tokens for use in uses)
    prices = prices_of(model)
    assert prices is not None
    paid = read * prices.read_usd + written * prices.write_usd + (sent - read - written) * prices.input_usd
    return Cost(read / sent, paid / 1e6, paid / (sent * prices.input_usd))


def first_seen(seen: Sequence[int | None]) -> str:
    """After how many turns additions are first sent."""
    known = sorted({turn for turn in seen if turn is not None})
    return "never in the session" if not known else ", ".join(map(str, known))


def main() -> None:
    """Measure, and fail where an addition is late or costs the prefix."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--engine", action="store_true")
    parser.add_argument("--turns", type=int, default=60)
    asked = parser.parse_args()
    header(f"{asked.turns} turns, a memory added every {EVERY}: cached share, cost, first seen after (turns)")
    if asked.engine:
        measure_engine(asked.turns)
        return
    for model in MODELS:
        for policy in POLICIES:
            made = session(model, policy, asked.turns)
            cost = predicted(made.runs)
            prefixes = len({run.stable_prefix_hash for run in made.runs})
            print(
                f"{model:26} {policy:10} cached {100 * cost.share:5.1f} %   ${cost.usd:6.3f} "
                f"({100 * cost.plain:4.1f} % of the plain price)   prefixes {prefixes:2}   "
                f"first seen after: {first_seen(made.seen)}"
            )
            if policy == "when_cold" and (prefixes != 1 or set(made.seen) != {1}):
                raise SystemExit("an addition was late, or changed a warm prefix")


def measure_engine(turns: int) -> None:
    """The same on llama.cpp with a tiny model: cached tokens as it reports them."""
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder) / "tiny.gguf"
        make_model(weights)
        engine = Engine(weights)
        for policy in POLICIES:
            made = session("llamafile/any", policy, turns)
            answers = [engine.answer(run.preview.messages) for run in made.runs][1:]
            sent, cached = sum(a[0] for a in answers), sum(a[1] for a in answers)
            print(
                f"llama.cpp {policy:10} cached {cached:9,} of {sent:9,} ({100 * cached / sent:5.1f} %)   "
                f"first seen after: {first_seen(made.seen)}"
            )


if __name__ == "__main__":
    main()
