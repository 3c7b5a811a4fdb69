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

from underdraft import ModelError, Timeout, Workspace
from underdraft.memory.notes.record import ACTIVE, PROPOSED, MemoryItem
from underdraft.memory.notes.replacing import add
from underdraft.memory.sections import FACTS
from underdraft.memory.sessions.echo_guard import overlap, tokens_of
from underdraft.types.run import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import AskModel
    from underdraft.memory.sessions.learn import Learner

HELD = 0.6
"""Share of a text's pairs of tokens from which another text holds it."""

PROJECT = "p"
CLOCK = "2026-01-01T00:00:00.000Z"


@attrs.frozen(kw_only=True)
class Stored:
    """One statement that was learned; ``about`` is where it is kept: ``"writer"`` or ``"work"``."""

    content: str
    about: str


def score(folders: Sequence[Path], ask: AskModel | None = None) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    with tempfile.TemporaryDirectory() as scratch:
        return {folder.name: score_hand(items_of(folder), Path(scratch), ask) for folder in folders}


def items_of(folder: Path) -> list[dict[str, Any]]:
    """The labelled messages of a hand."""
    lines = (folder / "extraction.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def score_hand(
    items: Sequence[dict[str, Any]], scratch: Path, ask: AskModel | None = None
) -> Mapping[str, int | Share]:
    """The figures of one hand."""
    shares: dict[str, Share] = {}
    vain, spent = 0, 0.0
    for item in items:
        stored, offers, overruled, took = learn(item, scratch, ask)
        spent += took
        wanted = item["remember"]
        right = [(s, w) for s in stored for w in [match(s, wanted)] if w is not None]
        remembered = [w for w in wanted if holds(" \n ".join(s.content for s, _ in right), w["span"])]
        corrected = [w for w in wanted if w["replaces"]]
        found = {
            "precision": Share(len(right), len(stored)),
            "recall": Share(len(remembered), len(wanted)),
            "or offered": Share(sum(w in remembered or reached(w, offers) for w in wanted), len(wanted)),
            "offers right": Share(sum(match(s, wanted) is not None for s in offers), len(offers)),
            "offered in vain": Share(0, 0) if wanted else Share(len(offers), 1),
            "place": Share(sum(s.about == w["about"] for s, w in right), len(right)),
            "corrections": Share(
                sum(w in remembered and overruled == {w["replaces"]} for w in corrected), len(corrected)
            ),
            "pasted": Share(int(from_material(item, stored)), int(bool(item["material"]))),
        }
        shares = {n: shares.get(n, Share(0, 0)) + share for n, share in found.items()}
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


def reached(want: dict[str, Any], offers: Sequence[Stored]) -> bool:
    """Whether an offer says it."""
    return any(match(one, [want]) is not None and holds(one.content, want["span"]) for one in offers)


def from_material(item: dict[str, Any], stored: Sequence[Stored]) -> bool:
    """Whether something that was pasted was learned."""
    passed = (s for s in stored if match(s, item["remember"]) is None)
    return any(holds(passage, s.content) for s in passed for passage in item["material"])


def learn(
    item: dict[str, Any], scratch: Path, ask: AskModel | None = None, **options: Any
) -> tuple[list[Stored], list[Stored], set[str], float]:
    """What a store learns from the message and offers, which memories gave way, and the processor time (s)."""
    with opened(scratch, **options) as workspace:
        conversation = workspace.store.conversation
        database = conversation.database
        with database.write() as connection:
            for text in item["earlier"]:
                add(connection, memory_of(text, database.new_id()), actor="extraction", at=CLOCK)
        begin = time.process_time()
        turn = Turn(session_id="s", project_id=PROJECT, user=item["text"], assistant="")
        read(conversation.reading.learner(), turn, ask)
        took = time.process_time() - begin
        items = workspace.store.memory.items
        where = {"section": None, "source": "said", "project_id": PROJECT, "limit": 1_000}
        said = [*items.list(**where).items, *items.list(state=PROPOSED, **where).items]
        new = [m for m in said if m.content not in item["earlier"]]
        overruled = {m.content for m in said if m.content in item["earlier"] and m.replaced_by}
    return stored_in(new, ACTIVE), stored_in(new, PROPOSED), overruled, took


def read(learner: Learner, turn: Turn, ask: AskModel | None) -> None:
    """Learn from a turn as in a session: by rule at once, then from the model; without a model where that fails."""
    try:
        if ask is not None:
            learner.learn({"": turn}, at_once=True)
        learner.learn({"": turn}, ask=ask)
    except (ModelError, Timeout):
        learner.learn({"": turn})


def stored_in(memories: Sequence[MemoryItem], state: str) -> list[Stored]:
    """Those of a state."""
    return [
        Stored(content=m.content, about="work" if m.project_id else "writer")
        for m in memories
        if m.state == state
    ]


def memory_of(text: str, memory_id: str) -> MemoryItem:
    """What was learned before."""
    where = {"scope": "project", "project_id": PROJECT, "section": FACTS, "source": "said"}
    return MemoryItem(id=memory_id, type="fact", content=text, created_at=CLOCK, updated_at=CLOCK, **where)


def opened(scratch: Path, **options: Any) -> Workspace:
    """A workspace on a copy of an empty store, without a model, with the local embedder."""
    template, store = scratch / "template.db", scratch / "store.db"
    if not template.exists():
        (scratch / ".underdraft").mkdir()
        (scratch / ".underdraft" / "config.toml").write_text(f'[project]\nid = "{PROJECT}"\n')
        with workspace_on(scratch, template) as workspace:
            workspace.profile.get()
    for old in scratch.glob("store.db*"):
        old.unlink()
    shutil.copy(template, store)
    return workspace_on(scratch, store, **options)


def workspace_on(scratch: Path, store: Path, **options: Any) -> Workspace:
    """A workspace whose clock stands still and whose ids are counted."""
    ids = (f"m{n:04d}" for n in count())
    fixed = {"clock": lambda: CLOCK, "new_id": lambda: next(ids)}
    return Workspace.open(scratch, store=store, **{"embedder": "local", **fixed, **options})
