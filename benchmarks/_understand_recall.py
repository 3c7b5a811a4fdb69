"""Recall: what layer 4 holds of a book's memories for a query; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import Mean, Share

from underdraft import Workspace, hookimpl
from underdraft_plugins.embedders.local import local_embedder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import Preview

CLOCK = "2026-01-01T00:00:00.000Z"
SELECTED = ("polish", "rewrite", "critique")
"""Skills that work on the scene as a selection; the others stand at its end."""

SKILL = """---
name: recall
description: Every query in one frame
context_rules: {memories: true, user_preferences: false, surrounding: 2000}
---
Help the writer.
"""
SOURCE = "memory:recall"


class TimedEmbedder:
    """The local embedder as a plugin that counts its own processor time, in seconds."""

    def __init__(self) -> None:
        self.inner = local_embedder()
        self.name = f"{self.inner.name}-timed"
        self.dimensions = self.inner.dimensions
        self.spent = 0.0

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a text."""
        begin = time.thread_time()
        rows = self.inner.embed(texts)
        self.spent += time.thread_time() - begin
        return rows

    @hookimpl
    def underdraft_embedder(self, name: str) -> TimedEmbedder | None:
        """Answer to its own name."""
        return self if name == self.name else None


def score(folders: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    return {folder.name: score_hand(folder) for folder in folders}


def score_hand(folder: Path) -> Mapping[str, int | Share]:
    """The figures of one hand: each book is a project of one store."""
    entries = [json.loads(line) for line in (folder / "recall.jsonl").read_text("utf-8").splitlines()]
    embedder = TimedEmbedder()
    shares = {name: Share(0, 0) for name in ("recall@5", "recall@1", "nothing", "precision", "fit")}
    spent = embedded = 0.0
    queries = [entry for entry in entries if entry["type"] == "query"]
    with tempfile.TemporaryDirectory() as scratch, opened(Path(scratch), embedder) as workspace:
        for entry in entries:
            if entry["type"] == "memory":
                payload = {"content": entry["text"], "projectId": entry["book"]}
                made = workspace.invoke_sync("atomic:create", payload)
                assert made["ok"], made
        ids = {
            (book, item["content"]): item["id"]
            for book in {entry["book"] for entry in entries}
            for item in workspace.invoke_sync("atomic:list", {"projectId": book, "limit": 500})["data"][
                "items"
            ]
        }
        own = {
            (entry["book"], entry["id"]): ids[entry["book"], entry["text"]]
            for entry in entries
            if entry["type"] == "memory"
        }
        assert workspace.store.memory.indexer.wait(120)
        workspace.preview_sync("recall", instruction="warm", project_id=entries[0]["book"])
        embedder.spent = 0.0
        for query in queries:
            begin = time.process_time()
            preview = workspace.preview_sync("recall", **request_of(query))
            spent += time.process_time() - begin
            found = recalled(preview)
            relevant = [own[query["book"], name] for name in query["relevant"]]
            helpful = [own[query["book"], name] for name in query["helpful"]]
            shares = {name: shares[name] + share for name, share in judged(found, relevant, helpful).items()}
        embedded = embedder.spent
    taken = {"embedding": embedded, "besides": spent - embedded}
    return {**shares, **{f"ms {name}": Mean(1000 * t, len(queries)) for name, t in taken.items()}}


def judged(found: Sequence[str], relevant: Sequence[str], helpful: Sequence[str]) -> dict[str, Share]:
    """What one query adds to each figure."""
    answered = bool(relevant)
    within = {
        n: sum(name in found[:n] for name in relevant) / len(relevant) if answered else 0 for n in (1, 5)
    }
    fitting = sum(name in relevant or name in helpful for name in found)
    return {
        "recall@5": Share(within[5], int(answered)),
        "recall@1": Share(within[1], int(answered)),
        "nothing": Share(int(not found and not answered), int(not answered)),
        "precision": Share(sum(name in relevant for name in found), len(found)),
        "fit": Share(fitting, len(found)),
    }


def request_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """The run's options: the scene is the document, selected by a skill that works on it."""
    scene, instruction = query["scene"], query["instruction"]
    options: dict[str, Any] = {"project_id": query["book"], "document": scene or None}
    if instruction:
        options["instruction"] = instruction
    if scene and query["skill"] in SELECTED:
        options["selection"] = (0, len(scene))
    return options


def recalled(preview: Preview) -> list[str]:
    """Ids of the memories that were recalled, nearest first."""
    chunks = (chunk for section in preview.prompt.sections for chunk in section.chunks)
    return [part.id or "" for chunk in chunks if chunk.source == SOURCE for part in chunk.parts]


def opened(scratch: Path, embedder: TimedEmbedder) -> Workspace:
    """A workspace with one skill that recalls, whose clock stands still and whose ids are counted."""
    folder = scratch / ".underdraft" / "skills" / "recall"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL)
    ids = (f"m{n:04d}" for n in count())
    return Workspace.open(
        scratch,
        store=scratch / "store.db",
        plugins=[embedder],
        embedder=embedder.name,
        clock=lambda: CLOCK,
        new_id=lambda: next(ids),
    )
