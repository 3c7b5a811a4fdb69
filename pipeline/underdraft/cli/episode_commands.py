"""``episodes``: how past runs went, seen, searched, protected, forgotten and kept in bounds."""

from __future__ import annotations

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


SHORT_ID = 11
"""``ep-`` and eight characters."""

SHOWN_CODE_POINTS = 48
PAGE = 500
TRIGGERS = {
    "evict": "realtimeEvictionTrigger",
    "recompute": "dailyDecayRecomputeTrigger",
    "compress": "weeklyCompressTrigger",
    "purge": "monthlyPurgeTrigger",
}
"""Short words for the four triggers, in the order in which ``tidy`` runs them."""


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def episodes(context: click.Context) -> None:
    """See how past runs of this project went, and which of them would help now."""
    if context.invoked_subcommand is None:
        context.invoke(list_episodes)


def own(workspace: Workspace) -> str | None:
    """The folder's project."""
    return workspace.config.project.id if workspace.config.project else None


def full_id(session: Session, workspace: Workspace, given: str) -> str:
    """The id that begins with what was typed, with or without ``ep-``, when only one does.

    Raises:
        InvalidArgument: Several episodes begin like this.
    """
    found: list[str] = []
    cursor = None
    while True:
        page = session.ask(workspace, "memory:episode:list", {"limit": PAGE, "cursor": cursor})
        found += [
            i["id"]
            for i in page["items"]
            if i["id"].removeprefix("ep-").startswith(given.removeprefix("ep-"))
        ]
        cursor = page["nextCursor"]
        if cursor is None:
            break
    if len(found) > 1 and given not in found:
        raise InvalidArgument("ID: several episodes begin like this")
    return found[0] if len(found) == 1 else given


@command(name="list", short_help="List past runs, newest first.")
@click.option("--limit", type=click.IntRange(1, PAGE), default=20, show_default=True)
def list_episodes(session: Session, *, limit: int = 20) -> None:
    """List past runs of the folder's project, newest first."""
    with session.open() as workspace:
        page = session.ask(workspace, "memory:episode:list", {"limit": limit})
    session.show(page, lambda data: show_items(data["items"]))


@command(name="search", short_help="Show which past runs would help now, and why.")
@click.argument("text", default="")
@click.option("--scene", metavar="TYPE", help="Only this kind of scene: dialogue, action ...")
def search(session: Session, *, text: str, scene: str | None) -> None:
    """Show the 3 to 5 past runs that fit TEXT best, with what their score is made of.

    This counts as a recall: what is brought back stays longer.
    """
    with output.progress("looking"), session.open() as workspace:
        payload = {"projectId": own(workspace), "sceneType": scene, "queryText": text}
        found = session.ask(workspace, "memory:episode:query", payload)
    session.show(found, show_found)


@command(name="confirm", short_help="Protect a past run from eviction.")
@click.argument("episode_id", metavar="ID")
@click.option("--off", is_flag=True, help="Give it free again.")
def confirm(session: Session, *, episode_id: str, off: bool) -> None:
    """Protect the episode ID, which may be the beginning of an id: it is never evicted or compressed."""
    with session.open() as workspace:
        payload = {"id": full_id(session, workspace, episode_id), "confirmed": not off}
        item = session.ask(workspace, "memory:episode:confirm", payload)
    session.show(
        item, lambda data: output.text("protected" if data["userConfirmed"] else "no longer protected")
    )


@command(name="forget", short_help="Remove a past run from memory.")
@click.argument("episode_id", metavar="ID")
def forget(session: Session, *, episode_id: str) -> None:
    """Remove the episode ID for good; the run's own record stays."""
    with session.open() as workspace:
        done = session.ask(
            workspace, "memory:episode:forget", {"id": full_id(session, workspace, episode_id)}
        )
    session.show(done, lambda _: output.text("forgotten"))


@command(name="tidy", short_help="Keep the memory of past runs in bounds.")
@click.argument("what", type=click.Choice([*TRIGGERS, "all"]), default="all")
def tidy(session: Session, *, what: str) -> None:
    """Run one of the four maintenance triggers, or all; each says what it did."""
    with output.progress("tidying"), session.open() as workspace:
        done = [
            session.ask(workspace, "memory:maintenance:run", {"trigger": trigger})
            for word, trigger in TRIGGERS.items()
            if what in {word, "all"}
        ]
    session.show(done, show_done)


for subcommand in (list_episodes, search, confirm, forget, tidy):
    episodes.add_command(subcommand)


def show_items(items: list[Mapping[str, Any]]) -> None:
    """One line an episode."""
    if not items:
        output.text("no runs are remembered for this project yet")
        return
    output.table(
        ("id", "when", "scene", "skill", "signal", "recalls", "text"), [line(item) for item in items]
    )


def show_found(found: Mapping[str, Any]) -> None:
    """One line an episode with the parts of its score; the stand-in rules when nothing can be read."""
    if found["memoryDegraded"]:
        output.text("the memory cannot be read; these built-in rules stand in:")
        for rule in found["fallbackRules"]:
            output.text(f"- {rule}")
        return
    if not found["items"]:
        output.text("no past run fits")
        return
    rows = []
    for item in found["items"]:
        parts = " + ".join(f"{name} {part['points']:.2f}" for name, part in item["parts"].items())
        rows.append((f"{item['score']:.2f}", parts, *line(item)[:1], *line(item)[2:5], line(item)[6]))
    output.table(("score", "made of", "id", "scene", "skill", "signal", "text"), rows)
    if "diagnostics" in found:
        output.note(f"found by words only: {found['diagnostics']['reason']}")


def show_done(done: list[Mapping[str, Any]]) -> None:
    """One line a trigger with its counts."""
    rows = []
    for report in done:
        counts = [f"{name} {count}" for name, count in report.items() if name not in {"trigger", "projects"}]
        rows.append((report["trigger"], ", ".join(counts)))
    output.pairs(rows)


def line(item: Mapping[str, Any]) -> tuple[str, ...]:
    """The cells of one episode."""
    summary = item["summary"] or {}
    text = item["finalText"] or item["inputContext"] or summary.get("kept") or summary.get("asked") or ""
    return (
        item["id"][:SHORT_ID] + ("*" if item["userConfirmed"] else ""),
        item["createdAt"][:10],
        item["sceneType"],
        item["skillUsed"],
        f"{item['implicitSignal']} {item['implicitWeight']:+.2f}",
        str(item["recallCount"]),
        one_line(text, SHOWN_CODE_POINTS),
    )
