"""``chat``, ``conversation``, ``sessions`` and ``show``: talking, and what was said."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import command
from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from underdraft.cli.context import Session
    from underdraft.workspace import Workspace


HELP = {"help_option_names": ["-h", "--help"]}
SHOWN_CODE_POINTS = 100


@command(short_help="Talk a work through; everything said is kept.")
@click.option("--session", "session_id", metavar="ID", help="Go on with a session (default: a new one).")
@click.option("--skill", default="chat", show_default=True, help="The skill that answers.")
@click.option("--model", metavar="NAME", help="Who answers, e.g. ollama/qwen3.")
def chat(session: Session, *, session_id: str | None, skill: str, model: str | None) -> None:
    """Read one message a line from standard input and answer each; an empty line or Ctrl-D ends it."""
    if session.as_json:
        raise InvalidArgument("--json: chat speaks words only; use run --session with --json")
    with session.open() as workspace:
        started = session_id or session.ask(workspace, "session:start")["sessionId"]
        output.note(f"session {started}")
        while True:
            if output.on_terminal():
                click.echo("> ", nl=False, err=True)
            line = sys.stdin.readline().strip()
            if not line:
                break
            payload = {"skillId": skill, "instruction": line, "sessionId": started, "model": model}
            answer = session.ask(workspace, "ai:skill:run", payload)
            output.text(answer["text"])
            output.text()


@click.group(context_settings=HELP)
def conversation() -> None:
    """See, mark and delete what was said in a session."""


@command(name="list", short_help="List the messages of a session.")
@click.argument("session_id", metavar="SESSION")
@click.option("--collected", is_flag=True, help="Only the marked ones.")
@click.option("--full", is_flag=True, help="Whole messages, as they were sent.")
def list_messages(session: Session, *, session_id: str, collected: bool, full: bool) -> None:
    """List all messages of SESSION, also those that the window has dropped."""
    with session.open() as workspace:
        payload: dict[str, Any] = {"sessionId": session_id, "collected": collected, "limit": 2000}
        answer = session.ask(workspace, "conversation:list", payload)

    def words(data: Mapping[str, Any]) -> None:
        for item in data["items"]:
            mark = "*" if item["isCollected"] else " "
            output.text(f"{mark} {item['createTime']}  {item['role']}  {item['id']}")
            said = (
                item["content"]
                if full
                else one_line(item["instruction"] or item["content"], SHOWN_CODE_POINTS)
            )
            output.text(said if full else f"    {said}")

    session.show(answer, words)


@command(name="window", short_help="Show what the next request would send.")
@click.argument("session_id", metavar="SESSION")
def window(session: Session, *, session_id: str) -> None:
    """Show the earlier messages that the next request of SESSION would send, word for word."""
    with session.open() as workspace:
        answer = session.ask(workspace, "conversation:window", {"sessionId": session_id})

    def words(data: Mapping[str, Any]) -> None:
        for message in data["messages"]:
            output.rule(message["role"])
            output.text(message["content"])
        output.note(f"{len(data['messages'])} messages")

    session.show(answer, words)


@command(name="append", short_help="Add a message that no run made.")
@click.argument("session_id", metavar="SESSION")
@click.argument("role", type=click.Choice(["user", "assistant"]))
@click.argument("content")
def append(session: Session, *, session_id: str, role: str, content: str) -> None:
    """Add CONTENT to the transcript of SESSION."""
    with session.open() as workspace:
        payload = {"sessionId": session_id, "role": role, "content": content}
        item = session.ask(workspace, "conversation:append", payload)
    session.show(item, lambda data: output.text(data["id"]))


@command(name="collect", short_help="Mark a message as a favourite.")
@click.argument("message_id", metavar="ID")
@click.option("--off", is_flag=True, help="Take the mark away.")
def collect(session: Session, *, message_id: str, off: bool) -> None:
    """Mark the message ID."""
    with session.open() as workspace:
        item = session.ask(workspace, "conversation:collect", {"id": message_id, "collected": not off})
    session.show(item, lambda data: output.text("marked" if data["isCollected"] else "not marked"))


@command(name="delete", short_help="Delete a transcript, or one turn of it.")
@click.argument("session_id", metavar="SESSION")
@click.option("--message", "message_id", metavar="ID", help="Only the turn of this message.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(session: Session, *, session_id: str, message_id: str | None, yes: bool) -> None:
    """Delete what was said in SESSION; what was learned from it stays."""
    if not yes and not click.confirm("This cannot be undone. Go on?", default=False, err=True):
        raise click.Abort
    with session.open() as workspace:
        payload = {"sessionId": session_id, "id": message_id}
        answer = session.ask(workspace, "conversation:delete", payload)
    session.show(answer, lambda data: output.text(f"{data['deleted']} deleted"))


for each in (list_messages, window, append, collect, delete):
    conversation.add_command(each)


@click.group(context_settings=HELP)
def sessions() -> None:
    """See, change and forget what sessions were about."""


@command(name="list", short_help="List what recent sessions were about.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 1000.")
def list_summaries(session: Session, *, limit: int) -> None:
    """List the summaries of this project's sessions, newest first."""
    with session.open() as workspace:
        answer = session.ask(workspace, "summary:list", {"limit": limit})

    def words(data: Mapping[str, Any]) -> None:
        for item in data["items"]:
            show_summary(item)

    session.show(answer, words)


@command(name="edit", short_help="Change a session's summary.")
@click.argument("session_id", metavar="SESSION")
@click.option("--title", help="The new title.")
@click.option("--snippet", help="The new text.")
def edit_summary(session: Session, *, session_id: str, title: str | None, snippet: str | None) -> None:
    """Change what is remembered of SESSION."""
    with session.open() as workspace:
        payload = {"sessionId": session_id, "title": title, "snippet": snippet}
        item = session.ask(workspace, "summary:update", payload)
    session.show(item, show_summary)


@command(name="add", short_help="Write a session's summary by hand.")
@click.argument("session_id", metavar="SESSION")
@click.argument("title")
@click.argument("snippet")
def add_summary(session: Session, *, session_id: str, title: str, snippet: str) -> None:
    """Write the summary of SESSION."""
    with session.open() as workspace:
        payload = {"sessionId": session_id, "title": title, "snippet": snippet}
        item = session.ask(workspace, "summary:create", payload)
    session.show(item, show_summary)


@command(name="delete", short_help="Forget a session's summary.")
@click.argument("session_id", metavar="SESSION")
def delete_summary(session: Session, *, session_id: str) -> None:
    """Forget what SESSION was about; its messages stay."""
    with session.open() as workspace:
        item = session.ask(workspace, "summary:delete", {"sessionId": session_id})
    session.show(item, lambda _: output.text("deleted"))


for each in (list_summaries, add_summary, edit_summary, delete_summary):
    sessions.add_command(each)


def show_summary(item: Mapping[str, Any]) -> None:
    """One summary for people."""
    output.text(f"{item['createdAt']}  {item['sessionId']}  {item['title']}")
    output.text(f"    {one_line(item['snippet'], 2 * SHOWN_CODE_POINTS)}")


@command(short_help="Bring back the whole thing behind a reference.")
@click.argument("ref")
def show(session: Session, *, ref: str) -> None:
    """Show what REF stands for in full: run:ID, session:ID, atomic:ID or memory:ID."""
    with session.open() as workspace:
        answer = _found(session, workspace, ref)

    def words(data: Mapping[str, Any]) -> None:
        for message in data.get("messages", ()):
            output.rule(message["role"])
            output.text(message["content"])
        if "text" in data:
            output.rule("reply")
            output.text(data["text"])
        if "item" in data:
            output.text(data["item"]["content"])

    session.show(answer, words)


def _found(session: Session, workspace: Workspace, ref: str) -> Any:
    return session.ask(workspace, "memory:show", {"ref": ref})
