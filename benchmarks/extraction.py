"""How well the extractor without a model does on labelled turns, and what the firewall keeps out.

Run: ``python benchmarks/extraction.py``. The turns (``extraction_turns.jsonl``) were written before the
extractor's patterns were widened: on the first run over them it had precision 0.97 and recall 0.58; what
is printed now is therefore a figure on known turns, not on new ones. Half of them are noise.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import header, percentiles, repeat

from underdraft import CandidateMemory, Turn
from underdraft.memory.facts.echo_guard import ECHO_SHARE, RUN, is_echo, refusal, tokens_of
from underdraft_plugins.explicit import explicit_statements

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = Path(__file__).with_name("extraction_turns.jsonl")


def turn_of(row: dict[str, Any]) -> Turn:
    """A labelled turn as the extractor sees it."""
    return Turn(
        session_id="s",
        project_id="p",
        user=row["user"],
        assistant=row["assistant"],
        injected_texts=tuple(row["injected"]),
    )


def fits(candidate: CandidateMemory, wanted: dict[str, Any]) -> bool:
    """Whether the candidate is what the label asks for."""
    content = candidate.content.casefold()
    return candidate.kind == wanted["kind"] and all(
        w.casefold() in content for w in wanted["content_contains"]
    )


def score(rows: list[dict[str, Any]], keep: Callable[[CandidateMemory, Turn], bool]) -> dict[str, Any]:
    """Hits, false ones and misses, and from which noise the false ones came."""
    hits = missed = 0
    false: Counter[str] = Counter()
    for row in rows:
        turn = turn_of(row)
        left = [c for c in explicit_statements(turn.user) if keep(c, turn)]
        for wanted in row["expect"]:
            found = next((c for c in left if fits(c, wanted)), None)
            if found is None:
                missed += 1
            else:
                hits += 1
                left.remove(found)
        false[row["noise"] or "signal"] += len(left)
    wrong = sum(false.values())
    return {
        "precision": hits / (hits + wrong) if hits + wrong else 1.0,
        "recall": hits / (hits + missed) if hits + missed else 1.0,
        "hits": hits,
        "wrong": wrong,
        "missed": missed,
        "from": {name: count for name, count in false.items() if count},
    }


def shown(name: str, result: dict[str, Any]) -> None:
    """One line."""
    print(
        f"{name:34} precision {result['precision']:.3f}   recall {result['recall']:.3f}   "
        f"hits {result['hits']:3}   wrong {result['wrong']:3}   missed {result['missed']:3}   {result['from'] or ''}"
    )


def bare(text: str) -> str:
    """A memory without bullet and origin, as somebody would say it."""
    return re.sub(r"^[-*]\s*|（来源：[^）]*）|\(source: [^)]*\)", "", text).strip()


def shortened(text: str) -> str:
    """The text without every eighth token."""
    return " ".join(token for n, token in enumerate(tokens_of(text), start=1) if n % 8)


def main() -> None:
    """Print precision and recall, with and without the firewall, and what its threshold does."""
    header("Extraction without a model")
    rows = [json.loads(line) for line in TURNS.read_text(encoding="utf-8").splitlines()]
    noise = Counter(row["noise"] for row in rows if row["noise"])
    print(f"{len(rows)} turns, {sum(noise.values())} of them noise: {dict(sorted(noise.items()))}\n")
    with_firewall = score(rows, lambda c, t: refusal(c, t) is None)
    shown("as shipped", with_firewall)
    for language in ("zh", "en"):
        own = [row for row in rows if row["lang"] == language]
        shown(f"  {language}, {len(own)} turns", score(own, lambda c, t: refusal(c, t) is None))
    shown("without the firewall", score(rows, lambda _c, _t: True))

    print("\nrecited memories (every way of saying a memory back must be held up):")
    recited = [turn_of(row) for row in rows if row["noise"] == "recited_memory"]
    whole = [
        (CandidateMemory(content=text, evidence=text), turn)
        for turn in recited
        for text in [turn.user.strip()]
    ]
    kept = sum(refusal(c, t) is None for t in recited for c in explicit_statements(t.user))
    print(f"  {len(recited)} turns, {kept} memories learned from them")
    naive = sum(refusal(c, t) is None for c, t in whole)
    print(f"  the same turns through an extractor that takes every message whole: {naive} let through")

    print(f"\nhow long a run of tokens must be (shipped: {RUN}, in a share of {ECHO_SHARE}):")
    turns = [turn_of(row) for row in rows]
    memories = sorted({bare(text) for turn in turns for text in turn.injected_texts})
    true = [
        (c, t) for t in (turn_of(row) for row in rows if row["expect"]) for c in explicit_statements(t.user)
    ]
    for run in (2, 3, 4, 5):
        same = sum(is_echo(text, [text], run=run) for text in memories)
        reworded = sum(is_echo(shortened(text), [text], run=run) for text in memories)
        held = sum(is_echo(c.content, t.injected_texts, run=run) for c, t in true)
        print(
            f"  {run}: of {len(memories)} memories {same} are caught word for word and {reworded} with one token in "
            f"eight left out; of {len(true)} true statements {held} are held up"
        )

    texts = [row["user"] for row in rows]
    median, p95, _ = percentiles(repeat(lambda: [explicit_statements(text) for text in texts], 30))
    print(f"\n{1000 * median / len(texts):.0f} us a turn (p95 {1000 * p95 / len(texts):.0f} us)")
    if with_firewall["precision"] < 0.9 or kept:
        raise SystemExit("the extractor has become worse")


if __name__ == "__main__":
    main()
