"""``chat`` and ``sessions``: talking, and what was said."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.language import translated
from underdraft.cli.names import SESSIONS, full_id, short
from underdraft.cli.offered import ask_about, show_taken
from underdraft.errors import InvalidArgument

SHOWN_CODE_POINTS = 100
MOST_MESSAGES = 2_000
HEARD_SECONDS = 1.0
"""How long the next message waits for what is heard in the last one by rule; a model takes longer and is not waited for."""

LISTENED = 4
"""Last messages whose lessons may still come: a model reads a few together."""
NO_SUMMARIES = "no session is remembered yet; begin one: underdraft chat"


@command()
@click.option(
    "--session",
    "session_id",
    metavar="ID",
    help="Go on with a session (default: a new one).",
)
@click.option("--skill", default="chat", show_default=True, help="The skill that answers.")
@click.option("--model", metavar="NAME", help="Who answers, e.g. ollama_chat/qwen3.")
def chat(call: Call, *, session_id: str | None, skill: str, model: str | None) -> None:
    """Read one message a line from standard input and answer each; an empty line or Ctrl-D ends it.

    What is remembered of a message, or offered, is shown behind the answer; y takes an offer, n turns it down.
    """
    if call.as_json:
        raise InvalidArgument("--json: chat speaks words only; use run --session with --json")
    with call.open() as workspace:
        started = (
            full_id(call, workspace, session_id, SESSIONS)
            if session_id
            else call.ask(workspace, "session:start")["sessionId"]
        )
        if session_id:  # a run of another project's session would go on without what was said in it
            project = workspace.config.project
            workspace.store.conversation.transcript.check_session(started, project.id if project else None)
        output.note("session {id}", id=started)
        seen: set[str] = set()
        runs: deque[str] = deque(maxlen=LISTENED)
        while True:
            workspace.store.conversation.worker.wait_idle(HEARD_SECONDS)
            show_taken(workspace, runs, seen)
            ask_about(call, workspace, seen)
            if output.on_terminal():
                output.show("> ", newline=False, err=True)
            line = sys.stdin.readline().strip()
            if not line:
                break
            payload = {"skillId": skill, "instruction": line, "sessionId": started, "model": model}
            answer = call.ask(workspace, "ai:skill:run", payload)
            runs.append(answer["runId"])
            output.text(answer["text"])
            output.text()
            for warning in answer["warnings"]:
                output.warning(warning)


@command()
@click.argument("session_id", metavar="[SESSION]", required=False)
@click.option("--limit", type=int, default=20, show_default=True, help="How many sessions, 1 to 1000.")
def sessions(call: Call, *, session_id: str | None, limit: int) -> None:
    """List what recent sessions were about, newest first; or show what was said in SESSION.

    All messages are shown, also those that the next request no longer sends.
    """
    if session_id is None:
        call.perform("summary:list", {"limit": limit}, output.each(_show_summary, NO_SUMMARIES))
        return

    def said(item: Mapping[str, Any]) -> None:
        mark = "*" if item["isCollected"] else " "
        output.say(f"{mark} {output.when(item['createTime'])}  {translated(item['role'])}")
        output.text(item["instruction"] or item["content"])

    call.perform(
        "conversation:list",
        lambda ws: {
            "sessionId": full_id(call, ws, session_id, SESSIONS),
            "limit": MOST_MESSAGES,
        },
        output.each(said, "nothing was said in this session"),
    )


def _show_summary(item: Mapping[str, Any]) -> None:
    """One summary for people."""
    title = f"{short(item['sessionId'])}  {output.day(item['createdAt'])}  {item['title']}"
    output.entry(title, output.one_line(item["snippet"], 2 * SHOWN_CODE_POINTS))
