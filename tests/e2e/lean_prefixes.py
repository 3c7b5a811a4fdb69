"""Prints what prompts look like for models of several providers, to be compared with and without litellm installed."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from underdraft import Workspace

MODELS = (
    "offline",
    "gpt-4o",
    "gpt-4",
    "anthropic/claude-sonnet-4-5",
    "dashscope/qwen-max",
    "xai/grok-4",
    "nobody/knows",
)


def prompts(folder: Path) -> dict[str, object]:
    """By model: the hashes of the prompt, how its tokens are counted, and its window."""
    found: dict[str, object] = {}
    shutil.copytree(Path(__file__).parents[2] / "examples/novel", folder / "novel")
    for model in MODELS:
        with Workspace.open(
            folder / "novel", store=folder / "store.db", model=model, trusted=True
        ) as workspace:
            preview = workspace.preview_sync(
                "polish", document="他没有回答，雨还在下。\n", instruction="改短"
            )
            found[model] = [
                preview.stable_prefix_hash,
                preview.prompt_hash,
                preview.token_counter,
                preview.tokens,
                preview.budget_tokens,
            ]
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.stdout.write(json.dumps(prompts(Path(folder)), indent=1) + "\n")
