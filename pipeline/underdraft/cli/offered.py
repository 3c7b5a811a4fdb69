"""Shows in ``chat`` what a session teaches: what was taken, and offers that one key accepts or refuses."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.language import translated
from underdraft.cli.names import OFFERED, short

if TYPE_CHECKING:
    from underdraft.cli.context import Call
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 200
KEYS = {"y": "confirm", "n": "refuse"}
ASKED = "Remember this? y: yes, n: no, another key: later"
HOW = "take it or turn it down: underdraft preferences confirm {id}, or refuse"
DONE = {"confirm": "taken", "refuse": "turned down"}


def offered(call: Call, workspace: Workspace) -> list[Mapping[str, Any]]:
    """Return the memories that wait for the writer's decision, oldest first."""
    return list(OFFERED.all(call, workspace))[::-1]


def show_offered(items: Sequence[Mapping[str, Any]]) -> None:
    """Print the pending memories, each with its quotes where they differ from it."""
    for item in items:
        quotes = [one["quote"] for one in item["evidence"] if one.get("quote") not in {None, item["content"]}]
        title = f"{short(item['id'])}  {translated('offered')}  {output.day(item['createdAt'])}"
        output.entry(title, output.one_line(item["content"], SHOWN_CODE_POINTS))
        for quote in quotes:
            output.text(f"  > {output.one_line(quote, SHOWN_CODE_POINTS)}")
    if items:
        output.note(HOW, id=short(items[0]["id"]))


def show_taken(workspace: Workspace, runs: Sequence[str], seen: set[str]) -> None:
    """Print what was remembered of these runs and not shown in this chat, and what it replaced."""
    for run_id in runs:
        for one in workspace.store.conversation.heard(run_id):
            if one.outcome != "taken" or one.memory_id is None or one.memory_id in seen:
                continue
            seen.add(one.memory_id)
            said = output.one_line(one.content, SHOWN_CODE_POINTS)
            output.note("remembered: {said} (take it back: underdraft undo)", said=said)
            for older in one.replaced or ():
                output.note("  in place of: {said}", said=output.one_line(older, SHOWN_CODE_POINTS))


def can_answer() -> bool:
    """Whether somebody is there to press a key."""
    return sys.stdin.isatty() and output.on_terminal()


def ask_about(call: Call, workspace: Workspace, seen: set[str]) -> None:
    """Show what is offered and was not shown in this chat; on a terminal one key answers."""
    new = [item for item in offered(call, workspace) if item["id"] not in seen]
    seen.update(item["id"] for item in new)
    if not can_answer():
        show_offered(new)
        return
    for item in new:
        output.entry(translated(ASKED), output.one_line(item["content"], SHOWN_CODE_POINTS))
        action = KEYS.get(click.getchar().lower())
        if action is not None:
            call.ask(workspace, "memory:preferences:settle", {"id": item["id"], "action": action})
            output.note(DONE[action])
