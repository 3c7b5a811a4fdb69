"""``profile``, ``facts``, ``compacts`` and ``search``: what was learned from sessions, under the writer's hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, group, id_finder, item_command, project_meant, short
from underdraft.cli.language import translated
from underdraft.text.clean import one_line

SHOWN_CODE_POINTS = 200
NO_COMPACTS = "no run is condensed yet; condense them now: underdraft compacts --now"
NO_FACTS = "no facts yet; write one down: underdraft facts add TEXT"


@group(default="show")
def profile() -> None:
    """See, edit and clear the document that says who you are as a writer."""


def show_version(data: Mapping[str, Any]) -> None:
    """The version that a write has made."""
    output.say("version {number}", number=data["version"])


@command(profile, name="show", short_help="Show the profile.")
def show_profile(call: Call) -> None:
    """Show the document as it goes into prompts."""

    def words(data: Mapping[str, Any]) -> None:
        if data["markdown"].strip():
            output.text(data["markdown"])
        else:
            output.note("your profile is empty; write it: underdraft profile edit")

    call.perform("profile:get", {}, words)


@command(profile, name="edit", short_help="Edit the profile.")
@click.option("--file", "file", type=click.File(encoding="utf-8"), help="Take this file; - is stdin.")
def edit_profile(call: Call, *, file: Any) -> None:
    """Open the document in your editor, or replace it by a file."""
    with call.open() as workspace:
        before = call.ask(workspace, "profile:get")
        text = file.read() if file is not None else click.edit(before["markdown"], extension=".md")
        if text is None:
            output.note("nothing changed")
            return
        payload = {"markdown": text, "expectedVersion": before["version"]}
        answer = call.ask(workspace, "profile:update", payload)
    call.show(answer, show_version)


@command(profile, name="clear", short_help="Clear the profile.")
def clear_profile(call: Call) -> None:
    """Clear the document; earlier versions stay in its history."""
    call.perform("profile:update", {"markdown": ""}, show_version)


@command(profile, name="history", short_help="Show every write to the profile.")
def profile_history(call: Call) -> None:
    """Show who wrote when, oldest first."""

    def words(data: Mapping[str, Any]) -> None:
        for revision in data["revisions"]:
            output.say(f"{revision['version']}  {revision['at']}  {translated(revision['actor'])}")

    call.perform("profile:history", {}, words)


@group(default="list")
def facts() -> None:
    """See, add, change and forget the facts that sessions left behind."""


def show_fact(item: Mapping[str, Any]) -> None:
    """One fact for people."""
    marks = [("deleted", item["deletedAt"]), ("outdated", item["contradictedBy"])]
    words = " ".join(translated(word) for word in (item["origin"], *(word for word, on in marks if on)))
    title = f"{short(item['id'])}  {item['timestamp'][:10]}  {words}"
    output.entry(title, one_line(item["content"], SHOWN_CODE_POINTS))


def show_whole_fact(item: Mapping[str, Any]) -> None:
    """One fact with its reasons: the words that taught it, in which session, and what took its place."""
    show_fact(item)
    for evidence in item["evidence"]:
        if evidence.get("quote"):
            output.say("you said: {quote}", quote=one_line(evidence["quote"], SHOWN_CODE_POINTS))
    if item["sessionId"]:
        output.say("in the session {id}", id=item["sessionId"])
    if item["contradictedBy"]:
        output.say("outdated since {id}", id=short(item["contradictedBy"]))
    for other in item["contradicts"]:
        output.say("takes the place of {id}", id=short(other))


full_fact_id = id_finder("atomic:list", "facts", includeDeleted=True, limit=1000)


@command(facts, name="list", short_help="List the facts.")
@click.option("--session", "sessionId", metavar="ID", help="Only those of this session.")
@click.option("--deleted", "includeDeleted", is_flag=True, help="Deleted ones too.")
@click.option("--limit", type=int, default=100, show_default=True, help="How many, 1 to 1000.")
def list_facts(call: Call, **asked: Any) -> None:
    """List facts, newest first; those that a newer one contradicts say so."""
    call.perform("atomic:list", asked, output.each(show_fact, NO_FACTS))


@command(facts, name="add", short_help="Write a fact down.")
@click.argument("content")
@click.option("--tag", "tags", multiple=True, help="A word to find it by; may be given again.")
@click.option("--global", "everywhere", is_flag=True, help="For every project.")
def add_fact(call: Call, *, content: str, tags: tuple[str, ...], everywhere: bool) -> None:
    """Write CONTENT down for this folder's project, or for every project."""
    asked = {"content": content, "tags": list(tags)}
    call.perform("atomic:create", project_meant(everywhere=everywhere) | asked, show_fact)


@command(facts, name="edit", short_help="Change a fact.")
@click.argument("fact_id", metavar="ID")
@click.option("--content", required=True, help="The new text.")
def edit_fact(call: Call, *, fact_id: str, content: str) -> None:
    """Replace the text of the fact ID."""
    patch = {"content": content}
    call.perform(
        "atomic:update", lambda ws: {"id": full_fact_id(call, ws, fact_id), "patch": patch}, show_fact
    )


@command(facts, name="show", short_help="Show a fact.")
@click.argument("fact_id", metavar="ID")
def show_by_id(call: Call, *, fact_id: str) -> None:
    """Show a fact."""
    call.perform(
        "memory:show",
        lambda ws: {"ref": f"atomic:{full_fact_id(call, ws, fact_id)}"},
        lambda data: show_whole_fact(data["item"]),
    )


item_command(facts, "delete", "atomic:delete", "Hide a fact; it can be restored.", show_fact, full_fact_id)
item_command(facts, "restore", "memory:restore", "Bring a deleted fact back.", show_fact, full_fact_id)


@command(short_help="Search what is remembered.")
@click.argument("keyword")
@click.option("--from", "begin", metavar="TIME", help="Not before this date or time (ISO 8601).")
@click.option("--to", "end", metavar="TIME", help="Not after it.")
@click.option("--limit", type=int, default=10, show_default=True, help="How many, 1 to 100.")
def search(call: Call, *, keyword: str, begin: str | None, end: str | None, limit: int) -> None:
    """Find facts, memories and sessions with KEYWORD, nearest first."""

    def show(item: Mapping[str, Any]) -> None:
        mark = f"  {translated('outdated')}" if item["contradicted"] else ""
        title = f"{item['ref']}  {item['timestamp'][:10]}{mark}"
        output.entry(title, one_line(item["content"], SHOWN_CODE_POINTS))

    span = {key: value for key, value in (("from", begin), ("to", end)) if value is not None}
    payload = {"keyword": keyword, "timeRange": span, "limit": limit}
    call.perform("memory:search", payload, output.each(show, "nothing found; try fewer or other words"))


@command(short_help="Show past runs in a few words each.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 500.")
@click.option("--now", is_flag=True, help="Condense all runs first, whatever the threshold.")
def compacts(call: Call, *, limit: int, now: bool) -> None:
    """Show this project's runs in a few words, newest first; `show REF` brings the whole record back."""

    def show(item: Mapping[str, Any]) -> None:
        title = f"{item['ref']}  {item['skillId']}  {item['fullTokens']} -> {item['tokens']} tokens"
        output.entry(
            title, one_line(item["result"] or " ".join(map(translated, item["tags"])), SHOWN_CODE_POINTS)
        )

    with call.open() as workspace:
        if now:
            call.ask(workspace, "memory:maintenance:run", {"trigger": "compactRuns"})
        answer = call.ask(workspace, "compact:list", {"limit": limit})
    call.show(answer, output.each(show, NO_COMPACTS))
