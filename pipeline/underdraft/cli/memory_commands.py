"""``memory``: the writer's memories, seen and controlled from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.cache_commands import lost_in_words, prices_in_words
from underdraft.cli.context import (
    Call,
    command,
    confirm_deletion,
    group,
    id_finder,
    item_command,
    project_meant,
    resumable,
    short,
)
from underdraft.cli.language import translated
from underdraft.cli.offers_command import offers
from underdraft.cli.tidy_command import tidy
from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from underdraft.workspace import Workspace


SHOWN_CODE_POINTS = 60
LEARNED = "learned-"
"""How the ids of learned memories begin; what tells them apart comes after it."""


@group(default="list")
def memory() -> None:
    """See, change, forget and move what is remembered for prompts.

    In a project's folder its memories and the global ones are meant.
    """


full_id = id_finder("memory:list", "memories", prefix=LEARNED, includeDeleted=True, limit=1000)
everywhere_option = click.option("--global", "everywhere", is_flag=True, help="The global memories only.")


dry_run_option = click.option(
    "--dry-run", "dryRun", is_flag=True, help="Change nothing; say what it would cost the provider's cache."
)


@command(memory, name="add", short_help="Remember something.")
@click.argument("content")
@click.option("--type", "kind", default="preference", show_default=True, help="preference, fact, note ...")
@click.option("--global", "everywhere", is_flag=True, help="For every project.")
@click.option("--document", metavar="ID", help="For this document only.")
@dry_run_option
def add(
    call: Call, *, content: str, kind: str, everywhere: bool, document: str | None, **asked: bool
) -> None:
    """Remember CONTENT for this folder's project, or for every project."""

    def payload(workspace: Workspace) -> dict[str, Any]:
        scope = "global" if everywhere or workspace.config.project is None else "project"
        return {"type": kind, "scope": scope, "content": content, "documentId": document, **asked}

    call.perform("memory:create", payload, show_item)


@command(memory, name="list", short_help="List the memories.")
@everywhere_option
@click.option("--type", metavar="TYPE", help="Only this type.")
@click.option("--deleted", "includeDeleted", is_flag=True, help="Deleted ones too.")
@click.option("--limit", type=int, default=100, show_default=True, help="How many, 1 to 1000.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last list ended.")
def list_items(call: Call, *, everywhere: bool, **asked: Any) -> None:
    """List memories, newest first."""
    call.perform("memory:list", project_meant(everywhere=everywhere) | asked, show_list)


@command(memory, name="edit", short_help="Change a memory.")
@click.argument("item_id", metavar="ID")
@click.option("--content", help="The new text.")
@click.option("--type", "kind", metavar="TYPE", help="The new type.")
@click.option("--expect", type=int, metavar="VERSION", help="Refuse when it was changed since this version.")
@dry_run_option
def edit(
    call: Call, *, item_id: str, content: str | None, kind: str | None, expect: int | None, **asked: bool
) -> None:
    """Change a memory's text or type."""
    patch = {key: value for key, value in (("content", content), ("type", kind)) if value is not None}
    if not patch:
        raise InvalidArgument("--content or --type: expected at least one of them")
    call.perform(
        "memory:update",
        lambda ws: {"id": full_id(call, ws, item_id), "patch": patch, "expectedVersion": expect, **asked},
        show_item,
    )


@command(memory, name="delete", short_help="Hide a memory; it can be restored.")
@click.argument("item_id", metavar="ID")
@dry_run_option
def delete(call: Call, *, item_id: str, **asked: bool) -> None:
    """Hide a memory; it can be restored."""
    call.perform("memory:delete", lambda ws: {"id": full_id(call, ws, item_id), **asked}, show_item)


@command(memory, name="purge", short_help="Remove for good.")
@click.argument("item_id", metavar="ID", required=False)
@click.option("--project", metavar="PROJECT", help="Everything of this project.")
@click.option("--all", "everything", is_flag=True, help="Everything that was remembered or recorded.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(call: Call, *, item_id: str | None, project: str | None, everything: bool, yes: bool) -> None:
    """Remove a memory, a project's memories and runs, or all, with vectors, history and transcripts."""
    with call.open() as workspace:
        asked: dict[str, Any] = {"all": everything, **({"projectId": project} if project else {})}
        if item_id is not None:
            asked["id"] = full_id(call, workspace, item_id)
        if not yes:
            reached = call.ask(workspace, "memory:purge", {**asked, "dryRun": True})
            for line in counted(reached):
                output.note(line)
            for one in reached["left"]:
                output.note("stays: {content}", content=one_line(one["content"], SHOWN_CODE_POINTS))
        confirm_deletion(sure=yes)
        with resumable(), output.progress("purging"):
            answer = call.ask(workspace, "memory:purge", {**asked, "confirm": True})
    call.show(answer, show_purged)


def counted(data: Mapping[str, Any]) -> Iterator[str]:
    """What a purge reaches, one line a kind and project."""
    for entry in data["counts"]:
        where = entry["projectId"] or translated("no project")
        yield f"{entry['count']:>8,}  {translated(entry['kind'].replace('_', ' '))}, {where}"


def show_purged(data: Mapping[str, Any]) -> None:
    """What a purge has done."""
    output.say("{count} purged", count=data["purged"])
    for line in counted(data):
        output.say(line)
    if data["left"]:
        output.note(
            "what was said there and holds for all projects stays; to remove one: underdraft memory purge ID"
        )
        rows = [
            (one["id"], translated(one["kind"]), one_line(one["content"], SHOWN_CODE_POINTS))
            for one in data["left"]
        ]
        output.table(("id", "where", "content"), rows)


@command(memory, name="preview", short_help="Show what would be injected, and why.")
@everywhere_option
@click.option("--document", "documentId", metavar="ID", help="For this document.")
@click.option("--query", "queryText", metavar="TEXT", help="Order by nearness to this text.")
def preview(call: Call, *, everywhere: bool, **asked: Any) -> None:
    """Show the memories that go into layer 2, in their order."""
    call.perform(
        "memory:injection:preview",
        project_meant(everywhere=everywhere) | asked,
        show_preview,
        busy="looking",
    )


@command(memory, name="settings", short_help="Show or change the settings.")
@click.argument("changes", nargs=-1, metavar="[KEY=VALUE]...")
def settings(call: Call, *, changes: tuple[str, ...]) -> None:
    """Show all settings; with KEY=VALUE change some, e.g. privacyModeEnabled=true."""
    patch = {}
    for change in changes:
        key, separator, value = change.partition("=")
        if not separator:
            raise InvalidArgument("settings: expected KEY=VALUE")
        try:
            patch[key] = json.loads(value)
        except ValueError:
            patch[key] = value
    channel, payload = ("update", {"patch": patch}) if patch else ("get", {})
    call.perform(
        f"memory:settings:{channel}",
        payload,
        lambda data: output.pairs([(k, json.dumps(v)) for k, v in data.items()]),
    )


@command(memory, name="export", short_help="Write memories as JSON lines.")
@click.option(
    "--output", "path", metavar="FILE", help="A .jsonl file inside the folder (default: standard output)."
)
@click.option("--project", metavar="PROJECT", help="Another project's memories and the global ones.")
@click.option("--all", "everything", is_flag=True, help="Those of all projects in the store.")
def export_items(call: Call, *, path: str | None, project: str | None, everything: bool) -> None:
    """Write the folder's memories and the global ones, deleted ones too, one JSON object a line."""

    def words(data: Mapping[str, Any]) -> None:
        for line in data.get("lines", ()):
            click.echo(line)
        output.note("{count} exported", count=data["exported"])

    target = path and call.in_project(path, new=True)
    asked = {"path": target, "all": everything, **({"projectId": project} if project else {})}
    call.perform("memory:export", asked, words, busy="exporting")


@command(memory, name="import", short_help="Take in exported memories.")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--all", "everything", is_flag=True, help="Also change memories of other projects.")
def import_items(call: Call, *, file: IO[str], everything: bool) -> None:
    """Take in JSON lines from FILE ("-" is standard input); a second time nothing changes."""
    try:
        lines = file.read().split("\n")
    except UnicodeDecodeError:
        raise InvalidArgument("FILE: expected UTF-8") from None
    with resumable():
        call.perform(
            "memory:import",
            {"lines": lines, "all": everything},
            lambda data: output.pairs([(output.words(key), str(value)) for key, value in data.items()]),
            busy="importing",
        )


@command(memory, name="reindex", short_help="Make the indexes anew.")
def reindex(call: Call) -> None:
    """Make the lexical index and all vectors anew, with a progress bar."""
    with resumable(), call.open() as workspace, output.bar("vectors") as advance:
        made = workspace.store.memory.reindex(progress=advance)
    call.show({"vectors": made}, lambda data: output.say("{count} vectors", count=data["vectors"]))


def show_item(item: Mapping[str, Any]) -> None:
    """One memory."""
    names = ("id", "type", "scope", "projectId", "documentId", "origin", "version", "updatedAt", "deletedAt")
    shown = {**item, **{name: translated(item[name]) for name in ("scope", "origin")}}
    output.pairs([(output.words(name), str(shown[name])) for name in names if shown[name] is not None])
    output.text()
    output.text(output.fitted(item["content"]))
    if item.get("replacedBy"):
        output.say("outdated since {id}", id=short(item["replacedBy"], LEARNED))
    if "price" in item:
        output.heading("nothing was changed; what it would cost")
        show_price(item["price"])


def show_price(price: Mapping[str, Any]) -> None:
    """What a change would cost."""
    if price["runId"] is None:
        output.say("no run with memories is recorded yet, so no cache holds anything of them")
        return
    if price["first"] is None:
        output.say("nothing: the prompt would stay the same")
        return
    output.say("the prompt would differ from byte {byte} on", byte=f"{price['first']['byte']:,}")
    if price["expired"]:
        output.say("nothing: the provider has dropped run {run} by now", run=short(price["runId"]))
        return
    lost = lost_in_words(price["lostTokens"], price["lostUsd"])
    output.say("the next run like {run} would pay again: {lost}", run=short(price["runId"]), lost=lost)
    output.say(prices_in_words(price["prices"]))
    for left in price["leftOut"]:
        output.say("left out from then on: {id} (the layer is full)", id=short(left, LEARNED))


def show_list(page: Mapping[str, Any]) -> None:
    """A page of memories."""
    if not page["items"]:
        output.note("no memories yet; add one: underdraft memory add TEXT")
        return
    rows = [
        (
            short(item["id"], LEARNED),
            item["type"],
            translated(item["scope"]),
            translated(item["origin"]),
            translated("deleted")
            if item["deletedAt"]
            else translated("outdated")
            if item["state"] == "outdated"
            else "",
            one_line(item["content"], SHOWN_CODE_POINTS),
        )
        for item in page["items"]
    ]
    output.table(("id", "type", "scope", "origin", "", "content"), rows)
    output.more(page)


def show_history(answer: Mapping[str, Any]) -> None:
    """The writes to a memory."""
    rows = [
        (
            str(r["version"]),
            r["at"][:16].replace("T", " "),
            translated(r["action"]),
            translated(r["actor"]),
            one_line(r["after"]["content"], SHOWN_CODE_POINTS),
        )
        for r in answer["revisions"]
    ]
    output.table(("version", "at", "action", "by", "content"), rows)


def show_preview(answer: Mapping[str, Any]) -> None:
    """What would be injected."""
    rows = [
        (
            short(item["id"], LEARNED),
            item["type"],
            translated(item["scope"]),
            " ".join(translated(str(value)) for value in item["reason"].values()),
            one_line(item["content"], SHOWN_CODE_POINTS),
        )
        for item in answer["items"]
    ]
    if rows:
        output.table(("id", "type", "scope", "reason", "content"), rows)
    else:
        output.note("nothing would be injected")
    for left in answer["excluded"]:
        output.note(
            "left out: {id} ({why}, {tokens} tokens)",
            id=short(left["id"], LEARNED),
            why=translated(left["reason"]),
            tokens=left["tokens"],
        )
    if "diagnostics" in answer:
        found = answer["diagnostics"]
        advice = f"; {found['suggestion']}" if "suggestion" in found else ""
        output.note(f"{found['code']}: {found['reason']}{advice}")


item_command(
    memory,
    "restore",
    "memory:restore",
    "Bring back a memory that was deleted or replaced.",
    show_item,
    full_id,
)


@command(memory, name="undo", short_help="Take a memory back to before its last change.")
@click.argument("item_id", metavar="ID")
def undo(call: Call, *, item_id: str) -> None:
    """Take a memory back to before its last change."""

    def before_last(workspace: Workspace) -> dict[str, Any]:
        id_ = full_id(call, workspace, item_id)
        last = call.ask(workspace, "memory:history", {"id": id_})["revisions"][-1]
        return {"id": id_, "toVersion": max(1, last["after"]["version"] - 1)}

    call.perform("memory:restore", before_last, show_item)


item_command(
    memory,
    "history",
    "memory:history",
    "Show every write to a memory.",
    show_history,
    full_id,
    more="Show who wrote what and when, oldest first. ID may be its beginning.",
)
memory.add_command(tidy)
memory.add_command(offers)
