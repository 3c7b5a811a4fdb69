"""``memory learned``, ``memory confirm`` and ``memory refuse``: what was learned, and what waits for the writer's word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from underdraft.cli import output
from underdraft.cli.applied import marked
from underdraft.cli.context import Call, command
from underdraft.cli.language import in_words, translated
from underdraft.cli.names import OFFERED, PREFERENCES, full_id, short
from underdraft.cli.offered import DONE, HOW

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 60

IN_SCENES = frozenset({"worded", "distilled"})
"""The axes of rules for one kind of scene, which have no score."""


@command(name="learned")
@click.option("--evidence", is_flag=True, help="Show where edits showed it.")
@click.option("--all", "every", is_flag=True, help="Show what a single edit hints at, too.")
def learned(call: Call, *, evidence: bool, every: bool) -> None:
    """List what was learned from feedback, with state, score and evidence, candidates short of the threshold among it."""
    show = partial(show_ledger, evidence=evidence, every=every)
    call.perform("memory:preferences:list", {}, show)


def show_ledger(ledger: Mapping[str, Any], *, evidence: bool, every: bool) -> None:
    """One line a preference."""
    shown = [item for item in ledger["items"] if every or telling(item)]
    if not shown:
        output.say("nothing learned yet, and no candidates; judge a run: underdraft feedback last accept")
        return
    rows = [
        (
            short(item["id"]),
            translated(item["state"]),
            translated(item["scope"]),
            "-" if item["axis"] in IN_SCENES else f"{item['score']:g}/{item['threshold']}",
            f"{item['confidence']:.0%}",
            f"+{item['support']} -{item['against']} ~{item['partials'] + item['kept']}",
            output.day(item["lastAt"]),
            output.one_line(item["statement"], SHOWN_CODE_POINTS)
            + (f"  [{in_words('reason', item['reason'])}]" if item["reason"] else ""),
        )
        for item in shown
    ]
    output.table(("id", "state", "scope", "score", "sure", "for/against", "last", "preference"), rows)
    for item in shown:
        if not (evidence or item["state"] == "proposed"):
            continue
        for span in item["spans"]:
            output.text()
            if item["axis"] in IN_SCENES:
                title = f"{short(item['id'])}  {translated('proposed from this edit')}"
                output.entry(title, marked(span["before"], span["after"]))
                continue
            title = f"{short(item['id'])}  {output.one_line(span['before'], SHOWN_CODE_POINTS)}"
            output.entry(title, f"-> {output.one_line(span['after'], SHOWN_CODE_POINTS)}")
    if waiting := [item["id"] for item in shown if item["state"] == "proposed"]:
        output.note(HOW, id=short(waiting[0]))


def telling(item: Mapping[str, Any]) -> bool:
    """Whether an entry is more than what one edit happened to show."""
    return bool(item["state"] != "candidate" or item["axis"] == "evidence" or item["support"] > 1)


def settle(call: Call, preference_id: str, action: str, content: str | None = None) -> None:
    """Settle a preference, or a distilled rule, whose id begins with what was typed."""

    def payload(workspace: Workspace) -> dict[str, Any]:
        id_ = full_id(call, workspace, preference_id, OFFERED, PREFERENCES)
        return {"id": id_, "action": action, **({} if content is None else {"content": content})}

    def words(data: Mapping[str, Any]) -> None:
        said = data["item"]["content"] if "item" in data else short(data["id"])
        output.say(f"{translated(DONE[action])}: {output.one_line(said, SHOWN_CODE_POINTS)}")

    call.perform("memory:preferences:settle", payload, words)


id_argument = click.argument("preference_id", metavar="ID")


@command(name="confirm")
@id_argument
@click.option("--content", metavar="TEXT", help="In these words.")
def confirm(call: Call, *, preference_id: str, content: str | None) -> None:
    """Keep what was learned for good, or take what is proposed; learning leaves it alone."""
    settle(call, preference_id, "confirm", content)


@command(name="refuse")
@id_argument
def refuse(call: Call, *, preference_id: str) -> None:
    """Remove what was learned, or turn down what is proposed; it is never learned again."""
    settle(call, preference_id, "refuse")
