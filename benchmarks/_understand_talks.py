"""Long talks: what was decided early on stands in the prompt at the end; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _figures import Mean, Share

from underdraft import Message, Workspace
from underdraft.memory.sessions.echo_guard import overlap
from underdraft.testing import FakeModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from underdraft import Preview

CLOCK = "2026-01-01T00:00:00.000Z"
HELD = 0.8
"""Share of a span's pairs of tokens from which a line holds it."""

WINDOW = 4
"""Earlier messages that go along: nearly everything that was decided has left it."""


def score(folders: Sequence[Path]) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    return {folder.name: score_hand(folder) for folder in folders}


def score_hand(folder: Path) -> Mapping[str, int | Share]:
    """The figures of one hand: each talk has a store of its own."""
    talks = [json.loads(line) for line in (folder / "talks.jsonl").read_text("utf-8").splitlines()]
    shares = {name: Share(0, 0) for name in ("stands", "asked", "requested", "changed")}
    tokens = Mean(0, 0)
    ms = Mean(0, 0)
    for talk in talks:
        with tempfile.TemporaryDirectory() as scratch, opened(Path(scratch), talk) as workspace:
            hold(workspace, talk)
            for decision in talk["decisions"]:
                begin = time.process_time()
                preview = ask(workspace, decision["question"])
                ms += Mean(1000 * (time.process_time() - begin), 1)
                stands = stands_in(lines_of(preview), decision)
                form = "asked" if decision["form"] == "ask" else "requested"
                shares["stands"] += Share(int(stands), 1)
                shares[form] += Share(int(stands), 1)
                tokens += Mean(preview.layer_tokens[4], 1)
                old = replaced_by(talk, decision)
                if old is not None:
                    shares["changed"] += Share(int(stands and in_order(lines_of(preview), decision, old)), 1)
    return {**shares, "tokens of layer 4": tokens, "CPU ms": ms}


def hold(workspace: Workspace, talk: Mapping[str, Any]) -> None:
    """The whole talk, turn by turn; what is done behind a reply is waited for."""
    workspace.invoke_sync("memory:settings:update", {"patch": {"context_limit": WINDOW}})
    for said, _ in talk["turns"]:
        workspace.run_sync("chat", instruction=said, session_id="s")
    workspace.store.conversation.worker.drain(whole=True)
    workspace.store.memory.indexer.wait(60)


def ask(workspace: Workspace, question: str) -> Preview:
    """The prompt of a question at the end of the talk, which is not recorded."""
    return workspace.preview_sync("chat", instruction=question, session_id="s")


def lines_of(preview: Preview) -> list[str]:
    """The lines of the prompt without the task, which is the last chunk."""
    *earlier, last = preview.messages
    task = preview.prompt.sections[-1].chunks[-1].text
    texts = [m.content for m in earlier if isinstance(m, Message)] + [last.content.replace(task, "")]
    return [line for text in texts for line in text.splitlines()]


def stands_in(lines: Sequence[str], decision: Mapping[str, Any]) -> bool:
    """Whether a line says what was decided."""
    return place_of(lines, decision["span"], decision["key"]) is not None


def place_of(lines: Sequence[str], span: str, key: Sequence[str]) -> int | None:
    """The last line that holds the span's words and has every key word."""
    found = [
        number
        for number, line in enumerate(lines)
        if overlap(span, line, run=2) >= HELD and all(word.casefold() in line.casefold() for word in key)
    ]
    return found[-1] if found else None


def replaced_by(talk: Mapping[str, Any], decision: Mapping[str, Any]) -> str | None:
    """What the writer had said before changing her mind; ``None`` for what was never changed."""
    for change in talk["changed"]:
        if change["turn"] == decision["turn"]:
            said: str = talk["turns"][change["replaces_turn"]][0]
            return said
    return None


def in_order(lines: Sequence[str], decision: Mapping[str, Any], old: str) -> bool:
    """Whether the old decision is not there, or stands before the new one."""
    before = place_of(lines, old, ())
    after = place_of(lines, decision["span"], decision["key"])
    return after is not None and (before is None or before <= after)


def opened(scratch: Path, talk: Mapping[str, Any]) -> Workspace:
    """A project without files and a scripted model; the clock goes on by a second a reading."""
    (scratch / ".underdraft").mkdir()
    (scratch / ".underdraft" / "config.toml").write_text(
        f'locale = "{talk["lang"]}"\n[project]\nid = "p"\nname = "p"\n'
    )
    ids, seconds = (f"m{n:06d}" for n in count()), count()
    model = FakeModel(*[reply for _, reply in talk["turns"]], name="gpt-4o")
    return Workspace.open(
        scratch,
        store=scratch / "store.db",
        plugins=[model],
        model=model.name,
        embedder="local",
        clock=lambda: (
            f"2026-01-01T{(n := next(seconds)) // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z"
        ),
        new_id=lambda: next(ids),
    )
