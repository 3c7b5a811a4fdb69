"""Shows in ``chat`` what a session teaches: what was taken, and offers that one key accepts or refuses."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from underdraft.cli import output
from underdraft.cli.language import translated
from underdraft.cli.names import OFFERED, short

if TYPE_CHECKING:
    from underdraft.cli.context import Call
    from underdraft.types.memory import Heard
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 200
KEYS = {"y": "confirm", "n": "refuse"}
ASKED = "Remember this? y: yes, n: no, another key: later"
HOW = "take or refuse it: underdraft memory confirm {id}, or refuse"
REMEMBERED = "remembered: {said} (take it back: underdraft undo)"
FORGOTTEN = "forgotten: {said} (take it back: underdraft undo)"
DONE = {"confirm": "confirmed", "refuse": "refused"}


def show_taken(workspace: Workspace, runs: Sequence[str], seen: set[str]) -> None:
    """Print what was remembered of these runs and not shown in this chat, and what it replaced."""
    for run_id in runs:
        for one in workspace.store.conversation.heard(run_id):
            key = f"{one.memory_id} {one.reason or ''}".strip()
            if one.outcome != "taken" or one.memory_id is None or key in seen:
                continue
            seen.add(key)
            said = output.one_line(one.content, SHOWN_CODE_POINTS)
            output.note(FORGOTTEN if one.reason == "forgotten" else REMEMBERED, said=said)
            show_older(one)


def show_older(one: Heard) -> None:
    """Print what a statement took the place of, or would."""
    for older in one.replaced or ():
        output.note("  in place of: {said}", said=output.one_line(older, SHOWN_CODE_POINTS))


def can_answer() -> bool:
    """Whether somebody is there to press a key."""
    return sys.stdin.isatty() and output.on_terminal()


def ask_about(call: Call, workspace: Workspace, seen: set[str]) -> None:
    """Show what is offered and was not shown in this chat; on a terminal one key answers."""
    for item in reversed([item for item in OFFERED.all(call, workspace) if item["id"] not in seen]):
        seen.add(item["id"])
        output.entry(translated(ASKED), output.one_line(item["content"], SHOWN_CODE_POINTS))
        for run in {one.get("runId", "") for one in item["evidence"]}:
            for one in workspace.store.conversation.heard(run):
                if one.memory_id == item["id"]:
                    show_older(one)
        if not can_answer():
            output.note(HOW, id=short(item["id"]))
        elif action := KEYS.get(click.getchar().lower()):
            call.ask(workspace, "memory:preferences:settle", {"id": item["id"], "action": action})
            output.note(DONE[action])
