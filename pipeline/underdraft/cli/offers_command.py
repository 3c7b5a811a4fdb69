"""``memory offers``: everything that waits for the writer, with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from underdraft.cli import output
from underdraft.cli.context import Call, command, short
from underdraft.cli.episode_commands import RULE_PREFIX
from underdraft.cli.feedback_commands import PREFIX, SHOWN_CODE_POINTS, marked, say_survival
from underdraft.cli.language import translated
from underdraft.cli.tidy_command import show_offers
from underdraft.text.clean import one_line

KINDS = {"taste": ("worded taste", PREFIX), "rule": ("distilled rule", RULE_PREFIX)}
"""What each kind is called, and what its ids begin with."""

TRIALS = {"open": "on trial", "passed": "trial passed"}
HOW = {
    "taste": "take or refuse a taste: underdraft preferences confirm {id}, or refuse",
    "rule": "take or refuse a rule: underdraft episodes rules --confirm {id}, or --refuse",
}


@command(name="offers", short_help="Show everything that waits for you.")
@click.option("--all", "every", is_flag=True, help="What was refused or given up, too.")
@click.option("--limit", type=int, default=20, show_default=True, help="How many offers to tidy, 1 to 100.")
def offers(call: Call, *, every: bool, limit: int) -> None:
    """List tastes and rules for kinds of scene, with the edits that show them, and what could be tidied.

    Nothing is taken, merged or deleted unasked.
    """

    def show(answer: Mapping[str, Any]) -> None:
        shown = [one for one in answer["learned"] if every or one["state"] in {"proposed", "confirmed"}]
        for one in shown:
            show_learned(one)
        for kind, how in HOW.items():
            waiting = [one for one in shown if (one["kind"], one["state"]) == (kind, "proposed")]
            if waiting:
                output.note(how, id=short(waiting[0]["id"], KINDS[kind][1]))
        show_offers(answer["tidying"])

    call.perform("memory:offers:list", {"limit": limit}, show, busy="comparing")


def show_learned(one: Mapping[str, Any]) -> None:
    """A taste or a rule with its evidence."""
    name, prefix = KINDS[one["kind"]]
    words = [translated(name), translated(one["state"])]
    words += [translated(TRIALS[one["trial"]])] if one["trial"] else []
    counts = output.sentence(
        "{support} runs for it, {against} against", support=one["support"], against=one["against"]
    )
    output.entry(f"{short(one['id'], prefix)}  {'  '.join(words)}  {counts}", one["text"])
    for span in one["spans"]:
        output.text(f"  {one_line(marked(span['before'], span['after']), SHOWN_CODE_POINTS)}")
    if one["survival"] and one["survival"]["withIt"]["runs"]:
        say_survival(short(one["id"], prefix), one["survival"])
