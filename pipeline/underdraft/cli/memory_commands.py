"""``memory``: the writer's memories, seen and controlled from the command line."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import command
from underdraft.errors import InvalidArgument
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from underdraft.cli.context import Session
    from underdraft.workspace import Workspace


SHOWN_CODE_POINTS = 60
SHORT_ID = 8


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def memory() -> None:
    """See, change, forget and move what is remembered for prompts.

    In a project's folder its memories and the global ones are meant.
    """


def own_project(workspace: Workspace, *, everywhere: bool) -> dict[str, Any]:
    """``projectId`` of the folder's project, unless the global memories are meant."""
    own = workspace.config.project
    return {} if everywhere or own is None else {"projectId": own.id}


def full_id(session: Session, workspace: Workspace, given: str) -> str:
    """The id that begins with what was typed, when only one does; else what was typed.

    Raises:
        InvalidArgument: Several memories begin like this.
    """
    found: list[str] = []
    cursor = None
    while True:
        payload = own_project(workspace, everywhere=False) | {
            "includeDeleted": True,
            "limit": 1000,
            "cursor": cursor,
        }
        page = session.ask(workspace, "memory:list", payload)
        found += [item["id"] for item in page["items"] if item["id"].startswith(given)]
        cursor = page["nextCursor"]
        if cursor is None:
            break
    if len(found) > 1 and given not in found:
        raise InvalidArgument("ID: several memories begin like this")
    return found[0] if len(found) == 1 else given


everywhere_option = click.option("--global", "everywhere", is_flag=True, help="The global memories only.")


@command(name="add", short_help="Remember something.")
@click.argument("content")
@click.option("--type", "kind", default="preference", show_default=True, help="preference, fact, note ...")
@click.option("--global", "everywhere", is_flag=True, help="For every project.")
@click.option("--document", metavar="ID", help="For this document only.")
def add(session: Session, *, content: str, kind: str, everywhere: bool, document: str | None) -> None:
    """Remember CONTENT for this folder's project, or for every project."""
    with session.open() as workspace:
        project = own_project(workspace, everywhere=everywhere)
        scope = "project" if project else "global"
        payload = {"type": kind, "scope": scope, "content": content, "documentId": document, **project}
        item = session.ask(workspace, "memory:create", payload)
    session.show(item, show_item)


@command(name="list", short_help="List the memories.")
@everywhere_option
@click.option("--type", "kind", metavar="TYPE", help="Only this type.")
@click.option("--deleted", is_flag=True, help="Deleted ones too.")
@click.option("--limit", type=int, default=100, show_default=True, help="How many, 1 to 1000.")
@click.option("--cursor", metavar="CURSOR", help="Go on where the last list ended.")
def list_items(
    session: Session, *, everywhere: bool, kind: str | None, deleted: bool, limit: int, cursor: str | None
) -> None:
    """List memories, newest first."""
    with session.open() as workspace:
        payload = own_project(workspace, everywhere=everywhere)
        payload |= {"type": kind, "includeDeleted": deleted, "limit": limit, "cursor": cursor}
        page = session.ask(workspace, "memory:list", payload)
    session.show(page, show_list)


@command(name="history", short_help="Show every write to a memory.")
@click.argument("item_id", metavar="ID")
def history(session: Session, *, item_id: str) -> None:
    """Show who wrote what and when, oldest first. ID may be its beginning."""
    with session.open() as workspace:
        answer = session.ask(workspace, "memory:history", {"id": full_id(session, workspace, item_id)})
    session.show(answer, show_history)


@command(name="edit", short_help="Change a memory.")
@click.argument("item_id", metavar="ID")
@click.option("--content", help="The new text.")
@click.option("--type", "kind", metavar="TYPE", help="The new type.")
@click.option("--expect", type=int, metavar="VERSION", help="Refuse when it was changed since this version.")
def edit(
    session: Session, *, item_id: str, content: str | None, kind: str | None, expect: int | None
) -> None:
    """Change a memory's text or type."""
    patch = {key: value for key, value in (("content", content), ("type", kind)) if value is not None}
    if not patch:
        raise InvalidArgument("--content or --type: expected at least one of them")
    with session.open() as workspace:
        payload = {"id": full_id(session, workspace, item_id), "patch": patch, "expectedVersion": expect}
        item = session.ask(workspace, "memory:update", payload)
    session.show(item, show_item)


def one_item(name: str, channel: str, about: str) -> click.Command:
    """A command that names a memory and shows what became of it."""

    @command(name=name, short_help=about, help=about)
    @click.argument("item_id", metavar="ID")
    def call(session: Session, *, item_id: str) -> None:
        with session.open() as workspace:
            item = session.ask(workspace, channel, {"id": full_id(session, workspace, item_id)})
        session.show(item, show_item)

    return call


@command(name="purge", short_help="Remove for good.")
@click.argument("item_id", metavar="ID", required=False)
@click.option("--project", metavar="PROJECT", help="Everything of this project.")
@click.option("--all", "everything", is_flag=True, help="Everything that was remembered or recorded.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def purge(session: Session, *, item_id: str | None, project: str | None, everything: bool, yes: bool) -> None:
    """Remove a memory, a project's memories and runs, or all, with vectors, history and transcripts."""
    if not yes and not click.confirm("This cannot be undone. Go on?", default=False, err=True):
        raise click.Abort
    with output.progress("purging"), session.open() as workspace:
        chosen = full_id(session, workspace, item_id) if item_id is not None else None
        payload = {"id": chosen, "projectId": project, "all": everything, "confirm": True}
        answer = session.ask(workspace, "memory:purge", payload)
    session.show(answer, lambda data: output.text(f"{data['purged']} purged"))


@command(name="preview", short_help="Show what would be injected, and why.")
@everywhere_option
@click.option("--document", metavar="ID", help="For this document.")
@click.option("--query", metavar="TEXT", help="Order by nearness to this text.")
def preview(session: Session, *, everywhere: bool, document: str | None, query: str | None) -> None:
    """Show the memories that go into layer 2, in their order."""
    with output.progress("looking"), session.open() as workspace:
        payload = own_project(workspace, everywhere=everywhere) | {"documentId": document, "queryText": query}
        answer = session.ask(workspace, "memory:injection:preview", payload)
    session.show(answer, show_preview)


@command(name="settings", short_help="Show or change the settings.")
@click.argument("changes", nargs=-1, metavar="[KEY=VALUE]...")
def settings(session: Session, *, changes: tuple[str, ...]) -> None:
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
    with session.open() as workspace:
        if patch:
            answer = session.ask(workspace, "memory:settings:update", {"patch": patch})
        else:
            answer = session.ask(workspace, "memory:settings:get")
    session.show(answer, lambda data: output.pairs([(k, json.dumps(v)) for k, v in data.items()]))


@command(name="export", short_help="Write all memories as JSON lines.")
@click.option(
    "--output", "file", metavar="FILE", help="A .jsonl file inside the folder (default: standard output)."
)
@click.option("--project", metavar="PROJECT", help="Only this project's memories and the global ones.")
def export_items(session: Session, *, file: str | None, project: str | None) -> None:
    """Write all memories, deleted ones too, one JSON object a line."""
    with output.progress("exporting"), session.open() as workspace:
        answer = session.ask(workspace, "memory:export", {"path": file, "projectId": project})

    def words(data: Mapping[str, Any]) -> None:
        for line in data.get("lines", ()):
            click.echo(line)
        output.note(f"{data['exported']} exported")

    session.show(answer, words)


@command(name="import", short_help="Take in exported memories.")
@click.argument("file", type=click.File("r", encoding="utf-8"))
def import_items(session: Session, *, file: IO[str]) -> None:
    """Take in JSON lines from FILE ("-" is standard input); a second time nothing changes."""
    try:
        lines = file.read().split("\n")
    except UnicodeDecodeError:
        raise InvalidArgument("FILE: expected UTF-8") from None
    with output.progress("importing"), session.open() as workspace:
        answer = session.ask(workspace, "memory:import", {"lines": lines})
    session.show(answer, lambda data: output.pairs([(key, str(value)) for key, value in data.items()]))


@command(name="reindex", short_help="Make the indexes anew.")
def reindex(session: Session) -> None:
    """Make the lexical index and all vectors anew, with a progress bar."""
    with session.open() as workspace:
        service = workspace.store.memory
        with output.bar("vectors") as advance:
            made = service.reindex(progress=advance)
    session.show({"vectors": made}, lambda data: output.text(f"{data['vectors']} vectors"))


for _command in (
    add,
    list_items,
    preview,
    edit,
    one_item("delete", "memory:delete", "Hide a memory; it can be restored."),
    one_item("restore", "memory:restore", "Bring a deleted memory back."),
    one_item("undo", "memory:undo", "Take a memory back to before its last change."),
    history,
    purge,
    settings,
    export_items,
    import_items,
    reindex,
):
    memory.add_command(_command)


# --- for people -----------------------------------------------------------------------------------


def show_item(item: Mapping[str, Any]) -> None:
    """One memory."""
    names = ("id", "type", "scope", "projectId", "documentId", "origin", "version", "updatedAt", "deletedAt")
    output.pairs([(name, str(item[name])) for name in names if item[name] is not None])
    output.text()
    output.text(item["content"])


def show_list(page: Mapping[str, Any]) -> None:
    """A page of memories."""
    if not page["items"]:
        output.note("no memories")
        return
    rows = [
        (
            item["id"][:SHORT_ID],
            item["type"],
            item["scope"],
            item["origin"],
            "deleted" if item["deletedAt"] else "",
            one_line(item["content"], SHOWN_CODE_POINTS),
        )
        for item in page["items"]
    ]
    output.table(("id", "type", "scope", "origin", "", "content"), rows)
    if page["nextCursor"]:
        output.note(f"more: --cursor {page['nextCursor']}")


def show_history(answer: Mapping[str, Any]) -> None:
    """The writes to a memory."""
    rows = [
        (
            str(r["version"]),
            r["at"],
            r["action"],
            r["actor"],
            one_line(r["after"]["content"], SHOWN_CODE_POINTS),
        )
        for r in answer["revisions"]
    ]
    output.table(("version", "at", "action", "by", "content"), rows)


def show_preview(answer: Mapping[str, Any]) -> None:
    """What would be injected."""
    rows = [
        (
            item["id"][:SHORT_ID],
            item["type"],
            item["scope"],
            " ".join(str(value) for value in item["reason"].values()),
            one_line(item["content"], SHOWN_CODE_POINTS),
        )
        for item in answer["items"]
    ]
    if rows:
        output.table(("id", "type", "scope", "reason", "content"), rows)
    else:
        output.note("nothing would be injected")
    for left in answer["excluded"]:
        output.note(f"left out: {left['id'][:SHORT_ID]} ({left['reason']}, {left['tokens']} tokens)")
    if "diagnostics" in answer:
        found = answer["diagnostics"]
        advice = f"; {found['suggestion']}" if "suggestion" in found else ""
        output.note(f"{found['code']}: {found['reason']}{advice}")
