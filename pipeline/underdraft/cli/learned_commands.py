"""``profile``, ``facts``, ``compacts`` and ``search``: what was learned from sessions, under the writer's hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import command
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from underdraft.cli.context import Session
    from underdraft.workspace import Workspace


HELP = {"help_option_names": ["-h", "--help"]}
SHOWN_CODE_POINTS = 100


@click.group(context_settings=HELP)
def profile() -> None:
    """See, edit and clear the document that says who you are as a writer."""


@command(name="show", short_help="Show the profile.")
def show_profile(session: Session) -> None:
    """Show the document as it goes into prompts."""
    with session.open() as workspace:
        answer = session.ask(workspace, "profile:get")
    session.show(answer, lambda data: output.text(data["markdown"]))


@command(name="edit", short_help="Edit the profile.")
@click.option("--file", "file", type=click.File(encoding="utf-8"), help="Take this file; - is stdin.")
def edit_profile(session: Session, *, file: Any) -> None:
    """Open the document in your editor, or replace it by a file."""
    with session.open() as workspace:
        before = session.ask(workspace, "profile:get")
        text = file.read() if file is not None else click.edit(before["markdown"], extension=".md")
        if text is None:
            output.note("nothing changed")
            return
        payload = {"markdown": text, "expectedVersion": before["version"]}
        answer = session.ask(workspace, "profile:update", payload)
    session.show(answer, lambda data: output.text(f"version {data['version']}"))


@command(name="clear", short_help="Clear the profile.")
def clear_profile(session: Session) -> None:
    """Clear the document; earlier versions stay in its history."""
    with session.open() as workspace:
        answer = session.ask(workspace, "profile:delete")
    session.show(answer, lambda data: output.text(f"version {data['version']}"))


@command(name="history", short_help="Show every write to the profile.")
def profile_history(session: Session) -> None:
    """Show who wrote when, oldest first."""
    with session.open() as workspace:
        answer = session.ask(workspace, "profile:history")

    def words(data: Mapping[str, Any]) -> None:
        for revision in data["revisions"]:
            output.text(f"{revision['version']}  {revision['at']}  {revision['actor']}")

    session.show(answer, words)


for each in (show_profile, edit_profile, clear_profile, profile_history):
    profile.add_command(each)


@click.group(context_settings=HELP)
def facts() -> None:
    """See, add, change and forget the facts that sessions left behind."""


def project_of(workspace: Workspace, *, everywhere: bool = False) -> dict[str, Any]:
    """``projectId`` of the folder's project, unless all projects are meant."""
    own = workspace.config.project
    return {} if everywhere or own is None else {"projectId": own.id}


@command(name="list", short_help="List the facts.")
@click.option("--session", "session_id", metavar="ID", help="Only those of this session.")
@click.option("--deleted", is_flag=True, help="Deleted ones too.")
@click.option("--limit", type=int, default=100, show_default=True, help="How many, 1 to 1000.")
def list_facts(session: Session, *, session_id: str | None, deleted: bool, limit: int) -> None:
    """List facts, newest first; those that a newer one contradicts say so."""
    with session.open() as workspace:
        payload = project_of(workspace) | {"sessionId": session_id, "includeDeleted": deleted, "limit": limit}
        answer = session.ask(workspace, "atomic:list", payload)

    def words(data: Mapping[str, Any]) -> None:
        for item in data["items"]:
            show_fact(item)

    session.show(answer, words)


@command(name="add", short_help="Write a fact down.")
@click.argument("content")
@click.option("--tag", "tags", multiple=True, help="A word to find it by; may be given again.")
@click.option("--global", "everywhere", is_flag=True, help="For every project.")
def add_fact(session: Session, *, content: str, tags: tuple[str, ...], everywhere: bool) -> None:
    """Write CONTENT down for this folder's project, or for every project."""
    with session.open() as workspace:
        payload = {"content": content, "tags": list(tags)} | project_of(workspace, everywhere=everywhere)
        item = session.ask(workspace, "atomic:create", payload)
    session.show(item, show_fact)


@command(name="edit", short_help="Change a fact.")
@click.argument("fact_id", metavar="ID")
@click.argument("content")
def edit_fact(session: Session, *, fact_id: str, content: str) -> None:
    """Replace the text of the fact ID by CONTENT."""
    with session.open() as workspace:
        item = session.ask(workspace, "atomic:update", {"id": fact_id, "patch": {"content": content}})
    session.show(item, show_fact)


def one_fact(name: str, channel: str, about: str) -> click.Command:
    """A command that names a fact and shows what became of it."""

    @command(name=name, short_help=about, help=about)
    @click.argument("fact_id", metavar="ID")
    def call(session: Session, *, fact_id: str) -> None:
        with session.open() as workspace:
            item = session.ask(workspace, channel, {"id": fact_id})
        session.show(item, show_fact)

    return call


for each in (
    list_facts,
    add_fact,
    edit_fact,
    one_fact("show", "atomic:get", "Show a fact."),
    one_fact("delete", "atomic:delete", "Hide a fact; it can be restored."),
    one_fact("restore", "atomic:restore", "Bring a deleted fact back."),
):
    facts.add_command(each)


def show_fact(item: Mapping[str, Any]) -> None:
    """One fact for people."""
    marks = [
        word for word, on in (("deleted", item["deletedAt"]), ("outdated", item["contradictedBy"])) if on
    ]
    output.text(f"{item['id']}  {item['timestamp']}  {' '.join([item['origin'], *marks])}")
    output.text(f"    {one_line(item['content'], 2 * SHOWN_CODE_POINTS)}")


@command(short_help="Search what is remembered.")
@click.argument("keyword")
@click.option("--from", "begin", metavar="TIME", help="Not before this date or time (ISO 8601).")
@click.option("--to", "end", metavar="TIME", help="Not after it.")
@click.option("--limit", type=int, default=10, show_default=True, help="How many, 1 to 100.")
def search(session: Session, *, keyword: str, begin: str | None, end: str | None, limit: int) -> None:
    """Find facts, memories and sessions with KEYWORD, nearest first."""
    span = {key: value for key, value in (("from", begin), ("to", end)) if value is not None}
    with session.open() as workspace:
        payload = {"keyword": keyword, "timeRange": span, "limit": limit}
        answer = session.ask(workspace, "memory:search", payload)

    def words(data: Mapping[str, Any]) -> None:
        for item in data["items"]:
            mark = "  outdated" if item["contradicted"] else ""
            output.text(f"{item['ref']}  {item['timestamp']}{mark}")
            output.text(f"    {one_line(item['content'], 2 * SHOWN_CODE_POINTS)}")

    session.show(answer, words)


@command(short_help="Show past runs in a few words each.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 500.")
@click.option("--now", is_flag=True, help="Condense all runs first, whatever the threshold.")
def compacts(session: Session, *, limit: int, now: bool) -> None:
    """Show this project's runs in a few words, newest first; `show REF` brings the whole record back."""
    with session.open() as workspace:
        if now:
            session.ask(workspace, "compact:run")
        answer = session.ask(workspace, "compact:list", {"limit": limit})

    def words(data: Mapping[str, Any]) -> None:
        for item in data["items"]:
            output.text(f"{item['ref']}  {item['skillId']}  {item['fullTokens']} -> {item['tokens']} tokens")
            output.text(f"    {one_line(item['result'] or ' '.join(item['tags']), 2 * SHOWN_CODE_POINTS)}")

    session.show(answer, words)
