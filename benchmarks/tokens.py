"""How far estimates of tokens are from what vocabularies count, on texts that no rate was set on, and what they cost.

Run: ``python benchmarks/tokens.py``
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from _figures import header, percentiles, repeat

from underdraft.text.tokens import counter_for

TEXTS = Path(__file__).parent / "data" / "token_texts.jsonl"
COUNTED = {"qwen3": "qwen", "claude-sonnet": "claude2"}
"""A model, and whose count in the file is compared with its estimate."""
TIMED = ("gpt-4o", "qwen3", "deepseek-chat", "gemma3", "claude-sonnet", "unknown/model")


def main() -> None:
    """Print the shares of each family, then the time for all texts."""
    texts = [json.loads(line) for line in TEXTS.read_text(encoding="utf-8").splitlines()]
    header("Tokens: estimated, times counted")
    for model, count in COUNTED.items():
        measure = counter_for(model).measure
        shares = sorted((measure(text["text"]) / text[count], text["name"]) for text in texts)
        under = sum(share < 0.98 for share, _ in shares)
        middle, high = shares[len(shares) // 2][0], shares[len(shares) * 9 // 10][0]
        print(
            f"{model:14} {len(shares)} texts, more than 2 % under: {under}; median {middle:.2f}, p90 {high:.2f}"
        )
        print(f"{'':14} lowest", *(f"{name} {share:.2f}" for share, name in shares[:3]))
        print(f"{'':14} highest", *(f"{name} {share:.2f}" for share, name in shares[-5:]))
    size = sum(len(text["text"]) for text in texts) / 1000
    for model in TIMED:
        measure = counter_for(model).measure
        median, p95, _ = percentiles(repeat(partial(_measure_all, measure, texts), 20, warm=2))
        print(f"{model:14} p50 {median / size:.3f} ms, p95 {p95 / size:.3f} ms for 1,000 characters")


def _measure_all(measure, texts):  # noqa: ANN001, ANN202
    for text in texts:
        measure(text["text"])


if __name__ == "__main__":
    main()
