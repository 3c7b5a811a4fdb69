"""``chat``: talking a work through."""

from __future__ import annotations

import sys
from collections import deque

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command
from underdraft.cli.names import SESSIONS, full_id
from underdraft.cli.offered import ask_about, show_taken
from underdraft.errors import InvalidArgument

HEARD_SECONDS = 1.0
"""How long the next message waits for what is heard in the last one by rule; a model takes longer and is not waited for."""

LISTENED = 4
"""Last messages whose lessons may still come: a model reads a few together."""


@command()
@click.option(
    "--session",
    "session_id",
    metavar="ID",
    help="Go on with a session (default: a new one).",
)
@click.option("--model", metavar="NAME", help="Who answers, e.g. ollama_chat/qwen3.")
def chat(call: Call, *, session_id: str | None, model: str | None) -> None:
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
            payload = {"skillId": "chat", "instruction": line, "sessionId": started, "model": model}
            answer = call.ask(workspace, "ai:skill:run", payload)
            runs.append(answer["runId"])
            output.text(answer["text"])
            output.text()
            for warning in answer["warnings"]:
                output.warning(warning)
