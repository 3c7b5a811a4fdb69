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
from underdraft.cli.names import OFFERED, PREFERENCES, TIDYING, full_id, short
from underdraft.cli.offered import DONE, HOW
from underdraft.errors import InvalidArgument

if TYPE_CHECKING:
    from underdraft.workspace import Workspace

SHOWN_CODE_POINTS = 60


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
            f"{item['score']:g}/{item['threshold']}",
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
            output.entry(short(item["id"]), marked(span["before"], span["after"]))
    if waiting := [item["id"] for item in shown if item["state"] == "proposed"]:
        output.note(HOW, id=short(waiting[0]))


def telling(item: Mapping[str, Any]) -> bool:
    """Whether an entry is more than what one edit happened to show."""
    return bool(item["state"] != "candidate" or item["axis"] == "evidence" or item["support"] > 1)


def settle(
    call: Call, given: str, action: str, *, content: str | None = None, keep: int | None = None
) -> None:
    """Settle what waits for the writer's word, or was learned, by the beginning of its id."""

    def payload(workspace: Workspace) -> dict[str, Any]:
        id_ = full_id(call, workspace, given, OFFERED, PREFERENCES, TIDYING)
        asked = {"id": id_, "action": action, **({} if content is None else {"content": content})}
        if keep is not None:
            refs = next((one["refs"] for one in TIDYING.all(call, workspace) if one["id"] == id_), ())
            if not 0 < keep <= len(refs):
                raise InvalidArgument("--keep: expected the number of one of the statements")
            asked["keep"] = refs[keep - 1]
        return asked

    def words(data: Mapping[str, Any]) -> None:
        said = output.one_line(data["item"]["content"], SHOWN_CODE_POINTS)
        output.say(f"{translated(DONE[action])}: {said}")
        if action == "confirm":
            output.note("take it back: underdraft undo")

    call.perform("memory:preferences:settle", payload, words)


id_argument = click.argument("given", metavar="ID")


@command(name="confirm")
@id_argument
@click.option("--content", metavar="TEXT", help="In these words.")
@click.option("--keep", type=int, metavar="N", help="Of statements to tidy, the one that stays (default: 1).")
def confirm(call: Call, *, given: str, content: str | None, keep: int | None) -> None:
    """Keep what was learned for good, take what is proposed, or let one of the statements to tidy stay."""
    settle(call, given, "confirm", content=content, keep=keep)


@command(name="refuse")
@id_argument
def refuse(call: Call, *, given: str) -> None:
    """Remove what was learned, or turn down what is proposed, for good; statements to tidy all stay."""
    settle(call, given, "refuse")
