"""``chat``, ``conversation``, ``sessions`` and ``show``: talking, and what was said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, confirm_deletion, full_session_id, group, short
from underdraft.cli.language import translated
from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


SHOWN_CODE_POINTS = 100
NO_SUMMARIES = "no session is remembered yet; begin one: underdraft chat"


@command(short_help="Talk a work through; everything said is kept.")
@click.option("--session", "session_id", metavar="ID", help="Go on with a session (default: a new one).")
@click.option("--skill", default="chat", show_default=True, help="The skill that answers.")
@click.option("--model", metavar="NAME", help="Who answers, e.g. ollama_chat/qwen3.")
def chat(call: Call, *, session_id: str | None, skill: str, model: str | None) -> None:
    """Read one message a line from standard input and answer each; an empty line or Ctrl-D ends it."""
    if call.as_json:
        raise InvalidArgument("--json: chat speaks words only; use run --session with --json")
    with call.open() as workspace:
        started = (
            full_session_id(call, workspace, session_id)
            if session_id
            else call.ask(workspace, "session:start")["sessionId"]
        )
        if session_id:  # a run of another project's session would go on without what was said in it
            project = workspace.config.project
            workspace.store.conversation.transcript.check_session(started, project.id if project else None)
        output.note("session {id}", id=started)
        while True:
            if output.on_terminal():
                click.echo("> ", nl=False, err=True)
            line = sys.stdin.readline().strip()
            if not line:
                break
            payload = {"skillId": skill, "instruction": line, "sessionId": started, "model": model}
            answer = call.ask(workspace, "ai:skill:run", payload)
            output.text(answer["text"])
            output.text()
            for warning in answer["warnings"]:
                output.note(warning)


def _of_session(call: Call, given: str, **more: Any) -> Callable[[Workspace], dict[str, Any]]:
    """A payload about the session whose id begins with what was typed."""
    return lambda workspace: {"sessionId": full_session_id(call, workspace, given), **more}


@group()
def conversation() -> None:
    """See, mark and delete what was said in a session."""


@command(conversation, name="list", short_help="List the messages of a session.")
@click.argument("session_id", metavar="SESSION")
@click.option("--collected", is_flag=True, help="Only the marked ones.")
@click.option("--full", is_flag=True, help="Whole messages, as they were sent.")
def list_messages(call: Call, *, session_id: str, collected: bool, full: bool) -> None:
    """List all messages of SESSION, also those that the window has dropped."""

    def words(data: Mapping[str, Any]) -> None:
        if not data["items"]:
            output.note("nothing is marked" if collected else "nothing was said in this session")
        for item in data["items"]:
            mark = "*" if item["isCollected"] else " "
            said = one_line(item["instruction"] or item["content"], SHOWN_CODE_POINTS)
            when = item["createTime"][:16].replace("T", " ")
            output.entry(
                f"{mark} {item['id']}  {translated(item['role'])}", when if full else f"{when}  {said}"
            )
            if full:
                output.text(item["content"])

    asked = {"collected": collected, "limit": 2000}
    call.perform("conversation:list", _of_session(call, session_id, **asked), words)


@command(conversation, name="window", short_help="Show what the next request would send.")
@click.argument("session_id", metavar="SESSION")
def window(call: Call, *, session_id: str) -> None:
    """Show the earlier messages that the next request of SESSION would send, word for word."""

    def words(data: Mapping[str, Any]) -> None:
        for message in data["messages"]:
            output.rule(message["role"])
            output.text(message["content"])
        output.note("{count} messages", count=len(data["messages"]))

    call.perform("conversation:window", _of_session(call, session_id), words)


@command(conversation, name="append", short_help="Add a message that no run made.")
@click.argument("session_id", metavar="SESSION")
@click.argument("role", type=click.Choice(["user", "assistant"]))
@click.argument("content")
def append(call: Call, *, session_id: str, role: str, content: str) -> None:
    """Add CONTENT to the transcript of SESSION."""
    payload = _of_session(call, session_id, role=role, content=content)
    call.perform("conversation:append", payload, lambda data: output.text(data["id"]))


@command(conversation, name="collect", short_help="Mark a message as a favourite.")
@click.argument("message_id", metavar="ID")
@click.option("--off", is_flag=True, help="Take the mark away.")
def collect(call: Call, *, message_id: str, off: bool) -> None:
    """Mark the message ID."""
    call.perform(
        "conversation:collect",
        {"id": message_id, "collected": not off},
        lambda data: output.say("marked" if data["isCollected"] else "not marked"),
    )


@command(conversation, name="delete", short_help="Delete a transcript, or one turn of it.")
@click.argument("session_id", metavar="SESSION")
@click.option("--message", "message_id", metavar="ID", help="Only the turn of this message.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(call: Call, *, session_id: str, message_id: str | None, yes: bool) -> None:
    """Delete what was said in SESSION; what was learned from it stays."""
    confirm_deletion(sure=yes)
    call.perform(
        "conversation:delete",
        _of_session(call, session_id, id=message_id),
        lambda data: output.say("{count} deleted", count=data["deleted"]),
    )


@group(default="list")
def sessions() -> None:
    """See, change and forget what sessions were about."""


def show_summary(item: Mapping[str, Any]) -> None:
    """One summary for people."""
    title = f"{short(item['sessionId'])}  {item['createdAt'][:10]}  {item['title']}"
    output.entry(title, one_line(item["snippet"], 2 * SHOWN_CODE_POINTS))


@command(sessions, name="list", short_help="List what recent sessions were about.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 1000.")
def list_summaries(call: Call, *, limit: int) -> None:
    """List the summaries of this project's sessions, newest first."""
    call.perform("summary:list", {"limit": limit}, output.each(show_summary, NO_SUMMARIES))


@command(sessions, name="edit", short_help="Change a session's summary.")
@click.argument("session_id", metavar="SESSION")
@click.option("--title", help="The new title.")
@click.option("--content", help="The new text.")
def edit_summary(call: Call, *, session_id: str, title: str | None, content: str | None) -> None:
    """Change what is remembered of SESSION."""
    call.perform("summary:update", _of_session(call, session_id, title=title, snippet=content), show_summary)


@command(sessions, name="add", short_help="Write a session's summary by hand.")
@click.argument("session_id", metavar="SESSION")
@click.argument("title")
@click.argument("content")
def add_summary(call: Call, *, session_id: str, title: str, content: str) -> None:
    """Write the summary of SESSION."""
    call.perform("summary:update", _of_session(call, session_id, title=title, snippet=content), show_summary)


@command(sessions, name="delete", short_help="Forget a session's summary.")
@click.argument("session_id", metavar="SESSION")
def delete_summary(call: Call, *, session_id: str) -> None:
    """Forget what SESSION was about; its messages stay."""
    call.perform(
        "summary:update", _of_session(call, session_id, delete=True), lambda _: output.say("deleted")
    )


@command(short_help="Bring back the whole thing behind a reference.")
@click.argument("ref")
def show(call: Call, *, ref: str) -> None:
    """Show what REF stands for in full: run:ID, session:ID, episode:ID, atomic:ID or memory:ID."""

    def words(data: Mapping[str, Any]) -> None:
        for message in data.get("messages", ()):
            output.rule(message["role"])
            output.text(message["content"])
        if "text" in data:
            output.rule("reply")
            output.text(data["text"])
        if "item" in data:
            item = data["item"]
            output.text(
                item.get("content") or item.get("finalText") or (item.get("summary") or {}).get("kept", "")
            )

    call.perform("memory:show", {"ref": ref}, words)
