"""``memory``: the writer's memories, seen and controlled from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.call_command import value_of
from underdraft.cli.context import Call, agree_to_loss, command, group, resumable
from underdraft.cli.language import in_words, translated
from underdraft.cli.learned_commands import confirm, learned, refuse
from underdraft.cli.names import REMEMBERED, full_id, short
from underdraft.cli.offered import HOW
from underdraft.cli.tidy_command import tidy
from underdraft.errors import InvalidArgument

SHOWN_CODE_POINTS = 60
FOUND_CODE_POINTS = 200


@group(default="list")
def memory() -> None:
    """See, change and forget what is remembered: memories that stand in prompts, facts of sessions, what edits taught.

    In a project's folder its memories and the global ones are meant. An ID may be its beginning.
    """


id_argument = click.argument("item_id", metavar="ID")


@command(memory, name="add")
@click.argument("content")
@click.option("--type", "kind", default="preference", show_default=True, help="preference, fact, note ...")
@click.option("--global", "everywhere", is_flag=True, help="For every project.")
@click.option("--document", metavar="ID", help="For this document only.")
def add(call: Call, *, content: str, kind: str, everywhere: bool, document: str | None) -> None:
    """Remember CONTENT for this folder's project, or for every project."""
    scope = "global" if everywhere else None
    payload = {"type": kind, "scope": scope, "content": content, "documentId": document}
    call.perform("memory:create", payload, show_item)


@command(memory, name="list")
@click.option("--facts", is_flag=True, help="The facts that sessions taught.")
@click.option("--deleted", "includeDeleted", is_flag=True, help="Deleted ones too.")
@click.option("--limit", type=int, default=100, show_default=True, help="How many, 1 to 1000.")
def list_items(call: Call, *, facts: bool, **asked: Any) -> None:
    """List what waits for your word, then all that is remembered, newest first, then what is outdated.

    It shows what you added, what you said in sessions, and what was learned; with --facts what sessions taught. --deleted
    lists memories alone. Only one state, source or type: underdraft call memory:list state=outdated
    """
    if facts or asked["includeDeleted"]:
        call.perform("atomic:list" if facts else "memory:list", asked, show_list)
        return
    with call.open() as workspace:
        page = call.ask(workspace, "memory:list", asked | {"state": "active"})
        ends = ("proposed",) if page.get("nextCursor") else ("proposed", "outdated")
        other = {
            state: call.ask(workspace, "memory:list", asked | {"state": state})["items"] for state in ends
        }
    items = [*other["proposed"], *page["items"], *other.get("outdated", ())]
    call.show(page, lambda page: show_list(page | {"items": items}))


@command(memory, name="show")
@click.argument("ref", metavar="REF")
def show(call: Call, *, ref: str) -> None:
    """Show a memory or fact by its ID: its text, what taught it, and who wrote it when.

    REF may also be run:ID, session:ID or episode:ID, as receipts and lists name them: it brings back the whole record.
    """
    with call.open() as workspace:
        if ":" in ref:
            answer = call.ask(workspace, "memory:show", {"ref": ref})
        else:
            id_ = full_id(call, workspace, ref, *REMEMBERED)
            revisions = call.ask(workspace, "memory:history", {"id": id_})
            answer = call.ask(workspace, "memory:show", {"ref": f"memory:{id_}"}) | revisions
    call.show(answer, show_whole)


@command(memory, name="search")
@click.argument("keyword")
@click.option("--limit", type=int, default=10, show_default=True, help="How many, 1 to 100.")
def search(call: Call, *, keyword: str, limit: int) -> None:
    """Find facts, memories and sessions with KEYWORD, nearest first."""
    payload = {"keyword": keyword, "limit": limit}
    call.perform("memory:search", payload, show_found)


@command(memory, name="edit")
@id_argument
@click.argument("content", metavar="[TEXT]", required=False)
@click.option("--global", "scope", flag_value="global", help="For every project.")
def edit(call: Call, *, item_id: str, **patch: str | None) -> None:
    """Change a memory or fact to TEXT, or let it hold for every project."""
    given = {key: value for key, value in patch.items() if value is not None}
    if not given:
        raise InvalidArgument("edit: expected TEXT or --global")
    call.perform(
        "memory:update",
        lambda ws: {"id": full_id(call, ws, item_id, *REMEMBERED), "patch": given},
        show_item,
    )


@command(memory, name="delete")
@id_argument
def delete(call: Call, *, item_id: str) -> None:
    """Hide a memory or fact; underdraft undo ID brings it back."""
    call.perform("memory:delete", lambda ws: {"id": full_id(call, ws, item_id, *REMEMBERED)}, show_item)


@command(memory, name="purge")
@click.argument("item_id", metavar="ID", required=False)
@click.option("--project", metavar="PROJECT", help="Everything of this project.")
@click.option("--all", "everything", is_flag=True, help="Everything that was remembered or recorded.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(call: Call, *, item_id: str | None, project: str | None, everything: bool, yes: bool) -> None:
    """Remove for good: a memory, a project's memories and runs, or all, with vectors, history and transcripts."""
    with call.open() as workspace:
        asked: dict[str, Any] = {"all": everything, **({"projectId": project} if project else {})}
        if item_id is not None:
            asked["id"] = full_id(call, workspace, item_id, *REMEMBERED)
        if not yes:
            show_reach(call.ask(workspace, "memory:purge", {**asked, "dryRun": True}), output.note)
        agree_to_loss(sure=yes)
        with resumable():
            answer = call.ask(workspace, "memory:purge", {**asked, "confirm": True})
    call.show(answer, show_purged)


def show_reach(data: Mapping[str, Any], say: Callable[..., None]) -> None:
    """Print the rows that a purge reaches, one line a kind and project, and what stays with its id."""
    for entry in data["counts"]:
        where = entry["projectId"] or translated("no project")
        say(f"{entry['count']:>8,}  {translated(entry['kind'].replace('_', ' '))}, {where}")
    for one in data["left"]:
        said = output.one_line(one["content"], SHOWN_CODE_POINTS)
        say("stays: {id}  {kind}  {content}", id=one["id"], kind=translated(one["kind"]), content=said)


def show_purged(data: Mapping[str, Any]) -> None:
    """Print what a purge removed, and what stays."""
    output.say("{count} purged; this cannot be undone", count=data["purged"])
    show_reach(data, output.say)
    if data["left"]:
        output.note(
            "what was said there and holds for all projects stays; to remove one: underdraft memory purge ID"
        )


@command(memory, name="settings")
@click.argument("changes", nargs=-1, metavar="[KEY=VALUE]...")
def settings(call: Call, *, changes: tuple[str, ...]) -> None:
    """Show all settings; with KEY=VALUE change some, e.g. privacyModeEnabled=true."""
    patch = {}
    for change in changes:
        key, separator, value = change.partition("=")
        if not separator:
            raise InvalidArgument("settings: expected KEY=VALUE")
        patch[key] = value_of(value)
    channel, payload = ("update", {"patch": patch}) if patch else ("get", {})
    call.perform(
        f"memory:settings:{channel}",
        payload,
        lambda data: output.pairs([(k, json.dumps(v)) for k, v in data.items()]),
    )


@command(memory, name="reindex")
def reindex(call: Call) -> None:
    """Rebuild the lexical index and all vectors, and show the progress."""
    with resumable(), call.open() as workspace, output.progress("vectors") as advance:
        made = workspace.store.memory.reindex(progress=advance)
    call.show({"vectors": made}, lambda data: output.say("{count} vectors", count=data["vectors"]))


def show_item(item: Mapping[str, Any]) -> None:
    """One memory."""
    names = ("id", "type", "scope", "projectId", "documentId", "origin", "version", "updatedAt", "deletedAt")
    output.pairs(
        [
            (output.words(name), translated(item[name]) if name in {"scope", "origin"} else str(item[name]))
            for name in names
            if item.get(name) is not None
        ]
    )
    output.text()
    output.text(output.fitted(item["content"]))
    if item.get("replacedBy"):
        output.say("outdated since {id}", id=short(item["replacedBy"]))


def show_list(page: Mapping[str, Any]) -> None:
    """A page of memories or facts."""
    if not page["items"]:
        output.note("nothing is remembered yet; add something: underdraft memory add TEXT")
        return
    rows = [
        (
            short(item["id"]),
            item.get("type", "fact"),
            translated("project" if item["projectId"] else "global"),
            translated(item["origin"]),
            ", ".join(
                translated(word)
                for word, on in (
                    ("deleted", item["deletedAt"]),
                    ("proposed", item.get("state") == "proposed"),
                    ("outdated", item.get("contradictedBy") or item.get("state") == "outdated"),
                )
                if on
            ),
            output.one_line(item["content"], SHOWN_CODE_POINTS),
        )
        for item in page["items"]
    ]
    output.table(("id", "type", "scope", "origin", "", "content"), rows)
    output.more(page)
    if page["items"][0].get("state") == "proposed":
        output.note(HOW, id=short(page["items"][0]["id"]))


def show_whole(answer: Mapping[str, Any]) -> None:
    """Print a memory with what taught it and its writes; or as JSON the record behind a reference."""
    if "revisions" not in answer:
        output.print_json(answer)
        return
    show_item(answer["item"])
    for evidence in answer["item"]["evidence"]:
        if isinstance(evidence, Mapping) and evidence.get("quote"):
            form = "you agreed to: {quote}" if evidence.get("warrant") else "you said: {quote}"
            output.say(form, quote=output.one_line(evidence["quote"], FOUND_CODE_POINTS))
    output.text()
    rows = [
        (
            str(r["version"]),
            output.when(r["at"]),
            in_words("action", r["action"]),
            in_words("actor", r["actor"]),
            output.one_line(r["after"]["content"], SHOWN_CODE_POINTS),
        )
        for r in answer["revisions"]
    ]
    output.table(("version", "at", "action", "by", "content"), rows)


def show_found(data: Mapping[str, Any]) -> None:
    """The hits of a search."""
    for item in data["items"]:
        mark = f"  {translated('outdated')}" if item["contradicted"] else ""
        title = f"{item['ref']}  {output.day(item['timestamp'])}{mark}"
        output.entry(title, output.one_line(item["content"], FOUND_CODE_POINTS))
    if not data["items"]:
        output.note("nothing found; try fewer or other words")


for _command in (tidy, learned, confirm, refuse):
    memory.add_command(_command)
