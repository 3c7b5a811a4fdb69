"""Prompts as readable files that a test compares with."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from underdraft.testing.stability import require
from underdraft.types.run import Preview

UPDATE_VARIABLE = "UNDERDRAFT_UPDATE_PROMPTS"
"""Environment variable: set to ``1``, :func:`assert_prompt_unchanged` writes instead of comparing."""


def prompt_text(preview: Preview) -> str:
    """A prompt as one readable text: the messages in order, then warnings, trims and hashes."""
    parts = [
        f"===== {number} {message.role} =====\n{message.content}"
        for number, message in enumerate(preview.messages, start=1)
    ]
    trims = [
        f"{t.layer.name} {t.source} {t.id or ''}: {t.tokens_before} to {t.tokens_after} tokens ({t.reason})"
        for t in preview.trims
    ]
    hashes = [
        f"layer {layer.value} {layer.name}: {h}" for layer, h in sorted(preview.prompt.layer_hashes.items())
    ]
    for title, lines in (("warnings", preview.warnings), ("trims", trims), ("hashes", hashes)):
        parts.append("\n".join([f"===== {title} =====", *lines]))
    parts.append(f"stable prefix: {preview.stable_prefix_hash}\nprompt: {preview.prompt_hash}\n")
    return "\n".join(parts)


def assert_prompt_unchanged(preview: Preview, path: str | os.PathLike[str]) -> None:
    """Compare a prompt, byte for byte, with the text kept at ``path``.

    With ``UNDERDRAFT_UPDATE_PROMPTS=1``, or where there is no such file yet outside of CI, it is written.

    Raises:
        AssertionError: The prompt differs; the message is a diff.
    """
    kept, text = Path(path), prompt_text(preview)
    if os.environ.get(UPDATE_VARIABLE) == "1" or not (kept.exists() or os.environ.get("CI")):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(text.encode())
        return
    before = kept.read_bytes().decode() if kept.exists() else ""
    lines = difflib.unified_diff(before.split("\n"), text.split("\n"), "kept", "now", lineterm="")
    heading = f"the prompt has changed ({UPDATE_VARIABLE}=1 accepts it):"
    require(text == before, "\n".join([heading, *lines]))
