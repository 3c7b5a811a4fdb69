"""Explicit words: corrections beside 0 to 50 known statements, and instructions for good; see ``understanding.py``."""

from __future__ import annotations

import json
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import Share
from _understand_extraction import CLOCK, PROJECT, holds, memory_of, opened, read

from underdraft.memory.notes.record import OUTDATED, PROPOSED
from underdraft.memory.notes.replacing import add
from underdraft.types.run import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import AskModel

DATA = Path(__file__).with_name("data")
KNOWN = (0, 1, 8, 50)
"""How many statements are known, the meant one among them; the others are a book's memories of another hand (but :data:`OF_ONE_BOOK`)."""

OTHERS = {"zh": "zh-a", "en": "en-a"}

OF_ONE_BOOK = {f"explicit-z{hand}" for hand in "abcdefg"}
"""Sets whose statements are of one book a language: the others of it are known first, but for those that hold what ``goes`` too."""


def score(files: Sequence[Path], ask: AskModel | None = None) -> dict[str, Mapping[str, int | Share]]:
    """A row a language."""
    cases = [
        json.loads(line) | {"of_one_book": file.stem in OF_ONE_BOOK}
        for file in files
        for line in file.read_text("utf-8").splitlines()
    ]
    with tempfile.TemporaryDirectory() as scratch:
        return {
            language: score_language(
                [case for case in cases if case["language"] == language], others_of(hand), Path(scratch), ask
            )
            for language, hand in OTHERS.items()
        }


def says_the_same(text: str, case: Mapping[str, Any]) -> bool:
    """Whether a statement of the book is the one that a case corrects, or holds what that one says wrongly."""
    return bool(text == case["earlier"] or (case.get("goes") and case["goes"] in text))


def others_of(hand: str) -> list[str]:
    """Statements that have nothing to do with the cases."""
    lines = map(json.loads, (DATA / hand / "recall.jsonl").read_text("utf-8").splitlines())
    return [line["text"] for line in lines if line["type"] == "memory"]


def score_language(
    cases: Sequence[Mapping[str, Any]], others: Sequence[str], scratch: Path, ask: AskModel | None
) -> Mapping[str, int | Share]:
    """The figures of one language."""
    figures: dict[str, int | Share] = {}
    for size in KNOWN:
        figures[f"corrected, {size} known"] = Share()
    figures |= {"overruled in vain": 0, "standing": Share(), "or offered": Share(), "passing let be": Share()}
    figures["offered in vain"] = Share()
    book = [case["earlier"] for case in cases if case["of_one_book"]]
    for n, case in enumerate(cases):
        beside = [text for text in (*book[n:], *book[:n]) if book and not says_the_same(text, case)]
        for size in KNOWN if "earlier" in case else (0,):
            known = [case["earlier"]] * (size > 0) if "earlier" in case else []
            known += islice([*beside, *others], max(0, size - 1))
            stored, lines, offers, overruled = learn(case, known, scratch, ask)
            held = any(holds(text, case["span"]) for text in (*stored, *lines)) if case["span"] else False
            meant = {case["earlier"]} if case["kind"] == "correction" and size else set()
            figures["overruled in vain"] += len(overruled - meant)  # type: ignore[operator]
            match case["kind"]:
                case "correction":
                    hit = Share(int(held and overruled == meant), 1)
                    figures[f"corrected, {size} known"] += hit  # type: ignore[operator]
                case "standing":
                    there = any(holds(line, case["span"]) for line in lines)
                    figures["standing"] += Share(int(there), 1)  # type: ignore[operator]
                    there = there or any(holds(text, case["span"]) for text in offers)
                    figures["or offered"] += Share(int(there), 1)  # type: ignore[operator]
                case "passing":
                    figures["passing let be"] += Share(int(not lines), 1)  # type: ignore[operator]
                    figures["offered in vain"] += Share(int(bool(offers)), 1)  # type: ignore[operator]
    return figures


def learn(
    case: Mapping[str, Any], known: Sequence[str], scratch: Path, ask: AskModel | None
) -> tuple[list[str], list[str], list[str], set[str]]:
    """What a store has learned from the message, which lines its profile has, what is offered, and what was overruled."""
    with opened(scratch) as workspace:
        conversation, items = workspace.store.conversation, workspace.store.memory.items
        typed = case.get("source") == "typed"
        if typed:
            for text in known:
                items.create(type="fact", content=text, scope="project", project_id=PROJECT)
        else:
            database = conversation.database
            with database.write() as connection:
                for text in known:
                    add(connection, memory_of(text, database.new_id()), actor="extraction", at=CLOCK)
        turn = Turn(session_id="s", project_id=PROJECT, user=case["text"], assistant="")
        read(conversation.reading.learner(), turn, ask)
        records = items.list(section=None, project_id=PROJECT, limit=1_000).items
        proposed = items.list(section=None, state=PROPOSED, project_id=PROJECT, limit=1_000).items
        lines = workspace.profile.get().markdown.splitlines()
    stored = [item.content for item in records if item.content not in known]
    overruled = {item.content for item in records if item.content in known and item.state == OUTDATED}
    said = [line[2:] for line in lines if line.startswith("- ")]
    return stored, said, [item.content for item in proposed], overruled
