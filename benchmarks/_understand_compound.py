"""Statements of several things, of which a message corrects one; see ``understanding.py``."""

from __future__ import annotations

import json
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import Share
from _understand_explicit import OTHERS, learn, others_of
from _understand_extraction import holds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import AskModel

BESIDE = 7
"""How many other statements, of another hand's book, are known."""


def score(files: Sequence[Path], ask: AskModel | None = None) -> dict[str, Mapping[str, int | Share]]:
    """A row a language."""
    cases = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        return {
            language: score_language(
                [case for case in cases if case["language"] == language], others_of(hand), Path(scratch), ask
            )
            for language, hand in OTHERS.items()
        }


def score_language(
    cases: Sequence[Mapping[str, Any]], others: Sequence[str], scratch: Path, ask: AskModel | None
) -> Mapping[str, int | Share]:
    """The figures of one language."""
    names = ("corrected", "and nothing lost", "kept beside", "rest lost", "changed in vain")
    figures = dict.fromkeys(names, Share())
    for case in cases:
        held, changed, lost = outcome(case, others, scratch, ask)
        if case["kind"] == "correction":
            figures["corrected"] += Share(int(held and changed), 1)
            figures["and nothing lost"] += Share(int(held and changed and not lost), 1)
            figures["kept beside"] += Share(int(held and not changed), 1)
            figures["rest lost"] += Share(int(lost), 1)
        else:
            figures["changed in vain"] += Share(int(changed or lost), 1)
    return figures


def outcome(
    case: Mapping[str, Any], others: Sequence[str], scratch: Path, ask: AskModel | None
) -> tuple[bool, bool, bool]:
    """Whether what holds now is kept, whether the earlier statement gave way, and whether something is gone that still holds."""
    known = [case["earlier"], *islice(others, BESIDE)]
    stored, lines, _, overruled = learn(case, known, scratch, ask)
    now = [text for text in (*known, *stored, *lines) if text not in overruled]
    held = any(holds(text, case["span"]) for text in now)
    gone = case["earlier"] in overruled
    lost = any(not any(part in text for text in now) for part in case["stays"]) or bool(
        overruled & set(others)
    )
    return held, gone, lost
