"""``episodes``: how past runs went, seen, searched, protected, forgotten and kept in bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, complete_id, group, id_finder, item_command, short
from underdraft.cli.language import translated
from underdraft.text.clean import one_line

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

ID_PREFIX = "ep-"
RULE_PREFIX = "rule-"
NO_RULES = "no rules yet; they come from feedback in scenes of one kind, or look now: underdraft episodes rules --now"

SHOWN_CODE_POINTS = 48
PAGE = 500
TRIGGERS = {
    "evict": "realtimeEvictionTrigger",
    "recompute": "dailyDecayRecomputeTrigger",
    "compress": "weeklyCompressTrigger",
    "purge": "monthlyPurgeTrigger",
}
"""Short words for the four triggers, in the order in which ``tidy`` runs them."""


@group(default="list")
def episodes() -> None:
    """See how past runs of this project went, and which of them would help now."""


full_id = id_finder("memory:episode:list", "episodes", prefix=ID_PREFIX, limit=PAGE)


@command(episodes, name="list", short_help="List past runs, newest first.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many, 1 to 500.")
def list_episodes(call: Call, *, limit: int) -> None:
    """List past runs of the folder's project, newest first."""
    call.perform("memory:episode:list", {"limit": limit}, lambda data: show_items(data["items"]))


@command(episodes, name="search", short_help="Show which past runs would help now, and why.")
@click.argument("text", default="")
@click.option("--scene", metavar="TYPE", help="Only this kind of scene: dialogue, action ...")
def search(call: Call, *, text: str, scene: str | None) -> None:
    """Show the 3 to 5 past runs that fit TEXT best, with what their score is made of.

    This counts as a recall: what is brought back stays longer.
    """
    asked = {"sceneType": scene, "queryText": text}
    call.perform(
        "memory:episode:query",
        lambda ws: {"projectId": ws.config.project_id, **asked},
        show_found,
        busy="looking",
    )


@command(episodes, name="confirm", short_help="Protect a past run from eviction.")
@click.argument("episode_id", metavar="ID")
@click.option("--off", is_flag=True, help="Give it free again.")
def confirm(call: Call, *, episode_id: str, off: bool) -> None:
    """Protect the episode ID, which may be the beginning of an id: it is never evicted or compressed."""
    call.perform(
        "memory:episode:settle",
        lambda ws: {"id": full_id(call, ws, episode_id), "action": "release" if off else "keep"},
        lambda data: output.say("protected" if data["item"]["userConfirmed"] else "no longer protected"),
    )


item_command(
    episodes,
    "forget",
    "memory:episode:settle",
    "Remove a past run from memory.",
    lambda _: output.say("forgotten"),
    full_id,
    more="Remove the episode ID for good; the run's own record stays.",
    action="forget",
)


def distilled(call: Call, workspace: Workspace) -> list[dict[str, Any]]:
    """The project's distilled rules."""
    learned = call.ask(workspace, "memory:offers:list", {"limit": 1})["learned"]
    return [one for one in learned if one["kind"] == "rule"]


def full_rule_id(call: Call, workspace: Workspace, given: str) -> str:
    """The id of a rule by its beginning."""
    ids = [rule["id"] for rule in distilled(call, workspace)]
    return complete_id(given, ids, "rules", prefix=RULE_PREFIX)


@command(episodes, name="rules", short_help="See and settle the rules that past runs teach.")
@click.option("--now", is_flag=True, help="Look for new ones first.")
@click.option("--confirm", "confirmed", metavar="ID", help="Let this one stand in prompts.")
@click.option("--text", metavar="TEXT", help="With --confirm: in these words.")
@click.option("--refuse", "refused", metavar="ID", help="Keep this one out for good.")
def rules(call: Call, *, now: bool, confirmed: str | None, text: str | None, refused: str | None) -> None:
    """List the rules for kinds of scene that edits and verdicts have in common, with how many runs speak for them.

    A rule stands in prompts once you have confirmed it.
    """
    settled = confirmed or refused
    if settled is not None:
        how = {"action": "confirm" if confirmed else "refuse"}
        how |= {"content": text} if confirmed and text is not None else {}
        call.perform(
            "memory:preferences:settle",
            lambda ws: {"id": full_rule_id(call, ws, settled), **how},
            lambda data: show_rule(data["rule"]),
        )
        return
    with call.open() as workspace:
        if now:
            call.ask(workspace, "memory:maintenance:run", {"trigger": "distilRules"})
        answer = {"items": distilled(call, workspace)}
    call.show(answer, output.each(show_rule, NO_RULES))


def show_rule(rule: Mapping[str, Any]) -> None:
    """One rule with its evidence."""
    counts = output.sentence(
        "{support} runs for it, {against} against", support=rule["support"], against=rule["against"]
    )
    output.entry(f"{short(rule['id'], RULE_PREFIX)}  {translated(rule['state'])}  {counts}", rule["text"])


@command(episodes, name="tidy", short_help="Keep the memory of past runs in bounds.")
@click.argument("what", type=click.Choice([*TRIGGERS, "all"]), default="all")
def tidy(call: Call, *, what: str) -> None:
    """Run one of the four maintenance triggers, or all; each says what it did."""
    with output.progress("tidying"), call.open() as workspace:
        done = [
            call.ask(workspace, "memory:maintenance:run", {"trigger": trigger, "all": True})
            for word, trigger in TRIGGERS.items()
            if what in {word, "all"}
        ]
    call.show(done, show_done)


def show_items(items: list[Mapping[str, Any]]) -> None:
    """One line an episode."""
    if not items:
        output.say("no runs are remembered for this project yet; try: underdraft run SKILL --document FILE")
        return
    output.table(
        ("id", "when", "scene", "skill", "signal", "recalls", "text"), [line(item) for item in items]
    )


def show_found(found: Mapping[str, Any]) -> None:
    """One line an episode with the parts of its score; the stand-in rules when nothing can be read."""
    if found["memoryDegraded"]:
        output.say("the memory cannot be read; these built-in rules stand in:")
        for rule in found["fallbackRules"]:
            output.say(f"- {rule}")
        return
    if not found["items"]:
        output.say("no past run fits")
        return
    rows = []
    for item in found["items"]:
        parts = " + ".join(f"{translated(name)} {part['points']:.2f}" for name, part in item["parts"].items())
        rows.append((f"{item['score']:.2f}", parts, *line(item)[:1], *line(item)[2:5], line(item)[6]))
    output.table(("score", "made of", "id", "scene", "skill", "signal", "text"), rows)
    if "diagnostics" in found:
        output.note(f"found by words only: {found['diagnostics']['reason']}")


def show_done(done: list[Mapping[str, Any]]) -> None:
    """One line a trigger with its counts."""
    words = {trigger: word for word, trigger in TRIGGERS.items()}
    rows = []
    for report in done:
        counts = [
            f"{translated(output.words(name))} {count}"
            for name, count in report.items()
            if name not in {"trigger", "projects"}
        ]
        rows.append((words[report["trigger"]], ", ".join(counts)))
    output.pairs(rows)


def line(item: Mapping[str, Any]) -> tuple[str, ...]:
    """The cells of one episode."""
    summary = item["summary"] or {}
    text = item["finalText"] or item["inputContext"] or summary.get("kept") or summary.get("asked") or ""
    return (
        short(item["id"], ID_PREFIX) + ("*" if item["userConfirmed"] else ""),
        item["createdAt"][:10],
        translated(item["sceneType"]),
        item["skillUsed"],
        f"{item['implicitSignal']} {item['implicitWeight']:+.2f}",
        str(item["recallCount"]),
        one_line(text, SHOWN_CODE_POINTS),
    )
