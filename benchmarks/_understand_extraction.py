"""Extraction: what a fresh store holds after one message; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
from _figures import Mean, Share

from underdraft import Workspace
from underdraft.memory.notes.record import FACTS, MemoryItem
from underdraft.memory.notes.replacing import add
from underdraft.memory.sessions.echo_guard import overlap, tokens_of
from underdraft.types.run import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HELD = 0.6
"""Share of a text's pairs of tokens from which another text holds it."""

PROJECT = "p"
CLOCK = "2026-01-01T00:00:00.000Z"


@attrs.frozen(kw_only=True)
class Stored:
    """One statement that was learned; ``about`` is where it is kept: ``"writer"`` or ``"work"``."""

    content: str
    about: str


def score(folders: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    with tempfile.TemporaryDirectory() as scratch:
        return {folder.name: score_hand(items_of(folder), Path(scratch)) for folder in folders}


def items_of(folder: Path) -> list[dict[str, Any]]:
    """The labelled messages of a hand."""
    lines = (folder / "extraction.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def score_hand(items: Sequence[dict[str, Any]], scratch: Path) -> Mapping[str, int | Share]:
    """The figures of one hand."""
    names = ("precision", "recall", "place", "corrections", "pasted")
    shares = dict.fromkeys(names, Share(0, 0))
    vain, spent = 0, 0.0
    for item in items:
        stored, overruled, took = learn(item, scratch)
        spent += took
        wanted = item["remember"]
        right = [(s, w) for s in stored for w in [match(s, wanted)] if w is not None]
        remembered = [w for w in wanted if holds(" \n ".join(s.content for s, _ in right), w["span"])]
        corrected = [w for w in wanted if w["replaces"]]
        found = {
            "precision": Share(len(right), len(stored)),
            "recall": Share(len(remembered), len(wanted)),
            "place": Share(sum(s.about == w["about"] for s, w in right), len(right)),
            "corrections": Share(
                sum(w in remembered and overruled == {w["replaces"]} for w in corrected), len(corrected)
            ),
            "pasted": Share(int(from_material(item, stored)), int(bool(item["material"]))),
        }
        shares = {name: shares[name] + found[name] for name in names}
        vain += len(overruled - {w["replaces"] for w in wanted})
    return {**shares, "overruled in vain": vain, "CPU ms": Mean(1000 * spent, len(items))}


def holds(text: str, other: str) -> bool:
    """Whether ``text`` has the content of ``other``."""
    return overlap(other, text, run=2) >= HELD


def match(stored: Stored, wanted: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """What of the wanted the statement says, if anything."""
    size = len(tokens_of(stored.content))
    for want in wanted:
        within = size <= 3 * len(tokens_of(want["span"])) + 10
        if (within and holds(stored.content, want["span"])) or holds(want["span"], stored.content):
            return want
    return None


def from_material(item: dict[str, Any], stored: Sequence[Stored]) -> bool:
    """Whether something that was pasted was learned."""
    passed = (s for s in stored if match(s, item["remember"]) is None)
    return any(holds(passage, s.content) for s in passed for passage in item["material"])


def learn(item: dict[str, Any], scratch: Path) -> tuple[list[Stored], set[str], float]:
    """What a store learns from the message, which earlier memories gave way, and the processor time (s)."""
    with opened(scratch) as workspace:
        conversation = workspace.store.conversation
        database = conversation.database
        with database.write() as connection:
            for text in item["earlier"]:
                add(connection, memory_of(text, database.new_id()), actor="extraction", at=CLOCK)
        begin = time.process_time()
        turn = Turn(session_id="s", project_id=PROJECT, user=item["text"], assistant="")
        conversation.learner.learn([turn])
        took = time.process_time() - begin
        memories = workspace.store.memory.items.list(section=FACTS, project_id=PROJECT, limit=1_000).items
        lines = conversation.profile_document.get().markdown.splitlines()
        earlier = set(item["earlier"])
        stored = [
            Stored(content=m.content, about="work" if m.project_id else "writer")
            for m in memories
            if m.content not in earlier
        ]
        stored += [Stored(content=line[2:], about="writer") for line in lines if line.startswith("- ")]
        overruled = {m.content for m in memories if m.content in earlier and m.replaced_by}
    return stored, overruled, took


def memory_of(text: str, memory_id: str) -> MemoryItem:
    """What was learned before."""
    where = {"scope": "project", "project_id": PROJECT, "section": FACTS, "source": "said"}
    return MemoryItem(id=memory_id, type="fact", content=text, created_at=CLOCK, updated_at=CLOCK, **where)


def opened(scratch: Path) -> Workspace:
    """A workspace on a copy of an empty store, without a model, with the local embedder."""
    template, store = scratch / "template.db", scratch / "store.db"
    if not template.exists():
        (scratch / ".underdraft").mkdir()
        (scratch / ".underdraft" / "config.toml").write_text(f'[project]\nid = "{PROJECT}"\n')
        with workspace_on(scratch, template) as workspace:
            workspace.store.conversation.profile_document.get()
    for old in scratch.glob("store.db*"):
        old.unlink()
    shutil.copy(template, store)
    return workspace_on(scratch, store)


def workspace_on(scratch: Path, store: Path) -> Workspace:
    """A workspace whose clock stands still and whose ids are counted."""
    ids = (f"m{n:04d}" for n in count())
    return Workspace.open(
        scratch, store=store, embedder="local", clock=lambda: CLOCK, new_id=lambda: next(ids)
    )
